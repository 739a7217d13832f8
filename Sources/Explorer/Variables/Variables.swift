import Basics
import Essentials
import Terminal
package import Workspaces

/// "Why this value?": explains the origin of the variables under the cursor, leads to their definitions and back.
package struct Variables: Feature {
  /// The positions left for definitions, oldest first.
  private(set) var trail: [TrailPlace] = []
  /// A variable to go to once the settings that define it have been read.
  private var target: VariableTarget?

  package enum Action: Equatable, Sendable {
    case explainRequested
    case chosen(String)
    /// The same for the variable under the cursor.
    case definitionRequested
    /// Returns to the use of a variable.
    case backRequested
    /// Writes the value that a script has set into the file of its scope.
    case saveRequested(String)
    /// The effect of a send on the request's references to answers, by their names.
    case foreseen(RequestKey, [String: AnswerOutlook])
    /// A request or the settings of a folder are shown.
    case requestShown(RequestKey)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .explainRequested: explain(in: &context)
    case .chosen(let name): go(to: name, in: &context)
    case .definitionRequested: goToVariableUnderCursor(in: &context)
    case .backRequested: goBack(in: &context)
    case .saveRequested(let name): save(name, in: &context)
    case .foreseen(let key, let outlooks):
      guard var session = context.app.sessions[context.app.sessions.follower(key)] else { return }
      session.outlooks = outlooks
      context.put(session)
    case .requestShown(let key): goToTarget(in: key, &context)
    }
  }

  private func explain(in context: inout FeatureContext) {
    let app = context.app
    if let refusal = app.refusalWithoutReadableRequest { return context.say(refusal) }
    let (all, current) = app.variablesUnderCursor
    guard !all.isEmpty else {
      guard let row = app.rowUnderCursor else { return context.say("There is no variable under the cursor") }
      return context.pick(.about(row.name, "Why this value?", row.lines))
    }
    guard let session = app.session, let table = session.variables else {
      return context.say("The variables are still being read")
    }
    let outlooks = AnswerOutlooks(of: session, app.clock)
    context.pick(.explanations(of: all.map(\.name), selected: current?.name, in: table, outlooks))
  }

  /// With several variables, the user picks one; Enter goes there.
  private mutating func goToVariableUnderCursor(in context: inout FeatureContext) {
    if let refusal = context.app.refusalWithoutReadableRequest { return context.say(refusal) }
    let (all, current) = context.app.variablesUnderCursor
    guard let name = current?.name ?? all.first?.name else {
      return context.say("There is no variable under the cursor")
    }
    let isOne = current != nil || all.allSatisfy { $0.name == name }
    if isOne { go(to: name, in: &context) } else { explain(in: &context) }
  }

  private mutating func go(to name: String, in context: inout FeatureContext) {
    let app = context.app
    guard let session = app.session, let table = session.variables else {
      return context.say("The variables are still being read")
    }
    if let reference = ResponseReference.references(in: ["{{\(name)}}"]).first {
      return openRequest(named: reference.requestID, in: &context)
    }
    let explanation = VariableExplanation(name, in: table)
    switch explanation.origin {
    case .environment(let environment): edit(name, inEnvironment: environment, &context)
    case session.draft.variableOrigin?:
      leaveTrace(in: context)
      let row = session.draft.variables.firstIndex { $0.name == name && $0.isEnabled } ?? 0
      context.inRequestPane { $0.goToVariable(row) }
    case .runtime: openCapture(of: name, in: &context)
    case let origin?:
      guard let layer = session.surroundings?.layer(of: origin, with: name) else {
        return context.say("\(name) comes from \(origin.words): change it there")
      }
      leaveTrace(in: context)
      target = VariableTarget(folder: layer.path, name: name)
      context.leaveEditing()
      context.perform(.folderSettings(.opened(folder: layer.path)))
    case nil where name.hasPrefix("?"): context.say("\(name) is \(explanation.reason)")
    case nil: edit(name, inEnvironment: app.environment.chosen, &context)
    }
  }

  private func save(_ name: String, in context: inout FeatureContext) {
    guard let session = context.app.session, let (entry, scope) = session.variables?.unsavedScriptEntry(named: name),
      let collection = session.collection
    else { return }
    let value = entry.json ?? .string(entry.value)
    let change = ScriptChange(scope, name, value)
    guard !change.holdsBraces else {
      return context.say("\(name) is not saved: a file would fill in the braces in its value", .warning)
    }
    guard scope != .environment else {
      return context.perform(.environment(.variableSet(name, to: VariableValue(value))))
    }
    let place = AnswerScope(collection: collection, environment: context.app.environment.chosen)
    context.run(.files(.change(.saveVariable(change, place))))
  }

  private func edit(_ name: String, inEnvironment environment: String?, _ context: inout FeatureContext) {
    context.leaveEditing()
    context.perform(.environment(.variableTargeted(name, in: environment)))
  }

  /// Goes to the request whose answer provides the value.
  private mutating func openRequest(named id: String, in context: inout FeatureContext) {
    guard let node = context.app.request(named: id) else {
      return context.say("There is no request \(VisibleText.of(id))")
    }
    leaveTrace(in: context)
    context.leaveEditing()
    context.open(node)
  }

  /// Goes to the request that captures the variable from its answer. Looks in the open requests first, then searches
  /// the files of the others.
  private mutating func openCapture(of name: String, in context: inout FeatureContext) {
    let app = context.app
    let having = app.sessions.all.values.filter { other in
      other.collection == app.session?.collection && other.draft.captures.contains { $0.variable == name }
    }
    let key = (having.first { $0.key == app.current } ?? having.min { "\($0.key)" < "\($1.key)" })?.key
    leaveTrace(in: context)
    context.leaveEditing()
    guard let key else {
      context.perform(.overlay(.show(.find(Find()))))
      return context.perform(.find(.pasted(name)))
    }
    context.open(key)
    context.request(.tabChosen(.tests), of: key)
  }
}

