import Terminal

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
    keptTexts.keep(prompt.field.text, of: .prompt(prompt.purpose))
  }
}
