import Terminal

/// Text typed into a box that was closed, or whose input failed: it is restored, selected, when the box opens again.
/// Only undo discards typed text.
package struct KeptTexts: Equatable, Sendable {
  package enum Place: Hashable, Sendable {
    case prompt(Prompt.Purpose)
    case picker(Picker.Purpose)
    case find
    /// The URL of a request that was never one.
    case smartLine
    /// An option of a request.
    case option(RequestKey, String)
  }

  private var texts: [Place: String] = [:]
  /// Text accepted by the box that may still fail on disk.
  private var answered: (place: Place, text: String)?
  /// The last of these that failed, or that a question stands before.
  private var failed: (place: Place, text: String)?

  mutating func keep(_ text: String, of place: Place) {
    if !text.isEmpty { texts[place] = text }
  }

  /// Removes and returns the text of a box.
  mutating func take(_ place: Place) -> String? { texts.removeValue(forKey: place) }

  mutating func answer(_ text: String, of place: Place) { answered = (place, text) }

  /// Completes the last answer; keeps its text after a failure.
  mutating func settle(failed: Bool) {
    if failed, let answered {
      keep(answered.text, of: answered.place)
      self.failed = answered
    }
    answered = nil
  }

  /// What was asked about is done after all: its text may still fail, and is not kept if it does not.
  mutating func answerAgain() {
    guard let failed, texts[failed.place] == failed.text else { return }
    texts[failed.place] = nil
    (answered, self.failed) = (failed, nil)
  }

  package static func == (left: KeptTexts, right: KeptTexts) -> Bool {
    left.texts == right.texts && isSame(left.answered, right.answered) && isSame(left.failed, right.failed)
  }

  private static func isSame(_ left: (place: Place, text: String)?, _ right: (place: Place, text: String)?) -> Bool {
    left?.place == right?.place && left?.text == right?.text
  }
}

extension TextField {
  /// Inserts the text selected, so that typing replaces it; undo restores the initial text.
  mutating func bringBack(_ text: String) {
    replaceAll(with: text)
    selectAll()
  }
}
