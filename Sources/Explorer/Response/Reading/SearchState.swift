import Basics
import Documents

/// A search in a document: what is looked for, where it began, and the match it stands at.
public struct SearchState: Equatable, Sendable {
  public var text: String
  /// Goes on in the background; asked for what is found whenever something is drawn.
  public var search: DocumentSearch
  /// Where the cursor was when the search began: the first match from there is gone to.
  public var origin: Int
  public var current: DocumentSearch.Match?

  /// `3 of 41`, with a `+` while more may come.
  public var summary: String {
    let status = search.status
    if status.count == 0 { return status.isComplete ? "no match" : "searching" }
    let total = Quantity.count(status.count) + (status.isComplete ? "" : "+")
    return current?.ordinal.map { "\(Quantity.count($0)) of \(total)" } ?? total
  }
}
