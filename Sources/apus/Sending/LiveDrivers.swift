import Networking
import Sessions

/// What Apus can hold a conversation in, the first that fits a request is taken: the place where a protocol is added.
enum LiveDrivers {
  static func all(_ client: Client) -> [ConversationDriver] { [ConversationDriver(client)] }

  /// The kinds of request that can be sent. Asking opens nothing.
  static var kinds: Set<String> { all(LiveClient.make()).kinds }
}
