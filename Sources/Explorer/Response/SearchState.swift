/// A search in a document or a list: what is looked for, what was found so far, where we stand.
public struct SearchState: Equatable, Sendable {
  public var text: String
  /// Byte ranges in the text of the view, ascending; grows while the search runs.
  public var matches: [Range<Int>] = []
  /// Index into `matches`; `nil` while none is chosen.
  public var current: Int?
  public var isComplete = false
  /// Tells results of an older search from those of this one.
  public var serial: Int

  public init(_ text: String, serial: Int) {
    self.text = text
    self.serial = serial
  }

  /// `3 of 41`, with a `+` while more may come.
  public var summary: String {
    if matches.isEmpty { return isComplete ? "no match" : "searching" }
    let total = Quantity.count(matches.count) + (isComplete ? "" : "+")
    return current.map { "\($0 + 1) of \(total)" } ?? total
  }

  public var currentRange: Range<Int>? {
    current.flatMap { matches.indices.contains($0) ? matches[$0] : nil }
  }
}
