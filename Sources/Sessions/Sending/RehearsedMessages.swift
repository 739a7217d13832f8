import Basics
import Networking

/// What a call would say, as it is shown before it is made: each message as JSON, below it its size and its bytes.
struct RehearsedMessages {
  let text: [UInt8]
  /// When it would be said, or why its bytes are not known.
  let saying: String?
  /// Of all messages, encoded, in bytes; `nil` if that is not known.
  let size: Int?

  /// So many bytes of a message are shown.
  private static let most = 64
  /// Before each message: whether it is compressed, and its length.
  private static let lead = 5

  /// - Parameter frames: the bytes of the messages, as gRPC sends them.
  init(_ conversation: Conversation, frames: ByteStore?, _ redaction: Redaction) {
    var text: [UInt8] = []
    var rest = (frames?.allBytes ?? [])[...]
    for message in conversation.messages {
      let words = message.kind == .binary ? Array(Hexadecimal.text(message.body.allBytes).utf8) : message.body.allBytes
      text += words + [0x0A]
      guard let frame = Self.frame(in: &rest) else { continue }
      let parts = [words, Array(frame.dropFirst(Self.lead))]
      let hides = parts.contains { redaction.masked(bytes: $0, type: "") != $0 }
      text += Array("# \(Self.words(frame, hidesSomething: hides))\n".utf8)
    }
    self.text = text
    size = frames.map { $0.count }
    saying = conversation.close.flatMap { $0.reason.isEmpty ? nil : $0.reason }
  }

  private static func frame(in rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= lead else { return nil }
    let count = rest.dropFirst().prefix(lead - 1).reduce(0) { $0 << 8 | Int($1) }
    defer { rest = rest.dropFirst(lead + count) }
    return rest.prefix(lead + count)
  }

  /// Bytes that hold a secret are not shown: nothing masks them in hexadecimal digits.
  private static func words(_ frame: ArraySlice<UInt8>, hidesSomething: Bool) -> String {
    let size = Quantity.bytes(frame.count - lead) + (frame.first == 1 ? " compressed" : " encoded")
    if hidesSomething { return "\(size), with a secret" }
    let shown = frame.prefix(most).map { Hexadecimal.text([$0]) }.joined(separator: " ")
    return "\(size): \(shown)\(frame.count > most ? " …" : "")"
  }
}
