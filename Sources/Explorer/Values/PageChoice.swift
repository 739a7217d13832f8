/// The user's choices for the layout of a page over the whole window, in percent; `nil` for its own.
package struct PageChoice: Hashable, Sendable {
  /// The share of the list beside the other panes.
  package var list: Int?
  /// The share of the height above the line between the panes.
  package var upper: Int?
  /// The columns that the list needs to show its rows whole: no choice, and not remembered.
  var asked = 0

  package init(list: Int? = nil, upper: Int? = nil) {
    self.list = list
    self.upper = upper
  }

  /// How far a line can be moved.
  static let range = 20...80

  static func limited(_ share: Int) -> Int { min(max(share, range.lowerBound), range.upperBound) }
}
