import NIOCore
import NIOHTTP1
import Synchronization

/// Closes a connection whose client takes too long to send a whole request or to read the answer, so that slow clients
/// do not occupy a server.
///
/// ```
/// open ─► head … end of the request ─► answer, while it is read ─► open
/// └────── patience ──────┘             └─ patience for each part ┘
/// ```
// A class, like every channel handler; used only by its event loop.
final class PatienceHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let patience: TimeAmount
  private let open: OpenConnections
  private var timer: Scheduled<Void>?

  init(_ patience: Duration, _ open: OpenConnections) {
    self.patience = TimeAmount(patience)
    self.open = open
  }

  func handlerAdded(context: ChannelHandlerContext) {
    wait(context)
    open.waits(context.channel)
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The answer itself may take any time.
    if case .end = unwrapInboundIn(data) { end(context) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      wait(context)
      open.waits(context.channel)
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    wait(context)
    context.fireChannelWritabilityChanged()
  }

  private func end(_ context: ChannelHandlerContext) {
    timer?.cancel()
    open.works(context.channel)
  }

  private func wait(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }
}

/// The open connections, and which of them wait for a request.
///
/// If there are too many, the one that has waited longest is closed: idle clients must not lock others out.
final class OpenConnections: Sendable {
  private struct State {
    var count = 0
    /// The waiting connections, in order.
    var waiting: [(id: ObjectIdentifier, channel: any Channel)] = []
  }

  private let most: Int?
  private let state = Mutex(State())

  init(_ most: Int?) {
    self.most = most
  }

  /// Adds a connection.
  /// - Returns: `false` if no other connection can be closed for it.
  func enter(_ channel: any Channel) -> Bool {
    let (isOpen, idle) = state.withLock { state -> (Bool, (any Channel)?) in
      state.count += 1
      guard let most, state.count > most else { return (true, nil) }
      guard let first = state.waiting.firstIndex(where: { $0.id != ObjectIdentifier(channel) }), most > 0 else {
        state.count -= 1
        return (false, nil)
      }
      return (true, state.waiting.remove(at: first).channel)
    }
    idle?.close(promise: nil)
    return isOpen
  }

  func leave() { state.withLock { $0.count -= 1 } }

  func waits(_ channel: any Channel) {
    state.withLock { state in
      state.waiting.removeAll { $0.id == ObjectIdentifier(channel) }
      state.waiting.append((ObjectIdentifier(channel), channel))
    }
  }

  func works(_ channel: any Channel) {
    state.withLock { state in state.waiting.removeAll { $0.id == ObjectIdentifier(channel) } }
  }
}
