import Basics
package import Documents

/// A search in a document: its text, its start and the current match.
package struct SearchState: Equatable, Sendable {
  package var text: String
  /// Continues in the background; every frame asks it for the matches so far.
  package var search: DocumentSearch
  /// The cursor position when the search began: the search goes to the first match after it.
  package var origin: Int
  package var current: DocumentSearch.Match?

  /// For example `3 of 41`, with a `+` while the search is running.
  package var summary: String {
    let status = search.status
    if status.count == 0 { return status.isComplete ? "no match" : "searching" }
    let total = Quantity.count(status.count) + (status.isComplete ? "" : "+")
    return current?.ordinal.map { "\(Quantity.count($0)) of \(total)" } ?? total
  }
}
