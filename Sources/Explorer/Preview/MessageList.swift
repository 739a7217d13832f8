import Basics
import Essentials
package import HTTPModel
import Terminal

/// The messages of a conversation by number, stored individually or as ranges of a body.
package enum MessageList: Equatable, Sendable {
  case kept(ConversationMessages)
  case streamed(StreamedMessages)

  /// The data that the list shows for a message.
  struct Row {
    var direction = ConversationMessage.Direction.incoming
    /// The kind or event of the message, unless it is the usual one.
    var kind = ""
    var id: String?
    var date: Date?
    var size: Int
    /// At least the requested number of bytes, or all bytes.
    var start: [UInt8]
    var isBinary = false
  }

  var count: Int {
    switch self {
    case .kept(let messages): messages.count
    case .streamed(let messages): messages.count
    }
  }

  /// - Parameter bytes: the number of bytes needed.
  func row(_ number: Int, bytes: Int) -> Row {
    switch self {
    case .kept(let messages):
      let head = messages.head(of: number)
      let isUsual = head.kind == .text || head.kind == .content
      return Row(
        direction: head.direction, kind: isUsual ? "" : head.kind.rawValue, date: head.date, size: head.size,
        start: messages.withBytes(of: number) { Array($0.prefix(bytes)) }, isBinary: head.kind == .binary)
    case .streamed(let messages):
      let head = messages.head(of: number)
      let kind = head.event.flatMap { $0 == "message" ? nil : $0 } ?? ""
      return Row(kind: kind, id: head.id, date: head.date, size: head.size, start: Array(head.data.prefix(bytes)))
    }
  }

  /// The start of the messages' times in a finished exchange, which is that of the whole exchange. A busy machine may
  /// notice the end late, but no transfer began after its first message.
  func start(in exchange: Exchange) -> Date {
    guard count > 0, let first = row(0, bytes: 0).date else { return exchange.transferStartedAt }
    return min(exchange.transferStartedAt, max(first, exchange.startedAt))
  }

  /// The content of a message, up to `most` bytes; all of it for `nil`.
  func body(of number: Int, most: Int?) -> ByteStore {
    switch self {
    case .kept(let messages): messages[number].body
    case .streamed(let messages): ByteStore(messages.head(of: number, bytes: most ?? .max).data)
    }
  }

  /// Returns true if the content, type or id of a message contains a lowercase text, ignoring ASCII case.
  func message(_ number: Int, has text: UnsafeRawBufferPointer) -> Bool {
    func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool { ByteSearch.containsFolded(text, anchor: 0, in: bytes) }
    switch self {
    case .kept(let messages):
      return messages.withBytes(of: number, isIn)
    case .streamed(let messages):
      let isPossible = messages.body.withUnsafeBytes { all in
        isIn(UnsafeRawBufferPointer(rebasing: all[messages.range(of: number).clamped(to: 0..<all.count)]))
      }
      // A match in the field names does not count.
      guard isPossible, messages.format == .events else { return isPossible }
      let message = messages[number]
      return message.data.withUnsafeBytes(isIn)
        || [message.event, message.id].contains { field in
          field.map { Array($0.utf8).withUnsafeBytes(isIn) } ?? false
        }
    }
  }

  /// Releases the memory of messages read from a body in a file.
  func release(_ numbers: Range<Int>) {
    if case .kept(let messages) = self { return messages.release(numbers) }
    guard case .streamed(let messages) = self, let last = numbers.last else { return }
    let start = messages.range(of: numbers.lowerBound).lowerBound
    messages.body.releaseResidentMemory(in: start..<messages.range(of: last).upperBound)
  }
}

/// A message as a row of a list: direction, time, size, kind and start of the text. The response and previews share it.
struct MessageRow {
  let message: MessageList.Row
  /// The start of its time.
  let start: Date

  /// The number of bytes that a row of this width needs.
  static func bytes(columns: Int) -> Int { 4 * max(0, columns) }

  func pieces(_ state: some Appearance, width: Int) -> [StyledText] {
    let theme = state.theme
    let isOut = message.direction == .outgoing
    let arrow = state.capabilities.unicode ? (isOut ? "→" : "←") : (isOut ? ">" : "<")
    // The history may not have the time of a message.
    let time = message.date.map { Quantity.duration(.seconds(max(0, $0.timeIntervalSince(start)))) } ?? ""
    var pieces = [
      StyledText(" \(arrow) ", theme[isOut ? .accent : .jsonKey]),
      StyledText("\(aligned(time, 9)) \(aligned(Quantity.bytes(message.size), 8))  ", theme[.dim]),
    ]
    if !message.kind.isEmpty { pieces.append(StyledText("\(VisibleText.of(message.kind)) ", theme[.jsonLiteral])) }
    if let id = message.id { pieces.append(StyledText("#\(VisibleText.of(id)) ", theme[.dim])) }
    pieces.append(StyledText(words(columns: width), theme[.text]))
    return pieces.truncated(to: width)
  }

  /// The start of the message, on one line.
  private func words(columns: Int) -> String {
    guard message.isBinary else { return VisibleText.of(String(decoding: message.start, as: UTF8.self)) }
    return message.start.prefix(columns / 3).map { Hexadecimal.text([$0]) }.joined(separator: " ")
  }

  private func aligned(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - TextWidth.of(text))) + text
  }
}

extension Conversation.Close {
  /// `closed 1000 "bye"`, or `ended NOT_FOUND 5 "no such item"` where the protocol has a word for it.
  /// - Parameter word: the word for a close without its own.
  func words(_ word: String = "closed") -> String {
    let code = self.code.map { " \($0)" } ?? ""
    let word = name.map { "ended \(VisibleText.of($0))" } ?? word
    return word + code + (reason.isEmpty ? "" : " \"\(VisibleText.of(reason))\"")
  }
}
