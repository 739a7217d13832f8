import Basics
import NIOCore

/// Looks at the head of a connection's first request: if it asks for a chat, the connection is one, and HTTP never hears of
/// it. Any other passes unchanged.
///
/// ```
/// head? ─► chat
///   └────► HTTP
/// ```
// A class, as every handler of a channel; used by its event loop only.
final class ChatHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Stage {
    case head([UInt8])
    case http
    case chat
  }

  private var stage = Stage.head([])
  private var chat: Chat?
  private var frames = ChatFrames()
  private static let longestHead = 16 << 10

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch stage {
    case .http: context.fireChannelRead(data)
    case .chat: take(unwrapInboundIn(data).readableBytesView, context)
    case .head(let known):
      let bytes = known + unwrapInboundIn(data).readableBytesView
      let head = String(decoding: bytes, as: UTF8.self)
      let isWhole = head.utf8.range(ofBytes: "\r\n\r\n") != nil
      if !isWhole, bytes.count < Self.longestHead, head.hasPrefix(String("GET /chat".prefix(head.utf8.count))) {
        stage = .head(bytes)
      } else if let end = head.utf8.range(ofBytes: "\r\n\r\n"), let (found, key) = Self.request(head[..<end.lowerBound])
      {
        begin(found, key, context)
        take(head.utf8[end.upperBound...], context)
      } else {
        stage = .http
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
      }
    }
  }

  /// The chat and its key; `nil` if the head asks for none.
  private static func request(_ head: Substring) -> (Chat, key: String)? {
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      fields[halves[0].asciiLowercased] = halves[1].trimmingASCII(\.isASCIIWhitespace)
    }
    guard words.count == 3, words[0] == "GET", let chat = Chat(Target(String(words[1]))),
      fields["upgrade"]?.asciiLowercased == "websocket", let key = fields["sec-websocket-key"]
    else { return nil }
    return (chat, key)
  }

  private func begin(_ chat: Chat, _ key: String, _ context: ChannelHandlerContext) {
    stage = .chat
    self.chat = chat
    write(Chat.agreement(key: key) + chat.greeting, context)
    if chat.ticks > 0 { schedule(tick: 1, context) }
  }

  private func schedule(tick number: Int, _ context: ChannelHandlerContext) {
    guard let chat, number <= chat.ticks else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .milliseconds(Int64(chat.interval))) {
      let (handler, context) = bound.value
      guard context.channel.isActive, handler.chat?.isOver == false else { return }
      handler.write(chat.tick(number), context)
      handler.schedule(tick: number + 1, context)
    }
  }

  private func take(_ bytes: some Sequence<UInt8>, _ context: ChannelHandlerContext) {
    frames.add(bytes)
    do throws(ChatFrames.Refusal) {
      while chat?.isOver == false, let frame = try frames.next() { write(chat?.answer(frame) ?? [], context) }
    } catch {
      write(chat?.end(error.code) ?? [], context)
    }
    if chat?.isOver == true { context.close(promise: nil) }
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard !bytes.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }
}
