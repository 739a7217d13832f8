import Basics
import Networking

/// The way to what is said, whichever connection of a conversation it goes to.
// A class because connections and what is said come from different tasks.
final class SpeakingLine: Sendable {
  private struct State {
    /// What has begun last, to be closed.
    var begun: WebSocketSender?
    /// What the user's messages go to: `nil` before those of the file are said on the first connection.
    var sender: WebSocketSender?
    /// Counts the connections.
    var number = 0
    var isOver = false
    var close: Conversation.Close?
  }

  private let state = Monitor(State())

  /// How our side has ended it.
  var close: Conversation.Close? { state.read { $0.close } }

  /// A connection begins.
  func begin(_ sender: WebSocketSender) { state.change { $0.begun = sender } }

  /// The user's messages go to this connection from now on.
  func connect(_ sender: WebSocketSender) {
    state.change { state in
      state.sender = sender
      state.number += 1
    }
  }

  /// There will be no further connection.
  func end() { state.change { $0.isOver = true } }

  /// Closes in order, now and for good.
  func close(_ close: Conversation.Close) {
    let sender = state.change { state in
      state.close = state.close ?? close
      return state.begun
    }
    sender?.close(close)
  }

  /// Says it on the connection that there is, or the next.
  func send(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) async throws(NetworkError) {
    try await trying { sender throws(NetworkError) in try await sender.send(kind, bytes) }
  }

  /// Returns once a connection is open.
  func opened() async throws(NetworkError) {
    try await trying { sender throws(NetworkError) in try await sender.opened() }
  }

  private func trying(_ work: (WebSocketSender) async throws(NetworkError) -> Void) async throws(NetworkError) {
    var failure = NetworkError(.other, "The conversation is over: nothing more can be sent")
    var tried = 0
    while true {
      if Task.isCancelled { throw NetworkError(.cancelled, "The request was cancelled") }
      let (sender, number, isOver) = state.read { ($0.sender, $0.number, $0.isOver) }
      if let sender, number > tried {
        tried = number
        do throws(NetworkError) { return try await work(sender) } catch { failure = error }
      } else if isOver {
        throw failure
      } else {
        await state.wait { $0.number > number || $0.isOver }
      }
    }
  }
}
