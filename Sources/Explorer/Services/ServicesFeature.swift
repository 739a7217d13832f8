import Protobuf
package import Terminal

/// The pane of a server's services: read once, opened, walked through; a method that is chosen is what the request calls.
package enum ServicesFeature {
  package enum Action: Equatable, Sendable {
    case toggled
    case refreshRequested
    /// The message of the call is to be filled in from its type.
    case messageRequested
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// What was read or fetched for a request.
    case arrived(RequestKey, RequestTypes)
  }

  struct Surroundings {
    /// What is known of the types of the open request.
    var known: RequestTypes
    /// The method that the request calls.
    var method: String
    /// Where its rows are.
    var list: Rect
    var place: SchemaPlace
  }

  enum Outcome: Equatable {
    case show
    case close
    /// The request gets the keyboard.
    case leave
    /// Reads them, or asks the server for them.
    case read(fetches: Bool)
    case learned(RequestKey, RequestTypes)
    /// The request calls this method from now on.
    case call(String)
    case fillMessage
    case said(Message.Kind, String)
  }

  static func reduce(_ page: inout ServicesPage?, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .toggled:
      if page != nil, !given.place.isFocused { return [.show] }
      if page != nil { return given.place.isBeside ? [.leave] : close(&page) }
      page = ServicesPage()
      if let types = given.known.reference { goToMethod(&page, types, given) }
      // Who opens it wants to see it: where none is kept, it is fetched.
      return [.show] + (given.known.isMissing ? [.read(fetches: true)] : [])
    case .refreshRequested: return [.read(fetches: true)]
    case .messageRequested: return [.fillMessage]
    case .arrived(let key, let found): return arrived(&page, key, found, given)
    case .pressed(let key): return press(key, &page, given)
    case .pasted(let text):
      page?.search?.paste(text)
      return []
    case .clicked(let mouse): return click(mouse, &page, given)
    }
  }

  private static func arrived(
    _ page: inout ServicesPage?, _ key: RequestKey, _ found: RequestTypes, _ given: Surroundings
  ) -> [Outcome] {
    guard page != nil, given.place.isShown else {
      // Who asked for them without the pane is told how it went.
      switch (given.known, found) {
      case (.waiting(isFetch: true), .known(let types)):
        return [.learned(key, found), .said(.information, types.origin)]
      case (.waiting(isFetch: true), .failed(let words)): return [.learned(key, found), .said(.warning, words)]
      default: return [.learned(key, found)]
      }
    }
    switch found {
    case .known(let types):
      goToMethod(&page, types, given)
      return [.learned(key, found), .said(.information, types.origin)]
    case .absent: return [.learned(key, found), .read(fetches: true)]
    case .unasked, .waiting, .failed: return [.learned(key, found)]
    }
  }

  /// The cursor begins at the method that is called.
  private static func goToMethod(_ page: inout ServicesPage?, _ types: TypesReference, _ given: Surroundings) {
    guard var shown = page else { return }
    let called = types.schema.method(path: given.method)
    if let service = called?.service {
      let row = shown.rows(types).first { $0.path == [service] }
      if row?.isOpen == false { shown.toggled.insert([service]) }
    }
    let rows = shown.rows(types)
    shown.cursor.row = called.flatMap { method in rows.firstIndex { $0.kind == .method(method.path) } } ?? 0
    shown.cursor.settle(count: rows.count, height: given.list.height)
    page = shown
  }

  private static func press(_ key: Key, _ page: inout ServicesPage?, _ given: Surroundings) -> [Outcome] {
    guard var shown = page else { return [] }
    defer { if page != nil { page = shown } }
    if type(key, &shown) { return [] }
    let rows = given.known.reference.map { shown.rows($0) } ?? []
    switch key {
    case .escape, .control("c"):
      guard key == .escape, shown.search != nil else { return close(&page) }
      shown.search = nil
      shown.cursor = ListCursor()
    case .up, .character("k"): shown.cursor.row -= 1
    case .down, .character("j"): shown.cursor.row += 1
    case .pageUp: shown.cursor.row -= given.list.height
    case .pageDown: shown.cursor.row += given.list.height
    case .home, .character("g"): shown.cursor.row = 0
    case .end, .character("G"): shown.cursor.row = rows.count - 1
    case .character("/"):
      shown.search = TextField()
      shown.cursor = ListCursor()
    case .character("r"): return [.read(fetches: true)]
    case .character("v"): return leave(&page, given) + [.fillMessage]
    case .left, .character("h"): goOut(&shown, rows)
    case .right, .character("l"), .character(" "): toggle(&shown, rows, opensOnly: key != .character(" "))
    case .enter:
      guard rows.indices.contains(shown.cursor.row) else { return [] }
      if case .method(let path) = rows[shown.cursor.row].kind { return leave(&page, given) + [.call(path)] }
      toggle(&shown, rows, opensOnly: false)
    default: break
    }
    settle(&shown, given)
    return []
  }

  /// Keys of an open search; `false` for those that act on the list.
  private static func type(_ key: Key, _ page: inout ServicesPage) -> Bool {
    guard page.search != nil else { return false }
    switch key {
    case .up, .down, .left, .right, .pageUp, .pageDown, .enter, .escape, .control("c"): return false
    default:
      _ = page.search?.handle(key)
      page.cursor = ListCursor()
      return true
    }
  }

  private static func settle(_ page: inout ServicesPage, _ given: Surroundings) {
    page.cursor.settle(count: given.known.reference.map { page.rows($0).count } ?? 0, height: given.list.height)
  }

  private static func toggle(_ page: inout ServicesPage, _ rows: [ServiceRow], opensOnly: Bool) {
    guard rows.indices.contains(page.cursor.row) else { return }
    let row = rows[page.cursor.row]
    guard row.canOpen, !(opensOnly && row.isOpen) else { return }
    page.toggled.formSymmetricDifference([row.path])
  }

  /// Closes the row, or goes to the one that it is in.
  private static func goOut(_ page: inout ServicesPage, _ rows: [ServiceRow]) {
    guard rows.indices.contains(page.cursor.row) else { return }
    let row = rows[page.cursor.row]
    if row.isOpen {
      page.toggled.formSymmetricDifference([row.path])
    } else if let above = rows.firstIndex(where: { $0.path == Array(row.path.dropLast()) }) {
      page.cursor.row = above
    }
  }

  private static func click(_ mouse: Mouse, _ page: inout ServicesPage?, _ given: Surroundings) -> [Outcome] {
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

  /// What was chosen is looked at in the request; beside it, the services stay.
  private static func leave(_ page: inout ServicesPage?, _ given: Surroundings) -> [Outcome] {
    given.place.isBeside ? [.leave] : close(&page)
  }

  private static func close(_ page: inout ServicesPage?) -> [Outcome] {
    page = nil
    return [.close]
  }
}
