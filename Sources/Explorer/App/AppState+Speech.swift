import Terminal
import Workspaces

/// What is typed into an open conversation.
extension AppState {
  /// Whether keys go to the field of an open conversation.
  var isSpeaking: Bool {
    focus == .response && page == nil && overlay == nil && session?.response.speech.isActive == true
  }

  /// Whether the key that leaves ends an open conversation: in the response what lies over the messages closes first.
  var endsConversation: Bool {
    guard let session, session.isSending, let conversation = session.response.conversation else { return false }
    return focus == .request || session.response.looks.isEmpty && conversation.filter == nil
  }

  /// `^R` while a conversation is open: says the saved message under the cursor, or lets the user type.
  mutating func speak(into key: RequestKey) -> [Effect] {
    if key == current, focus == .request, let message = session?.messageUnderCursor {
      return respond(.saidSaved(message), of: key)
    }
    return respond(.speechRequested, of: key)
  }
}

extension RequestSession {
  /// The saved message that the cursor is on, while it is not typed in.
  fileprivate var messageUnderCursor: ConversationDefinition.Message? {
    guard !editor.isOnURL, editor.editing == nil else { return nil }
    let row: Int
    switch content {
    case .table(.messages):
      guard case .own(let own)? = tableLine else { return nil }
      row = own
    case .text(.message(let place)): row = place
    default: return nil
    }
    return draft.conversation.messages.indices.contains(row) ? draft.conversation.messages[row] : nil
  }
}
