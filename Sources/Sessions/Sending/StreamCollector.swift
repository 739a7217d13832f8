import Basics
import Networking

/// Makes one body of the event streams of several connections: the complete events of each, and the end of the last. What
/// a lost connection left incomplete is no event in any reader's eyes.
struct StreamCollector {
  /// The body that grows.
  let whole = ByteStore()
  private var part: StreamedMessages
  private var copied = 0
  private var isFirst = true

  init(_ body: ByteStore) { part = StreamedMessages(.events, of: body, since: nil) }

  /// Another connection goes on where the last one was lost.
  mutating func begin(_ body: ByteStore) {
    part = StreamedMessages(.events, of: body, since: nil)
    copied = 0
    isFirst = false
  }

  /// Takes over the events that are complete.
  mutating func advance() {
    part.advance()
    copy(to: part.end)
  }

  /// Takes over the rest: nothing else comes.
  mutating func finish() {
    advance()
    copy(to: part.body.count)
    whole.finish()
  }

  private mutating func copy(to end: Int) {
    guard end > copied else { return }
    // Only at the start of a body is the mark none of its text.
    var bytes = part.body.bytes(in: copied..<end)
    if !isFirst, copied == 0 { bytes = ByteOrderMark.removed(from: bytes) }
    copied = end
    // Without room for the whole, the last connection's part is all there is.
    try? whole.append(bytes)
  }
}
