import Networking

extension ConversationMessage.Direction {
  /// The direction's name in archives.
  package var word: String {
    switch self {
    case .outgoing: "send"
    case .incoming: "receive"
    }
  }

  /// `nil` for any other word.
  init?(word: String?) {
    switch word {
    case "send": self = .outgoing
    case "receive": self = .incoming
    default: return nil
    }
  }
}
