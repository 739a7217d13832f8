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

  /// The keys that its last row names.
  static let keys = [
    (key: "Enter", label: "choose"), (key: "→", label: "open"), (key: "/", label: "search"),
    (key: "v", label: "message"), (key: "r", label: "fetch"), (key: "Esc", label: "close"),
  ]
}
