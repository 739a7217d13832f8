import Terminal

/// Text typed into a box that was closed or whose input failed. It is restored, selected, when the box opens again.
/// Only undo discards typed text.
package struct KeptTexts: Equatable, Sendable {
  package enum Place: Hashable, Sendable {
    case prompt(Prompt.Purpose)
    case picker(Picker.Purpose)
    case find
    /// The text of the smart line that did not become a request.
    case smartLine
    case option(RequestKey, String)
  }

  private var texts: [Place: String] = [:]
  /// Text accepted by the box that may still fail on disk.
  private var answered: (place: Place, text: String)?
  /// The last text whose operation failed or awaits consent.
  private var failed: (place: Place, text: String)?

  mutating func keep(_ text: String, of place: Place) {
    if !text.isEmpty { texts[place] = text }
  }

  mutating func take(_ place: Place) -> String? { texts.removeValue(forKey: place) }

  mutating func answer(_ text: String, of place: Place) { answered = (place, text) }

  /// True if the last answer is from this box and not completed yet.
  func isAnswered(_ place: Place) -> Bool { answered?.place == place }

  /// Completes the last answer, keeping its text after a failure.
  mutating func settle(failed: Bool) {
    if failed, let answered {
      keep(answered.text, of: answered.place)
      self.failed = answered
    }
    answered = nil
  }

  /// Repeats the last answer after consent: its text is kept only if the operation fails.
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
