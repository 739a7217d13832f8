import NIOCore
import NIOHTTP2

/// A connection that begins as HTTP/2 does without TLS: its streams are calls, and the handlers of HTTP/1 behind see
/// nothing of it but its end.
// A class, as every handler of a channel; used by its event loop only.
final class CallConnection: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  /// What a client says first (RFC 9113, section 3.4).
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Puts the handlers behind `first`.
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
    // The stream has ended; others go on.
    if error is NIOHTTP2Errors.StreamError { return }
    context.close(promise: nil)
  }
}
