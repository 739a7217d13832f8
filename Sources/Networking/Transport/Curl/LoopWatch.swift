import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends the hold that a server has on the loop: libcurl reads on for as long as frames come that mean nothing, such as
/// empty ones of HTTP/2, and looks at no limit and no cancellation meanwhile.
///
/// A thread looks ten times a second, and only while some transfer has a limit or was cancelled. Where libcurl has been
/// in one call since the last look, no callback came, and a limit is over, the socket is shut down, which ends the call.
final class LoopWatch: Sendable {
  enum Limit {
    case at(ContinuousClock.Instant)
    /// So long without a callback.
    case silence(Duration)
  }

  private struct State {
    var limits: [UInt64: Limit] = [:]
    var sockets: Set<Int32> = []
    var isWatching = false
  }

  private static let idle: Int32 = -1
  private static let timer: Int32 = -2
  private static let interval: Int32 = 100
  /// A handshake may take that long, and what it is held up for may be another transfer's.
  private static let grace = Duration.seconds(1)

  private let state = Mutex(State())
  /// The socket for which libcurl is at work.
  private let acting = Atomic<Int32>(LoopWatch.idle)
  /// Counts calls of libcurl and its callbacks.
  private let steps = Atomic<Int>(0)

  /// - Parameter socket: negative where libcurl's own moment has come, and it may be any.
  func enter(_ socket: Int32) {
    steps.wrappingAdd(1, ordering: .relaxed)
    acting.store(socket < 0 ? Self.timer : socket, ordering: .relaxed)
  }

  func leave() { acting.store(Self.idle, ordering: .relaxed) }

  /// A callback came: libcurl gets on.
  func note() { steps.wrappingAdd(1, ordering: .relaxed) }

  func opened(_ socket: Int32) { _ = state.withLock { $0.sockets.insert(socket) } }
  func closed(_ socket: Int32) { _ = state.withLock { $0.sockets.remove(socket) } }

  /// The transfer of that number is to end by then.
  func arm(_ id: UInt64, _ limit: Limit) {
    let starts = state.withLock { state in
      state.limits[id] = limit
      defer { state.isWatching = true }
      return !state.isWatching
    }
    // Without a thread the loop's own limits hold, as they do for all that answers in earnest.
    if starts, !ThreadStart({ [self] in watch() }).launch() { state.withLock { $0.isWatching = false } }
  }

  /// The transfer was cancelled while libcurl may be held up.
  func armIfActing(_ id: UInt64) {
    if acting.load(ordering: .relaxed) != Self.idle { arm(id, .at(.now)) }
  }

  func disarm(_ id: UInt64) {
    state.withLock { state in
      if !state.limits.isEmpty { state.limits[id] = nil }
    }
  }

  func disarmAll() { state.withLock { $0.limits = [:] } }

  private func watch() {
    var (last, since) = (-1, ContinuousClock.now)
    while true {
      _ = poll(nil, 0, Self.interval)
      let isOver = state.withLock { state in
        if state.limits.isEmpty { state.isWatching = false }
        return state.limits.isEmpty
      }
      if isOver { return }
      let now = ContinuousClock.now
      let step = steps.load(ordering: .relaxed)
      if step != last { (last, since) = (step, now) } else { cut(now, heldSince: since) }
    }
  }

  private func cut(_ now: ContinuousClock.Instant, heldSince since: ContinuousClock.Instant) {
    let socket = acting.load(ordering: .relaxed)
    guard socket != Self.idle, since + Self.grace <= now else { return }
    let sockets = state.withLock { state -> Set<Int32> in
      let isDue = state.limits.values.contains { limit in
        switch limit {
        case .at(let end): end <= now
        case .silence(let length): since + length <= now
        }
      }
      guard isDue else { return [] }
      return socket == Self.timer ? state.sockets : [socket]
    }
    for socket in sockets { _ = shutdown(socket, Int32(SHUT_RDWR)) }
  }
}
