import Networking
import Sessions

/// The protocols that Apus can speak: the first driver that accepts a request handles it. Add new protocols here.
enum LiveDrivers {
  /// - Parameters:
  ///   - input: what the user says into a conversation.
  ///   - isAttended: whether somebody ends it who says nothing.
  static func all(
    _ client: Client, input: ConversationInput? = nil, isAttended: Bool = false
  ) -> [ConversationDriver] {
    [
      .subscriptions(client, isAttended: isAttended), ConversationDriver(client),
      .webSocket(client, input: input, isAttended: isAttended),
      .grpc(client, input: input, isAttended: isAttended),
    ]
  }

  /// The kinds of request that can be sent. Reading this opens no connection.
  static var kinds: Set<String> { all(LiveClient.make()).kinds }
}
