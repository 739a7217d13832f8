import Terminal
import Workspaces

/// What is typed into an open conversation.
extension AppState {
  /// Whether keys go to the field of an open conversation.
  var isSpeaking: Bool {
    focus == .response && page == nil && overlay == nil && session?.response.speech.isActive == true
  }

  /// `^R` while a conversation is open: says the saved message under the cursor, or lets the user type.
  mutating func speak(into key: RequestKey) -> [Effect] {
    if key == current, focus == .request, let session, !session.editor.isOnURL, session.editor.editing == nil,
      session.content == .table(.messages), case .own(let row)? = session.tableLine,
      session.draft.conversation.messages.indices.contains(row)
    {
      return respond(.saidSaved(session.draft.conversation.messages[row]), of: key)
    }
    return respond(.speechRequested, of: key)
  }
}
