import Terminal

/// What was typed into a box that was then closed, or whose answer failed: it is there again, selected, when the box
/// opens the next time. Nothing but undo discards what was typed.
public struct KeptTexts: Equatable, Sendable {
  public enum Place: Hashable, Sendable {
    case prompt(Prompt.Purpose)
    case picker(Picker.Purpose)
    case find
    /// An option of a request.
    case option(RequestKey, String)
  }

  private var texts: [Place: String] = [:]
  /// What the disk has yet to agree to.
  private var answered: (place: Place, text: String)?

  mutating func keep(_ text: String, of place: Place) {
    if !text.isEmpty { texts[place] = text }
  }

  /// The text is in its place again.
  mutating func take(_ place: Place) -> String? { texts.removeValue(forKey: place) }

  mutating func answer(_ text: String, of place: Place) { answered = (place, text) }

  /// What became of the last answer.
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
  /// Puts what was typed there the last time into a box that has just been opened.
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

  /// Before a prompt closes without its answer.
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
  /// The text, selected, so that typing replaces it; undo leads back to what stood there.
  mutating func bringBack(_ text: String) {
    replaceAll(with: text)
    selectAll()
  }
}
