import Basics
import Dispatch
import Essentials
package import HTTPModel
import Synchronization
package import Workspaces

/// The user's messages to an open conversation, from any thread: lines of standard input, messages chosen on the
/// screen. The sender creates it and passes it to the driver; messages wait until the conversation opens.
package final class ConversationInput: Sendable {
  package enum Entry: Equatable, Sendable {
    case message(ConversationMessage.Kind, [UInt8])
    case close(Conversation.Close)
    /// No more messages: the conversation ends once everything is answered.
    case end
  }

  /// The conversation's feedback on the user's messages.
  package enum Reply: Equatable, Sendable {
    /// True if it takes messages besides those of the file; some kinds know only after they start.
    case listens(Bool)
    /// A message could not be sent; contains the reason. The conversation goes on. Messages are counted from 1.
    case refused(String, message: Int)
  }

  /// The number of messages that may wait before `waitForRoom` blocks.
  private static let most = 1000

  /// True if a single-message call without a message in its file waits for the end of the input.
  package let fillsCalls: Bool
  private let entries: AsyncStream<Entry>
  private let feed: AsyncStream<Entry>.Continuation
  /// Not created with its value: libdispatch aborts if a semaphore is released with less than its initial value.
  private let room = DispatchSemaphore(value: 0)
  private let end = Mutex(End())
  private let reply: (@Sendable (Reply) -> Void)?
  /// The number of messages passed on.
  private let count = Atomic(0)

  /// The function that closes the conversation immediately, and whether closing was requested before it was available.
  private struct End {
    var hook: (@Sendable (Conversation.Close) -> Void)?
    var wanted: Conversation.Close?
  }

  /// - Parameter reply: receives the conversation's feedback; without it, a message that cannot be sent ends the
  ///   conversation.
  package init(fillsCalls: Bool = false, reply: (@Sendable (Reply) -> Void)? = nil) {
    self.fillsCalls = fillsCalls
    self.reply = reply
    (entries, feed) = AsyncStream.makeStream(of: Entry.self)
    for _ in 0..<Self.most { room.signal() }
  }

  package func send(_ text: String) { feed.yield(.message(.text, Array(text.utf8))) }

  package func send(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) { feed.yield(.message(kind, bytes)) }

  /// Closes the conversation after sending all earlier messages.
  package func close(_ close: Conversation.Close = Conversation.Close(code: 1000)) { feed.yield(.close(close)) }

  /// Ends the input. The conversation closes once it has answered, or stays silent.
  package func finish() { feed.yield(.end) }

  /// Closes the conversation and drops unsent messages.
  package func closeNow(_ close: Conversation.Close = Conversation.Close(code: 1000)) {
    let hook = end.withLock { end in
      end.wanted = close
      return end.hook
    }
    hook?(close)
  }

  /// - Returns: true if there is a listener.
  @discardableResult
  package func answer(_ reply: Reply) -> Bool {
    self.reply?(reply)
    return self.reply != nil
  }

  /// Reports that the message passed on last could not be sent.
  /// - Returns: true if there is a listener.
  package func refuse(_ words: String) -> Bool {
    answer(.refused(words, message: count.load(ordering: .relaxed)))
  }

  /// Blocks the thread while many messages wait, for a source that could fill the memory. Call it once per message.
  package func waitForRoom() { room.wait() }

  /// Passes on messages until the end.
  /// - Parameter ended: called by `closeNow` to end the conversation.
  package func entries(
    ended: @escaping @Sendable (Conversation.Close) -> Void, _ take: (Entry) async throws(NetworkError) -> Void
  ) async throws(NetworkError) {
    let wanted = end.withLock { end in
      end.hook = ended
      return end.wanted
    }
    defer { end.withLock { $0.hook = nil } }
    if let wanted { ended(wanted) }
    for await entry in entries {
      room.signal()
      let isMessage = if case .message = entry { true } else { false }
      if isMessage { count.add(1, ordering: .relaxed) }
      try await take(entry)
      if !isMessage { return }
    }
  }
}

/// A message to an open conversation as the user wrote it, with variables.
package struct OutgoingMessage: Hashable, Sendable {
  /// The interpretation of the text.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    case text, json
    /// Bytes as pairs of hexadecimal digits; blanks between them are ignored.
    case hex
    /// The path of a file whose bytes are sent.
    case file
    /// Bytes as Base64, as in request files.
    case base64
  }

  package var form: Form
  package var text: String

  package init(_ form: Form, _ text: String) {
    self.form = form
    self.text = text
  }

  /// A message from a request's file.
  package init(_ message: ConversationDefinition.Message) {
    self.init(message.kind == "binary" ? .base64 : message.kind == "json" ? .json : .text, message.data)
  }

  /// Decodes pairs of hexadecimal digits.
  package static func bytes(ofHex text: String) -> [UInt8]? {
    Hexadecimal.bytes(text.utf8.filter { !$0.isASCIIWhitespace })
  }

  /// The size limit of a file, because all of it would be in memory.
  static let largestFile = 64 << 20

  /// The message after filling in variables.
  /// - Parameter folder: the base of a relative file path.
  package func prepared(_ resolved: PreparedMessage, in folder: String) throws(SendFault) -> PreparedMessage {
    var message = resolved
    switch form {
    case .text, .json, .base64: break
    case .hex:
      let text = String(decoding: resolved.bytes, as: UTF8.self)
      guard let bytes = Self.bytes(ofHex: text) else {
        throw Self.fault("not pairs of hexadecimal digits, such as 3f 8a 00")
      }
      (message.kind, message.bytes) = (.binary, bytes)
    case .file:
      let path = String(decoding: resolved.bytes, as: UTF8.self)
      (message.kind, message.bytes) = (.binary, try Self.bytes(ofFile: path, in: folder))
    }
    return message
  }

  private static func bytes(ofFile written: String, in folder: String) throws(SendFault) -> [UInt8] {
    let path = written.hasPrefix("/") ? written : "\(folder)/\(written)"
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      guard bytes.count <= largestFile else { throw fault("\(written) is larger than \(ByteCount(largestFile))") }
      return Array(bytes)
    } catch let error as SendFault {
      throw error
    } catch {
      let problem = SendRefusal.Problem.unreadableFile(path: written, reason: "does it exist, and can you read it?")
      throw .refusal(SendRefusal(.body(row: nil), problem, "message"))
    }
  }

  private static func fault(_ words: String) -> SendFault {
    .refusal(SendRefusal(.body(row: nil), .invalid(words), "message"))
  }
}
