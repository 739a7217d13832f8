import Terminal

extension AppState {
  var requestContext: Context { .url }
  /// Whether keys are text now.
  var isEditingText: Bool { false }

  mutating func apply(_ action: RequestAction) -> [Effect] {
    switch action {
    case .tabChosen(let tab):
      session?.editor.tab = tab
      return []
    case .methodChosen(let method): return edit { $0.method = method }
    case .edited: return []
    case .changed(let key, let definition): return edit(key) { $0 = definition }
    }
  }

  /// A key for the field being edited; `nil` when the field has no use for it.
  mutating func applyToEditor(_ key: Key) -> [Effect]? { nil }
  mutating func applyToEditor(paste text: String) -> [Effect] { [] }
  /// Takes over what is being typed, as if Enter had been pressed.
  mutating func endEditing() {}
  /// The focus goes to another pane: what is being typed is kept.
  mutating func leavePane() -> [Effect] { [] }

  mutating func performInRequest(_ command: Command) -> [Effect] { [] }
  mutating func clickRequest(_ mouse: Mouse, in rect: Rect) -> [Effect] { [] }
  mutating func editEnvironmentRequested() -> [Effect] { [] }
}

extension AppState {
  mutating func pickedInRequest(_ purpose: Picker.Purpose, _ id: String) -> [Effect] { [] }
  mutating func answeredInEnvironments(_ purpose: Prompt.Purpose, _ name: String) -> [Effect] { [] }
}

extension AppState {
  /// The field that has to change gets the focus.
  mutating func focus(on field: Refusal.Field) -> [Effect] { setFocus(.request) }
}
