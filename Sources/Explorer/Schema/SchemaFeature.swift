import Basics
import GraphQL
package import Terminal

/// The pane of a GraphQL schema: read once, opened, walked through; what is ticked in its tree goes into the query.
package enum SchemaFeature {
  package enum Action: Equatable, Sendable {
    case toggled
    case refreshRequested
    /// The variables of the operation are to be filled in, as far as they are missing.
    case variablesRequested
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// What was read or fetched for a request.
    case arrived(RequestKey, RequestSchema)
  }

  struct Surroundings {
    /// What is known of the schema of the open request.
    var known: RequestSchema
    var query: SchemaQuery
    /// The text of the variables.
    var variables: String
    /// Where its rows are.
    var list: Rect
    var place: SchemaPlace
  }

  enum Outcome: Equatable {
    case show
    case close
    /// The request gets the keyboard.
    case leave
    /// Reads it, or asks the server for it.
    case read(fetches: Bool)
    case learned(RequestKey, RequestSchema)
    /// The query with a selection more or less, and where it changed.
    case write(String, caret: Int)
    case writeVariables(String)
    case said(Message.Kind, String)
  }

  static func reduce(_ page: inout SchemaPage?, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .toggled:
      if page != nil, !given.place.isFocused { return [.show] }
      if page != nil { return given.place.isBeside ? [.leave] : close(&page) }
      page = SchemaPage()
      // Who opens it wants to see it: where none is kept, it is fetched.
      return [.show] + (given.known.isMissing ? [.read(fetches: true)] : [])
    case .refreshRequested: return [.read(fetches: true)]
    case .variablesRequested: return fill(given)
    case .arrived(let key, let found):
      guard page != nil, given.place.isShown else { return [.learned(key, found)] }
      switch found {
      case .known(let reference): return [.learned(key, found), .said(.information, reference.origin)]
      case .absent: return [.learned(key, found), .read(fetches: true)]
      case .unasked, .waiting, .failed: return [.learned(key, found)]
      }
    case .pressed(let key): return press(key, &page, given)
    case .pasted(let text):
      page?.search?.paste(text)
      return []
    case .clicked(let mouse): return click(mouse, &page, given)
    }
  }

  private static func press(_ key: Key, _ page: inout SchemaPage?, _ given: Surroundings) -> [Outcome] {
    guard var shown = page else { return [] }
    defer { if page != nil { page = shown } }
    if let outcomes = type(key, &shown) { return outcomes }
    let rows = given.known.reference.map { shown.rows($0, given.query) } ?? SchemaRows([])
    switch key {
    case .escape, .control("c"):
      guard key == .escape, goBack(&shown) else { return close(&page) }
    case .up, .character("k"): move(&shown, -1)
    case .down, .character("j"): move(&shown, 1)
    case .pageUp: move(&shown, -given.list.height)
    case .pageDown: move(&shown, given.list.height)
    case .home, .character("g"): shown.cursor.row = 0
    case .end, .character("G"): shown.cursor.row = rows.count - 1
    case .tab, .character("t"): shown.view = shown.view == .fields ? .types : .fields
    case .character("/"):
      shown.view = .types
      shown.search = TextField()
    case .character("o"): shown.root = next(shown, given)
    case .character("r"): return [.read(fetches: true)]
    case .character("v"): return fill(given)
    case .left, .character("h"): goOut(&shown, rows)
    case .right, .character("l"), .enter: goIn(&shown, rows, isEnter: key == .enter)
    case .character(" "): return tick(shown, rows, given)
    default: break
    }
    settle(&shown, given)
    return []
  }

  /// Keys of an open search; `nil` for those that act on the list.
  private static func type(_ key: Key, _ page: inout SchemaPage) -> [Outcome]? {
    guard page.view == .types, page.search != nil, page.place.isEmpty else { return nil }
    switch key {
    case .up, .down, .pageUp, .pageDown, .enter, .tab, .escape, .control("c"): return nil
    default:
      _ = page.search?.handle(key)
      page.cursor = ListCursor()
      return []
    }
  }

  private static func move(_ page: inout SchemaPage, _ step: Int) { page.cursor.row += step }

  private static func settle(_ page: inout SchemaPage, _ given: Surroundings) {
    let count = given.known.reference.map { page.rows($0, given.query).count } ?? 0
    page.cursor.settle(count: count, height: given.list.height)
  }

  /// - Returns: whether there was a step to take back.
  private static func goBack(_ page: inout SchemaPage) -> Bool {
    guard page.view == .types else { return false }
    if page.place.popLast() != nil { return true }
    guard page.search != nil else { return false }
    page.search = nil
    return true
  }

  private static func goOut(_ page: inout SchemaPage, _ rows: SchemaRows) {
    guard page.view == .fields else {
      _ = goBack(&page)
      return
    }
    guard rows.indices.contains(page.cursor.row) else { return }
    let row = rows[page.cursor.row]
    if row.isOpen {
      page.opened.remove(row.path)
    } else if let above = rows.firstIndex(where: { $0.path == Array(row.path.dropLast()) }) {
      page.cursor.row = above
    }
  }

  private static func goIn(_ page: inout SchemaPage, _ rows: SchemaRows, isEnter: Bool) {
    guard rows.indices.contains(page.cursor.row) else { return }
    let row = rows[page.cursor.row]
    if page.view == .fields {
      if row.isOpen, isEnter {
        page.opened.remove(row.path)
      } else if row.canOpen {
        page.opened.insert(row.path)
      }
      return
    }
    let entry = row.entry
    let hasArguments = entry.kind == .field && entry.signature.contains("(")
    guard let next = hasArguments ? entry.owner.map({ "\($0).\(entry.name)" }) : entry.target else { return }
    if next != page.place.last { page.place.append(next) }
  }

  /// The next root that the schema has.
  private static func next(_ page: SchemaPage, _ given: Surroundings) -> OperationKind? {
    guard let schema = given.known.reference?.schema else { return page.root }
    let kinds = OperationKind.allCases.filter { schema.root($0) != nil }
    let current = kinds.firstIndex(of: page.kind(given.query)) ?? 0
    return kinds.isEmpty ? nil : kinds[(current + 1) % kinds.count]
  }

  private static func tick(_ page: SchemaPage, _ rows: SchemaRows, _ given: Surroundings) -> [Outcome] {
    guard page.view == .fields, rows.indices.contains(page.cursor.row), let schema = given.known.reference?.schema
    else {
      return []
    }
    do throws(ToggleError) {
      let changed = try schema.toggle(
        rows[page.cursor.row].path, of: page.kind(given.query), in: given.query.text, near: given.query.offset)
      return [.write(changed.text, caret: changed.cursor)]
    } catch {
      return [.said(.warning, "Not changed: \(error.message)")]
    }
  }

  /// The variables that the operation has and the text has not.
  private static func fill(_ given: Surroundings) -> [Outcome] {
    guard let schema = given.known.reference?.schema else { return [.said(.information, "There is no schema yet")] }
    guard let operation = given.query.operation, !operation.variables.isEmpty else {
      return [.said(.information, "The operation has no variables")]
    }
    let isBlank = !given.variables.utf8.contains { $0 > 0x20 }
    // What is no JSON yet is left to who writes it.
    guard let known = isBlank ? .object([]) : try? JSONValue(parsing: given.variables.utf8), case .object = known else {
      return [.said(.warning, "The variables are no JSON object, so nothing is added to them")]
    }
    var values = known
    if case .object(let members) = schema.variablesTemplate(of: operation) {
      for member in members where known[member.name] == nil { values[member.name] = member.value }
    }
    guard values != known else { return [.said(.information, "All variables have a value")] }
    return [.writeVariables(values.pretty), .said(.information, "The variables were filled in")]
  }

  private static func click(_ mouse: Mouse, _ page: inout SchemaPage?, _ given: Surroundings) -> [Outcome] {
    guard var shown = page else { return [] }
    switch given.place.click(mouse, &shown.cursor, on: given.list) {
    case .close: return close(&page)
    case .key(let key): return press(key, &page, given)
    case .moved:
      settle(&shown, given)
      page = shown
      return []
    case nil: return []
    }
  }

  private static func close(_ page: inout SchemaPage?) -> [Outcome] {
    page = nil
    return [.close]
  }
}
