import Basics
import CCurl
import Libc
import Locks

/// The sockets that libcurl waits for and its next timeout, reported through CURLMOPT_SOCKETFUNCTION(3) and
/// CURLMOPT_TIMERFUNCTION(3).
///
/// With them libcurl handles only transfers with activity. curl_multi_perform(3) checks all of them each time, with a
/// system call for each.
// A class because libcurl keeps its address. It lives as long as the loop; only the loop's thread uses it.
final class CurlSockets {
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  private let loopWatch: LoopWatch
  /// The first is the bell.
  private var entries: [pollfd]
  /// The index in `entries` for each descriptor; 0 for none.
  private var places: [Int] = []
  private var ready: [(socket: Int32, events: Int32)] = []
  /// True if `takeSilenced` will be called.
  var notesSilence = false
  /// The handles for whose content libcurl has stopped waiting since `takeSilenced`.
  private var silenced: Set<UnsafeMutableRawPointer> = []
  private var isDue = false
  private var deadline: ContinuousClock.Instant?

  /// - Parameter bell: ends the sleep when it becomes readable.
  init(library: CurlLibrary, multi: UnsafeMutableRawPointer, bell: Int32, loopWatch: LoopWatch) {
    self.library = library
    self.multi = multi
    self.loopWatch = loopWatch
    entries = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    let address = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_set_ptr(library.multiSetOption, multi, CURLMOPT_SOCKETDATA, address)
    ccurl_multi_set_ptr(library.multiSetOption, multi, CURLMOPT_TIMERDATA, address)
    ccurl_multi_set_socket(library.multiSetOption, multi) { easy, socket, what, address, _ in
      CurlSockets.at(address)?.watch(socket, for: what, easy)
      return 0
    }
    ccurl_multi_set_timer(library.multiSetOption, multi) { _, milliseconds, address in
      CurlSockets.at(address)?.remind(after: milliseconds)
      return 0
    }
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> CurlSockets? {
    address.map { Unmanaged<CurlSockets>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Waits until a socket is ready, libcurl's timeout expires or the bell rings; at most `longest` milliseconds.
  /// - Returns: true if the bell rang.
  func wait(atMost longest: Int32) -> Bool {
    guard poll(&entries, nfds_t(entries.count), min(longest, untilDue)) > 0 else { return false }
    for entry in entries.dropFirst() where entry.revents != 0 {
      ready.append((entry.fd, Self.events(entry.revents)))
    }
    return entries[0].revents != 0
  }

  /// Lets libcurl handle everything that happened since the last call.
  func act() {
    var running: Int32 = 0
    for (socket, events) in ready where place(of: socket) != 0 {
      loopWatch.enter(socket)
      _ = library.multiAct(multi, socket, events, &running)
      loopWatch.leave()
      // A socket closed without notice would be ready forever.
      if events & CURL_CSELECT_ERR != 0, fcntl(socket, F_GETFD) < 0 { forget(socket) }
    }
    ready.removeAll(keepingCapacity: true)
    guard isDue || deadline.map({ $0 <= .now }) == true else { return }
    isDue = false
    deadline = nil
    loopWatch.enter(ccurl_socket_timeout)
    _ = library.multiAct(multi, ccurl_socket_timeout, 0, &running)
    loopWatch.leave()
  }

  private var untilDue: Int32 {
    if isDue { return 0 }
    guard let deadline else { return .max }
    // Rounded up: too early a call would have no effect.
    return Int32(clamping: max(0, (deadline - .now).clampedMilliseconds) + 1)
  }

  private func remind(after milliseconds: Int) {
    isDue = milliseconds == 0
    deadline = milliseconds > 0 ? .now + .milliseconds(milliseconds) : nil
  }

  /// The handles for whose content libcurl has stopped waiting since the last call.
  func takeSilenced() -> Set<UnsafeMutableRawPointer> {
    defer { silenced = [] }
    return silenced
  }

  private func watch(_ socket: Int32, for what: Int32, _ easy: UnsafeMutableRawPointer?) {
    if notesSilence, let easy {
      if what == CURL_POLL_IN || what == CURL_POLL_INOUT { silenced.remove(easy) } else { silenced.insert(easy) }
    }
    guard what != CURL_POLL_REMOVE, socket >= 0 else { return forget(socket) }
    let events = (what & CURL_POLL_IN != 0 ? POLLIN : 0) | (what & CURL_POLL_OUT != 0 ? POLLOUT : 0)
    let place = place(of: socket)
    if place != 0 {
      entries[place].events = Int16(events)
      return
    }
    while places.count <= Int(socket) { places.append(0) }
    places[Int(socket)] = entries.count
    loopWatch.opened(socket)
    entries.append(pollfd(fd: socket, events: Int16(events), revents: 0))
  }

  private func forget(_ socket: Int32) {
    let place = place(of: socket)
    guard place != 0, let last = entries.popLast() else { return }
    places[Int(socket)] = 0
    loopWatch.closed(socket)
    guard last.fd != socket else { return }
    entries[place] = last
    places[Int(last.fd)] = place
  }

  private func place(of socket: Int32) -> Int {
    places.indices.contains(Int(socket)) ? places[Int(socket)] : 0
  }

  /// Translates poll(2) events for curl_multi_socket_action(3). A hang-up is detected by reading.
  private static func events(_ found: Int16) -> Int32 {
    let found = Int32(found)
    var events: Int32 = 0
    if found & Int32(POLLIN | POLLHUP) != 0 { events |= CURL_CSELECT_IN }
    if found & Int32(POLLOUT) != 0 { events |= CURL_CSELECT_OUT }
    if found & Int32(POLLERR | POLLNVAL) != 0 { events |= CURL_CSELECT_ERR }
    return events
  }
}

/// Frees the loop from a server that keeps it busy: while meaningless frames arrive, such as empty ones of HTTP/2,
/// libcurl continues to read without checking limits or cancellation.
///
/// A thread checks ten times a second, and only while some transfer has a limit or was cancelled, even one that waits for
/// its turn. If libcurl has been in the same call for a second, and a limit has passed, the socket is shut down, which
/// ends the call. libcurl sees this as the server's end: see `CurlTransfer.endsWithConnection`.
final class LoopWatch: Sendable {
  enum Limit {
    case at(ContinuousClock.Instant)
    /// The maximum duration of one call.
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
  private let cuts = Atomic<Int>(0)

  /// The number of times that connections were shut down.
  var cutCount: Int { cuts.load(ordering: .acquiring) }

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
    // Under the lock, and only for open sockets: libcurl reports a socket before it closes it, and afterwards its
    // number may belong to another file or connection.
    state.withLock { state in
      let isDue = state.limits.values.contains { limit in
        switch limit {
        case .at(let end): end <= now
        case .silence(let length): since + length <= now
        }
      }
      guard isDue else { return }
      cuts.add(1, ordering: .releasing)
      for open in state.sockets where socket == Self.timer || socket == open { _ = shutdown(open, Int32(SHUT_RDWR)) }
    }
  }
}
