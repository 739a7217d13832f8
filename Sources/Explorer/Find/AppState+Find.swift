import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: FindAction) -> [Effect] {
    guard case .find(var page)? = overlay else { return [] }
    switch action {
    case .rested(let serial):
      guard serial == page.serial, !page.field.isEmpty else { return [] }
      page.isRunning = true
      page.hits = []
      page.cursor = ListCursor()
      overlay = .find(page)
      return [.find(.begin(page.field.text, workspace, serial: serial, limit: FindPage.limit))]
    case .found(let serial, let hits):
      guard serial == page.serial else { return [] }
      page.hits += hits
    case .ended(let serial):
      guard serial == page.serial else { return [] }
      page.isRunning = false
    }
    overlay = .find(page)
    return []
  }

  mutating func press(_ key: Key, in page: FindPage) -> [Effect] {
    var page = page
    let height = FindView.list(in: size).height
    switch key {
    case .escape, .control("c"):
      keptTexts.keep(page.field.text, of: .find)
      overlay = nil
      return [.find(.stop)]
    case .enter: return take(page)
    case .up, .control("p"): page.cursor.row -= 1
    case .down, .control("n"): page.cursor.row += 1
    case .pageUp: page.cursor.row -= height
    case .pageDown: page.cursor.row += height
    default:
      let before = page.field.text
      _ = page.field.handle(key)
      if page.field.text != before { return typed(page) }
    }
    return settle(page)
  }

  mutating func paste(_ text: String, in page: FindPage) -> [Effect] {
    var page = page
    page.field.paste(text)
    return typed(page)
  }

  mutating func click(_ mouse: Mouse, in page: FindPage) -> [Effect] {
    var page = page
    let list = FindView.list(in: size)
    switch mouse.kind {
    case .wheelUp: page.cursor.row -= 1
    case .wheelDown: page.cursor.row += 1
    case .press:
      guard list.contains(mouse.point) else {
        return FindView.frame(in: size).contains(mouse.point) ? [] : press(.escape, in: page)
      }
      let row = page.cursor.offset + mouse.point.y - list.y
      guard page.hits.indices.contains(row) else { return [] }
      page.cursor.row = row
      return take(page)
    case .release, .drag: return []
    }
    return settle(page)
  }

  /// The search begins when the fingers rest; what was found for another text goes at once.
  mutating func typed(_ page: FindPage) -> [Effect] {
    var page = page
    page.serial = nextSerial()
    page.isRunning = !page.field.isEmpty
    page.hits = []
    page.cursor = ListCursor()
    overlay = .find(page)
    return [.find(.stop), .after(.milliseconds(120), .find(.rested(serial: page.serial)))]
  }

  private mutating func settle(_ page: FindPage) -> [Effect] {
    var page = page
    page.cursor.settle(count: page.hits.count, height: FindView.list(in: size).height)
    overlay = .find(page)
    return []
  }

  private mutating func take(_ page: FindPage) -> [Effect] {
    guard let hit = page.current else { return [] }
    overlay = nil
    let stop: [Effect] = [.find(.stop)]
    guard let node = workspace.request(at: hit.path) else {
      environment.chosen = environment.all.contains { $0.name == hit.name } ? hit.name : environment.chosen
      return stop + editEnvironmentRequested()
    }
    tree.reveal(.request(hit.path), in: workspace)
    rebuildTree()
    tree.select(.request(hit.path))
    revealTreeCursor()
    let sought = Sought(key: .file(hit.path), text: page.field.text)
    self.sought = sought
    return stop + open(node)
  }

  /// Brings the cursor to the field in which the text was found.
  mutating func goToSought(_ key: RequestKey) -> [Effect] {
    guard let sought, sought.key == key, let draft = sessions[key]?.draft else { return [] }
    self.sought = nil
    let needle = sought.text.lowercased()
    func has(_ texts: String...) -> Bool { texts.contains { $0.lowercased().contains(needle) } }
    if has(draft.url, draft.method) { return focus(on: .url) }
    if let row = draft.params.firstIndex(where: { has($0.row.name, $0.row.value, $0.row.note) }) {
      return focus(on: .param(row))
    }
    if let row = draft.headers.firstIndex(where: { has($0.name, $0.value, $0.note) }) { return focus(on: .header(row)) }
    if let text = draft.text(in: .body) ?? draft.text(in: .query), has(text) { return focus(on: .body) }
    if draft.authentication.fields.contains(where: { has($0.value) }) { return focus(on: .auth) }
    if has(draft.docs) { return choose(.docs) }
    if draft.variables.contains(where: { has($0.name, $0.value) }) { return choose(.variables) }
    if draft.assertions.contains(where: { has($0.expression, $0.value) }) { return choose(.tests) }
    return []
  }
}

/// A text that a request was opened for.
struct Sought: Equatable, Sendable {
  var key: RequestKey
  var text: String
}
