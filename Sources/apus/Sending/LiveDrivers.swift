import Networking
import Sessions

/// The protocols that Apus can speak: the first driver that accepts a request handles it. Add new protocols here.
enum LiveDrivers {
  static func all(_ client: Client) -> [ConversationDriver] { [ConversationDriver(client)] }

  /// The kinds of request that can be sent. Reading this opens no connection.
  static var kinds: Set<String> { all(LiveClient.make()).kinds }
}
