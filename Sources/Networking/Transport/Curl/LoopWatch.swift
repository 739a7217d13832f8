import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Frees the loop from a server that keeps it busy: libcurl reads on as long as meaningless frames arrive, such as
/// empty ones of HTTP/2, without checking limits or cancellation.
///
/// A thread checks ten times a second, and only while some transfer has a limit or was cancelled. If libcurl has been
/// in the same call for a second, and a limit has passed, the socket is shut down, which ends the call. To libcurl that
/// is the server's end: see `CurlTransfer.endsWithConnection`.
final class LoopWatch: Sendable {
  enum Limit {
    case at(ContinuousClock.Instant)
    /// This long in one call.
    case silence(Duration)
  }

  private struct State {
    var limits: [UInt64: Limit] = [:]
    // An array: the first set of a type costs a search through the whole program, and few sockets are open at once.
    var sockets: [Int32] = []
    var isWatching = false
  }

  private static let idle: Int32 = -1
  private static let timer: Int32 = -2
  private static let interval: Int32 = 100
  /// A handshake may take this long, and may belong to another transfer.
  private static let grace = Duration.seconds(1)

  private let state = Mutex(State())
  /// The socket that libcurl is handling.
  private let acting = Atomic<Int32>(LoopWatch.idle)
  /// Counts calls of libcurl.
  private let steps = Atomic<Int>(0)

  /// - Parameter socket: negative for a timeout, which may concern any socket.
  func enter(_ socket: Int32) {
    steps.wrappingAdd(1, ordering: .relaxed)
    acting.store(socket < 0 ? Self.timer : socket, ordering: .relaxed)
  }

  func leave() { acting.store(Self.idle, ordering: .relaxed) }

  /// Called once for each socket until it is closed.
  func opened(_ socket: Int32) { state.withLock { $0.sockets.append(socket) } }

  func closed(_ socket: Int32) {
    state.withLock { state in
      guard let index = state.sockets.firstIndex(of: socket) else { return }
      state.sockets.swapAt(index, state.sockets.count - 1)
      state.sockets.removeLast()
    }
  }

  /// Ends the transfer with that number at the limit.
  func arm(_ id: UInt64, _ limit: Limit) {
    let starts = state.withLock { state in
      state.limits[id] = limit
      defer { state.isWatching = true }
      return !state.isWatching
    }
    // Without a thread, the loop's own limits still apply, which suffice for well-behaved servers.
    if starts, !ThreadStart({ [self] in watch() }).launch() { state.withLock { $0.isWatching = false } }
  }

  /// Called for a cancelled transfer, in case libcurl is kept busy.
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
    // Under the lock, and only sockets that are open: libcurl reports one before it closes it, and once it is closed, its
    // number may be that of somebody else's file or connection.
    state.withLock { state in
      let isDue = state.limits.values.contains { limit in
        switch limit {
        case .at(let end): end <= now
        case .silence(let length): since + length <= now
        }
      }
      guard isDue else { return }
      for open in state.sockets where socket == Self.timer || socket == open { _ = shutdown(open, Int32(SHUT_RDWR)) }
    }
  }
}
