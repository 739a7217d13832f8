import Basics
import NIOCore

/// Inspects the head of a connection's first request. If it asks for a chat or GraphQL over WebSocket, or begins
/// HTTP/2, the connection is upgraded and the HTTP/1 handlers are bypassed. Any other request passes unchanged.
///
/// ```
/// head? ─► chat, GraphQL, calls
///   └────► HTTP
/// ```
// A class, like every channel handler; used only by its event loop.
final class ChatHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Stage {
    case head([UInt8])
    case http
    case talk(any Talk)
  }

  /// The requested protocol.
  private enum Asked {
    case chat(Chat)
    case graph
  }

  private let graph: GraphService
  private let calls: CallService
  private var stage = Stage.head([])
  private var frames = ChatFrames()
  private static let longestHead = 16 << 10
  private static let starts = ["GET /chat", "GET /graphql"]

  init(_ conversations: (graph: GraphService, calls: CallService)) { (graph, calls) = conversations }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch stage {
    case .http: context.fireChannelRead(data)
    case .talk(let talk): take(unwrapInboundIn(data).readableBytesView, for: talk, context)
    case .head(let known):
      let bytes = known + unwrapInboundIn(data).readableBytesView
      if bytes.starts(with: CallConnection.preface) { return beginCalls(bytes, context) }
      let head = String(decoding: bytes, as: UTF8.self)
      let mayBeCalls = CallConnection.preface.starts(with: bytes)
      let isWhole = head.utf8.range(ofBytes: "\r\n\r\n") != nil && !mayBeCalls
      let mayAsk = mayBeCalls || Self.starts.contains { head.hasPrefix($0.prefix(head.utf8.count)) }
      if !isWhole, bytes.count < Self.longestHead, mayAsk {
        stage = .head(bytes)
      } else if let end = head.utf8.range(ofBytes: "\r\n\r\n"),
        let (asked, key, offered) = Self.request(head[..<end.lowerBound])
      {
        let talk: any Talk =
          switch asked {
          case .chat(let chat): begin(chat, key, context)
          case .graph: begin(key, offered, context)
          }
        take(head.utf8[end.upperBound...], for: talk, context)
      } else {
        stage = .http
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
      }
    }
  }

  private func beginCalls(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    stage = .http
    do {
      try CallConnection.begin(behind: context, calls)
      context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
    } catch {
      context.close(promise: nil)
    }
  }

  /// The requested protocol, the key, and the offered subprotocols; `nil` for other requests.
  private static func request(_ head: Substring) -> (Asked, key: String, offered: String)? {
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      fields[halves[0].asciiLowercased] = halves[1].trimmingASCII(\.isASCIIWhitespace)
    }
    guard words.count == 3, words[0] == "GET", fields["upgrade"]?.asciiLowercased == "websocket",
      let key = fields["sec-websocket-key"]
    else { return nil }
    let target = Target(String(words[1]))
    let offered = fields["sec-websocket-protocol"] ?? ""
    if target.path == ["graphql"] { return (.graph, key, offered) }
    return Chat(target).map { (.chat($0), key, offered) }
  }

  private func begin(_ chat: Chat, _ key: String, _ context: ChannelHandlerContext) -> Chat {
    stage = .talk(chat)
    write(Chat.agreement(key: key) + chat.greeting, context)
    if chat.ticks > 0 { schedule(tick: 1, of: chat, context) }
    return chat
  }

  private func begin(_ key: String, _ offered: String, _ context: ChannelHandlerContext) -> GraphTalk {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let talk = GraphTalk(graph) { message in
      loop.execute {
        let (handler, context) = bound.value
        guard case .talk(let talk as GraphTalk) = handler.stage, context.channel.isActive, !talk.isOver else { return }
        talk.sent(message)
        handler.write(ChatFrames.frame(1, Array(message.text.utf8)), context)
      }
    }
    stage = .talk(talk)
    let agrees = offered.split(separator: ",").contains { $0.trimmingASCII(\.isASCIIWhitespace) == GraphTalk.name }
    write(Chat.agreement(key: key, subprotocol: agrees ? GraphTalk.name : nil), context)
    // The server does not speak any other subprotocol.
    if !agrees { close(talk, 4406, "Subprotocol not acceptable", context) }
    return talk
  }

  private func close(_ talk: GraphTalk, _ code: Int, _ reason: String, _ context: ChannelHandlerContext) {
    write(talk.end(code, reason), context)
    context.close(promise: nil)
  }

  private func take(_ bytes: some Sequence<UInt8>, for talk: any Talk, _ context: ChannelHandlerContext) {
    frames.add(bytes)
    do throws(ChatFrames.Refusal) {
      while !talk.isOver, let frame = try frames.next() { write(talk.answer(frame), context) }
    } catch {
      write(talk.end(error.code), context)
    }
    if talk.isOver { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .talk(let talk) = stage { talk.stop() }
    context.fireChannelInactive()
  }

  // A client that stops sending receives nothing more. The type of the event is NIO's.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .talk(let talk as GraphTalk) = stage, event as? ChannelEvent == .inputClosed {
      talk.stop()
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func schedule(tick number: Int, of chat: Chat, _ context: ChannelHandlerContext) {
    guard number <= chat.ticks else { return }
    let bound = NIOLoopBound((self, chat, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .milliseconds(Int64(chat.interval))) {
      let (handler, chat, context) = bound.value
      guard context.channel.isActive, !chat.isOver else { return }
      handler.write(chat.tick(number), context)
      handler.schedule(tick: number + 1, of: chat, context)
    }
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard !bytes.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }
}
