import Basics
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Serves one stream of an HTTP/2 connection: a call of gRPC.
///
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
// A class, like every channel handler; used only by its event loop.
final class CallHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let service: CallService
  private var talk: CallTalk?
  private var bytes: [UInt8] = []
  private var steps: ArraySlice<CallStep> = []
  private var timer: Scheduled<Void>?
  private var isOver = false

  init(service: CallService) { self.service = service }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .headers(let frame):
      // A second header block is trailers, which gRPC clients do not send.
      if talk == nil { begin(frame.headers, context) }
      if frame.endStream { finish(context) }
    case .data(let frame):
      if case .byteBuffer(let buffer) = frame.data { take(buffer.readableBytesView, context) }
      if frame.endStream { finish(context) }
    default: break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    timer?.cancel()
    context.fireChannelInactive()
  }

  private func begin(_ fields: HPACKHeaders, _ context: ChannelHandlerContext) {
    guard fields.first(name: ":method") == "POST",
      fields.first(name: "content-type")?.hasPrefix("application/grpc") == true
    else {
      isOver = true
      return send([":status": "415"], ends: true, context)
    }
    let path = fields.first(name: ":path") ?? ""
    guard let talk = service.talk(path) else {
      return end(CallStatus(code: 12, message: "Nothing answers \(path)."), head: Self.head, context)
    }
    self.talk = talk
    send(Self.head, context)
  }

  private static let head: HPACKHeaders = [
    ":status": "200", "content-type": "application/grpc", "grpc-accept-encoding": "identity", "server": "apus-demo",
  ]

  /// Handles the complete messages: a flag, the length in four bytes, and the content.
  private func take(_ more: some Sequence<UInt8>, _ context: ChannelHandlerContext) {
    bytes += more
    while !isOver, let talk, bytes.count >= 5 {
      let count = bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
      guard bytes[0] == 0 else { return end(CallStatus(code: 12, message: "The demo does not decompress."), context) }
      guard count <= CallService.longest else {
        return end(CallStatus(code: 8, message: "The message is too long."), context)
      }
      guard bytes.count >= 5 + count else { return }
      let content = Array(bytes[5..<5 + count])
      bytes.removeFirst(5 + count)
      guard let message = service.message(content, of: talk.method) else {
        return end(CallStatus(code: 13, message: "The message is none of its type."), context)
      }
      play(self.talk?.take(message) ?? [], context)
    }
  }

  private func finish(_ context: ChannelHandlerContext) {
    guard !isOver, let talk else { return }
    play(talk.end(), context)
  }

  private func play(_ more: [CallStep], _ context: ChannelHandlerContext) {
    steps += more
    guard timer == nil else { return }
    while !isOver, let step = steps.popFirst() {
      switch step {
      case .say(let message): say(message, context)
      case .end(let status): end(status, context)
      case .wait(let milliseconds):
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {
          let (handler, context) = bound.value
          handler.timer = nil
          handler.play([], context)
        }
        return
      }
    }
  }

  private func say(_ message: JSONValue, _ context: ChannelHandlerContext) {
    guard let method = talk?.method else { return }
    let content = service.bytes(message, of: method)
    var buffer = ByteBuffer(integer: UInt8(0))
    buffer.writeInteger(UInt32(content.count))
    buffer.writeBytes(content)
    context.writeAndFlush(wrapOutboundOut(.data(.init(data: .byteBuffer(buffer)))), promise: nil)
  }

  /// - Parameter head: the head, if it was not sent yet and is combined with the status.
  private func end(_ status: CallStatus, head: HPACKHeaders = [:], _ context: ChannelHandlerContext) {
    isOver = true
    var fields = head
    fields.add(name: "grpc-status", value: "\(status.code)")
    if !status.message.isEmpty {
      let message = PercentEncoding.encode(status.message, keepsEscapes: false) {
        (0x20...0x7E).contains($0) && $0 != 0x25
      }
      fields.add(name: "grpc-message", value: message)
    }
    if !status.details.isEmpty {
      fields.add(name: "grpc-status-details-bin", value: Base64.encode(service.bytes(status)))
    }
    send(fields, ends: true, context)
  }

  private func send(_ fields: HPACKHeaders, ends: Bool = false, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(.headers(.init(headers: fields, endStream: ends))), promise: nil)
  }
}

/// Detects HTTP/2 without TLS: its streams are calls, and the HTTP/1 handlers behind see only the end of the
/// connection.
// A class, like every channel handler; used only by its event loop.
final class CallConnection: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  /// The client's connection preface (RFC 9113, section 3.4).
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Adds the HTTP/2 handlers after `first`.
  static func begin(behind first: ChannelHandlerContext, _ service: CallService) throws {
    let http2 = NIOHTTP2Handler(
      mode: .server, eventLoop: first.eventLoop, connectionConfiguration: .init(), streamConfiguration: .init()
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        try stream.pipeline.syncOperations.addHandler(CallHandler(service: service))
      }
    }
    try first.pipeline.syncOperations.addHandlers([http2, CallConnection()], position: .after(first.handler))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // One stream has ended; the others go on.
    if error is NIOHTTP2Errors.StreamError { return }
    context.close(promise: nil)
  }
}
