import Terminal
import Workspaces

/// Lines that are texts: a character typed on one of them edits it, without Enter before.
///
/// The URL line is a text, and so is an empty field of the Auth tab. Tables are lists, whose letters are commands, and an
/// accidental letter in a field that hides its text would not be seen.
extension AppState {
  /// True if the cursor is on such a line, so that characters are text and not commands.
  var isOnTextLine: Bool { textLine != nil }

  private var textLine: EditTarget? {
    guard page == nil, overlay == nil, focus == .request, let session, session.editor.editing == nil,
      refusalToEdit == nil
    else { return nil }
    // In an open conversation, letters such as `m` send messages.
    if session.editor.isOnURL { return sending(session.key)?.takesInput == true ? nil : .url }
    guard session.editor.tab == .auth, case .fields = session.content, let line = session.fieldLine,
      case .text = line.kind, line.isEditable, line.value.isEmpty
    else { return nil }
    return .field(line.id)
  }

  /// Edits the line with the typed character; `nil` if the key is no text there.
  mutating func typeOnLine(_ key: Key) -> [Effect]? {
    guard key.isTyped, key != .character(" "), isOnTextLine else { return nil }
    scratch.typed = TypedStart()
    return inRequestPane { $0.type(key) }
  }

  /// True if Enter in the URL sends the request; a setting says so.
  var enterInURLSends: Bool { settings.configuration.enterInURL?.value != "keep" }
}

extension Key {
  /// True for a key that types a character into a text.
  var isTyped: Bool {
    guard case .character = code else { return false }
    return modifiers.isSubset(of: .shift)
  }
}
