import Terminal

/// Text typed into a box that was closed, or whose input failed: it is restored, selected, when the box opens again.
/// Only undo discards typed text.
public struct KeptTexts: Equatable, Sendable {
  public enum Place: Hashable, Sendable {
    case prompt(Prompt.Purpose)
    case picker(Picker.Purpose)
    case find
    /// An option of a request.
    case option(RequestKey, String)
  }

  private var texts: [Place: String] = [:]
  /// Text accepted by the box that may still fail on disk.
  private var answered: (place: Place, text: String)?

  mutating func keep(_ text: String, of place: Place) {
    if !text.isEmpty { texts[place] = text }
  }

  /// Removes and returns the text of a box.
  mutating func take(_ place: Place) -> String? { texts.removeValue(forKey: place) }

  mutating func answer(_ text: String, of place: Place) { answered = (place, text) }

  /// Completes the last answer; keeps its text after a failure.
  mutating func settle(failed: Bool) {
    if failed, let answered { keep(answered.text, of: answered.place) }
    answered = nil
  }

  public static func == (left: KeptTexts, right: KeptTexts) -> Bool {
    left.texts == right.texts && left.answered?.place == right.answered?.place
      && left.answered?.text == right.answered?.text
  }
}

extension AppState {
  /// Restores the text last typed into the box that has just opened.
  mutating func bringBackTyped() -> [Effect] {
    switch overlay {
    case .prompt(var prompt):
      guard let text = keptTexts.take(.prompt(prompt.purpose)) else { return [] }
      prompt.field.bringBack(text)
      return typed(prompt)
    case .picker(var picker):
      guard let text = keptTexts.take(.picker(picker.purpose)) else { return [] }
      picker.field.bringBack(text)
      picker.filter()
      overlay = .picker(picker)
      return []
    case .find: return keptTexts.take(.find).map { apply(.find(.broughtBack($0))) } ?? []
    default: return []
    }
  }

  /// Keeps the text of a prompt that closes without being accepted.
  mutating func keepTyped(_ prompt: Prompt) {
    guard !prompt.isHidden, prompt.field.text != prompt.initial else { return }
    if prompt.purpose == .sendAnswer {
      outbox.lastAnswers[prompt.title] = prompt.field.text
      return
    }
    keptTexts.keep(prompt.field.text, of: .prompt(prompt.purpose))
  }
}

extension TextField {
  /// Inserts the text selected, so that typing replaces it; undo restores the initial text.
  mutating func bringBack(_ text: String) {
    replaceAll(with: text)
    selectAll()
  }
}
