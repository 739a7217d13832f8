import NIOCore
import NIOHTTP1
import Synchronization

/// Closes a connection whose client sends no whole request for too long, or does not read what is sent to it, so that slow
/// clients do not keep a server busy.
///
/// ```
/// open ─► head … end of the request ─► answer, while it is read ─► open
/// └────── patience ──────┘             └─ patience for each part ┘
/// ```
// A class, as every handler of a channel; used by its event loop only.
final class PatienceHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let patience: TimeAmount
  private var timer: Scheduled<Void>?

  init(_ patience: Duration) {
    self.patience = TimeAmount(patience)
  }

  func handlerAdded(context: ChannelHandlerContext) { wait(context) }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The answer may take as long as it was told to.
    if case .end = unwrapInboundIn(data) { timer?.cancel() }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { wait(context) }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    wait(context)
    context.fireChannelWritabilityChanged()
  }

  private func wait(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }
}

/// The number of connections that are open.
final class OpenConnections: Sendable {
  private let most: Int?
  private let count = Mutex(0)

  init(_ most: Int?) {
    self.most = most
  }

  /// - Returns: whether there is room for one more.
  func enter() -> Bool {
    count.withLock { count in
      if let most, count >= most { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}