/// A position in a request, recorded before going to the definition of a variable.
package struct TrailPlace: Equatable, Sendable {
  var key: RequestKey
  var tab: RequestTab
  var isOnURL: Bool
  var cursor: ListCursor
  var column: Int
}

/// A variable to go to once the settings that define it have been read.
private struct VariableTarget: Equatable, Sendable {
  var folder: String
  var name: String
}

/// The way back.
extension Variables {
  private static let longestTrail = 50

  private mutating func leaveTrace(in context: FeatureContext) {
    guard let session = context.app.session else { return }
    let editor = session.editor
    let place = TrailPlace(
      key: session.key, tab: editor.tab, isOnURL: editor.isOnURL, cursor: editor.cursor, column: editor.column)
    if trail.last != place { trail.append(place) }
    trail.removeFirst(max(0, trail.count - Self.longestTrail))
  }

  /// Returns to the last recorded position, skipping requests that have been closed or deleted.
  private mutating func goBack(in context: inout FeatureContext) {
    while let place = trail.popLast() {
      let key = context.app.sessions.follower(place.key)
      guard context.app.sessions[key] != nil else { continue }
      context.close()
      context.leaveEditing()
      context.open(key)
      context.inRequestPane(of: key) { $0.goBack(to: place) }
      return context.focus(.request)
    }
    context.say("The request that you came from is closed")
  }

  /// Moves the cursor to the variable once the settings are shown.
  private mutating func goToTarget(in key: RequestKey, _ context: inout FeatureContext) {
    guard let wanted = target else { return }
    target = nil
    guard let session = context.app.sessions[key], session.sharedFolder == wanted.folder,
      let row = session.draft.variables.firstIndex(where: { $0.name == wanted.name && $0.isEnabled })
    else { return }
    context.inRequestPane(of: key) { $0.goToVariable(row) }
  }
}

extension RequestSurroundings {
  /// The folder or the collection that gives a variable its value: the innermost with that name.
  fileprivate func layer(of origin: VariableTable.Origin, with name: String) -> SendContext.Layer? {
    let having = layers.filter { $0.settings.variables.contains { $0.name == name && $0.isEnabled } }
    return switch origin {
    case .collection: having.first
    case .folder(let folder): having.last { $0.name == folder }
    default: nil
    }
  }
}

extension Picker {
  /// A picker that shows one explanation.
  static func about(_ name: String, _ title: String, _ lines: [String]) -> Picker {
    Picker(title, .about, items: [Item(id: name, title: VisibleText.of(name))], preview: [name: lines])
  }

  /// Lists each variable once, with its value as detail and the full explanation as preview.
  static func explanations(of names: [String], selected: String?, in table: VariableTable, _ outlooks: AnswerOutlooks)
    -> Picker
  {
    var seen: Set<String> = []
    var preview: [String: [String]] = [:]
    let items = names.filter { seen.insert($0).inserted }.map { name -> Item in
      let now = outlooks.clock.now.timeIntervalSince1970
      let explanation = VariableExplanation(name, in: table, now: now, outlooks: outlooks)
      preview[name] = explanation.lines
      var item = Item(id: name, title: name, token: explanation.isWrong ? .variableUnresolved : .variableResolved)
      item.isSavable = explanation.isSavable
      return item
    }
    return Picker("Why this value?", .variable, items: items, selected: selected, preview: preview)
  }
}

/// Commands that explain variables.
enum VariableCommands {
  static let all: [Command] = [explain, define, back]

  private static let explain = Command(
    "explainVariables", "Why this value? The source of the variables under the cursor",
    [.character("i"), .function(3)], in: Context.request, section: .request, rank: 60,
    footer: .word("why this value", lead: (25, [.rows])) {
      !$0.variablesUnderCursor.all.isEmpty || $0.rowUnderCursor != nil
    },
    refusal: { $0.refusalWithoutReadableRequest }, action: .variables(.explainRequested))

  /// The keys are those of Emacs; the function key acts while a text is edited, too.
  private static let define = Command(
    "goToDefinition", "Go to the definition of the variable under the cursor, or define it",
    [.alt("."), .function(12)], in: Context.request, section: .going, rank: 142,
    refusal: { $0.refusalWithoutReadableRequest }, action: .variables(.definitionRequested))

  private static let back = Command(
    "goBack", "Go back to where the variable is used", [.alt(",")], section: .going, rank: 144,
    refusal: { $0.variables.trail.isEmpty ? "There is nothing to go back to" : nil },
    action: .variables(.backRequested))
}
