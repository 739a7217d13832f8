extension AppState {
  /// Pastes into a single-line field; a message says what was refused or changed.
  mutating func pasteLine(_ text: String, _ take: (inout AppState) -> [Effect]) -> [Effect] {
    let line = PastedLine(text: text)
    if let refusal = line.refusal() { return say(.warning, refusal) }
    let effects = take(&self)
    return effects + (line.remark.map { say(.information, $0) } ?? [])
  }

  /// Reports that no field with the focus accepts a paste.
  mutating func refusePaste() -> [Effect] {
    say(.information, "There is nothing to paste into here")
  }
}
