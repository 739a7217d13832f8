/// The state of linear mode: the user's last question, and the last cursor motion.
package struct LinearMode: Equatable, Sendable {
  enum Question: Equatable, Sendable {
    case place
    /// The lines around the cursor, one portion after the other.
    case list(portion: Int)
  }

  /// The number of lines read on a page key.
  static let page = 12

  /// The last question, and its number, because the same may be asked again.
  private(set) var question: Question?
  private(set) var count = 0
  /// The cursor motion of the last key.
  var motion: Motion?

  mutating func ask(_ question: Question) {
    self.question = question
    count += 1
  }

  /// Resets the state on another key, so that the next list begins at the cursor.
  mutating func begin() { motion = nil }

  var nextPortion: Int {
    if case .list(let portion)? = question { portion + 1 } else { 0 }
  }
}
