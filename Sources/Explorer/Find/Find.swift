import Basics
package import Terminal
package import Workspaces

/// The search through the text of all files, and its hits so far. It exists while its box is open.
package struct Find: Feature {
  var field = TextField()
  var hits: [SearchHit] = []
  var cursor = ListCursor()
  /// The search that the hits belong to.
  var serial = 0
  var isRunning = false

  package enum Action: Equatable, Sendable {
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// Restores the text of an earlier search.
    case broughtBack(String)
    /// The user has paused typing.
    case rested(serial: Int)
    case found(serial: Int, [SearchHit])
    case ended(serial: Int)
  }

  /// The maximum number of hits. The user can narrow the query.
  static let limit = 2000

  var current: SearchHit? { hits.indices.contains(cursor.row) ? hits[cursor.row] : nil }
}

extension Find {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .pressed(let key): press(key, in: &context)
    case .clicked(let mouse): click(mouse, in: &context)
    case .pasted(let text):
      field.paste(text)
      search(in: &context)
    case .broughtBack(let text):
      field.bringBack(text)
      search(in: &context)
    case .rested(let serial):
      guard serial == self.serial, !field.isEmpty else { return }
      (isRunning, hits, cursor) = (true, [], ListCursor())
      context.run(.find(.begin(field.text, context.app.workspace, serial: serial, limit: Self.limit)))
    case .found(let serial, let hits):
      if serial == self.serial { self.hits += hits }
    case .ended(let serial):
      if serial == self.serial { isRunning = false }
    }
  }

  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    switch key {
    case .escape, .control("c"):
      context.perform(.overlay(.abandoned(.find, field.text)))
      return context.run(.find(.stop))
    case .enter: return take(in: &context)
    default:
      if let motion = Motion(key, isTyping: true) {
        return cursor.move(motion, count: hits.count, height: list(in: context.app).height)
      }
      let before = field.text
      _ = field.handle(key)
      if field.text != before { search(in: &context) }
    }
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let (list, frame) = (list(in: context.app), frame(in: context.app))
    if mouse.kind == .press, !frame.contains(mouse.point) { return press(.escape, in: &context) }
    let isPressed = cursor.click(mouse, count: hits.count, on: list, in: frame) != nil
    if isPressed, mouse.button != .right { take(in: &context) }
  }

  /// Clears outdated hits immediately and starts the search after a pause in typing.
  private mutating func search(in context: inout FeatureContext) {
    serial = context.nextSerial()
    (isRunning, hits, cursor) = (!field.isEmpty, [], ListCursor())
    context.run(.find(.stop))
    context.run(.after(.milliseconds(120), .find(.rested(serial: serial))))
  }

  /// Opens the request of a hit at its text, or the editor for a hit in an environment.
  private func take(in context: inout FeatureContext) {
    guard let hit = current else { return }
    context.perform(.overlay(.close))
    context.run(.find(.stop))
    let app = context.app
    if let node = app.workspace.request(at: hit.path) {
      return context.open(node, to: .find(field.text))
    }
    // The editor shows the environments of the current collection.
    let own = app.workspace.collections.first { $0.path == app.collection(around: hit.path) }
    if let own, own.path != app.currentCollection {
      let name = app.workspace.shownName(of: own)
      return context.say("This environment is in \(name): open one of its requests first")
    }
    context.perform(.environment(.editRequested(named: hit.name)))
  }
}

extension AppState {
  /// The search in the open box.
  var find: Find? {
    get { if case .find(let find)? = overlay { find } else { nil } }
    set { overlay = newValue.map(Overlay.find) }
  }
}

/// Search work, which runs in the background.
package enum FindEffect: Equatable, Sendable {
  /// Searches every file of the tree for a text; ends a search already running.
  case begin(String, WorkspaceTree, serial: Int, limit: Int)
  case stop
}

/// Commands that search the text of all files.
enum FindCommands {
  static let all: [Command] = [findInFiles]

  private static let findInFiles = Command(
    "findInFiles", "Find text in all files", [.alt("/"), .function(7)], section: .going, rank: 140,
    footer: .word("find"), handler: { $0.leaveEditing() + $0.apply(.overlay(.show(.find(Find())))) })
}
