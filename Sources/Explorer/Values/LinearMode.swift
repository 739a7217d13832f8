/// What linear mode adds to the state: what the user asked to be told, and how the cursor last moved.
package struct LinearMode: Equatable, Sendable {
  enum Question: Equatable, Sendable {
    case place
    /// The lines around the cursor, as one portion after the other.
    case list(portion: Int)
  }

  /// So many lines of a text are read with a key for pages.
  static let page = 12

  /// The last question, and which one it was: the same may be asked again.
  private(set) var question: Question?
  private(set) var count = 0
  /// Of the last key, where it moved the cursor.
  var motion: Motion?

  mutating func ask(_ question: Question) {
    self.question = question
    count += 1
  }

  /// Another key was pressed: the next list begins at the cursor again.
  mutating func begin() { motion = nil }

  var nextPortion: Int {
    if case .list(let portion)? = question { portion + 1 } else { 0 }
  }
}
