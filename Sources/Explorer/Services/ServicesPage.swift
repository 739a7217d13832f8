import Terminal

/// The services of the open call's server in a box: a tree down to the fields of their messages, with a search.
package struct ServicesPage: Equatable, Sendable {
  /// Rows that are the other way round than at first.
  var toggled: Set<[String]> = []
  /// What is searched for; `nil` while no search is open.
  var search: TextField?
  var cursor = ListCursor()

  func rows(_ types: TypesReference) -> [ServiceRow] {
    var rows = ServiceRows(types.schema, toggled: toggled)
    if let search, !search.isEmpty { rows.addMatches(of: search.text) } else { rows.addServices() }
    return rows.rows
  }

  static let keys = [
    PaneKey("Enter", "choose", "Call the method, and fill in its message; open or close anything else"),
    PaneKey("→", "open", "Open the service, the method or the field"), PaneKey("/", "search", "Search in names"),
    PaneKey("v", "message", "Fill in the message from its type"), PaneKey("r", "fetch", "Ask the server again"),
    PaneKey("Esc", "close", "Close"), PaneKey("←", nil, "Close, or go to what it is in"),
  ]
}
