import CCurl
import HTTPModel
import Locks

/// An easy handle with the options of one request. It is set up on the thread that starts the transfer, so that the
/// loop's thread only has to add it.
// Unchecked: passed with its request from its creator to the loop's thread, and used by one of them at a time.
final class ReadyHandle: @unchecked Sendable {
  let handle: CurlHandle
  /// The feature of the request that libcurl does not support.
  let fault: NetworkError?
  private let pool: HandlePool
  private var isOpen = true
  /// The lists that libcurl references while the transfer runs.
  private var lists: [CurlList] = []
  /// The header lines, and others for an attempt that awaits a challenge and sends no body, if they differ.
  private let lines: CurlList
  private var bareLines: CurlList?

  /// Heads above this size, in bytes, may exceed the buffer of a socket. libcurl accepts up to 1 MB.
  private static let largeHead = 32 << 10

  init(
    _ handle: CurlHandle, of pool: HandlePool, for request: TransportRequest, isSecure: Bool,
    _ identities: ClientIdentities
  ) {
    self.handle = handle
    self.pool = pool
    let sent = request.request
    var options = CurlOptions(request: sent, isSecure: isSecure, identities: identities, handle: handle)
    if case .stream = request.delivery { options.isStreamed = true }
    options.connects = request.connects
    options.pool = pool.connections
    var fault: NetworkError?
    do throws(NetworkError) { try options.apply() } catch { fault = error }
    self.fault = fault
    let headers = HeaderLines(for: sent)
    if let agent = headers.userAgent { handle.set(CURLOPT_USERAGENT, agent) }
    if let referer = headers.referer { handle.set(CURLOPT_REFERER, referer) }
    lines = CurlList(headers.lines, library: handle.library)
    setList(CURLOPT_HTTPHEADER, lines)
    // If the kernel takes only a part of the head at once, libcurl 7.88 sends one more buffer and then waits forever.
    if lines.size > Self.largeHead { handle.set(CURLOPT_UPLOAD_BUFFERSIZE, 2 << 20) }
    if ChallengeSteps.mayKeepBody(sent) {
      bareLines = CurlList(HeaderLines(for: sent, awaitsChallenge: true).lines, library: handle.library)
    }
    setLines(CURLOPT_CONNECT_TO, sent.options.connectTo ?? [])
  }

  deinit { close() }

  /// Sets the header lines of an attempt with or without body.
  func setLines(awaitsChallenge: Bool) {
    guard let bareLines else { return }
    handle.set(CURLOPT_HTTPHEADER, list: awaitsChallenge ? bareLines : lines)
  }

  /// `clearing` removes address overrides of earlier requests.
  func resolve(_ entries: [String], clearing stale: [String]) { setLines(CURLOPT_RESOLVE, stale + entries) }

  private func setLines(_ option: CURLoption, _ lines: [String]) {
    if !lines.isEmpty { setList(option, CurlList(lines, library: handle.library)) }
  }

  private func setList(_ option: CURLoption, _ list: CurlList) {
    lists.append(list)
    handle.set(option, list: list)
  }

  /// Returns the handle, which has left the multi handle by now.
  func close() {
    guard isOpen else { return }
    isOpen = false
    lists = []
    bareLines = nil
    // Callbacks must not reach a transfer that is gone.
    handle.set(CURLOPT_VERBOSE, false)
    handle.set(CURLOPT_ERRORBUFFER, pointer: nil)
    pool.put(handle)
  }
}

/// The easy handles of one transport.
///
/// A handle is returned without a reset. The reset is slow, so the next user does it, on a thread on which no other
/// transfer waits.
final class HandlePool: Sendable {
  private struct State {
    var used: [CurlHandle] = []
    /// The handles in use and in the pool.
    var count = 0
  }

  let connections: CurlTransport.Pool
  private let library: CurlLibrary
  /// The maximum number of handles for requests that are not sent immediately.
  private let limit: Int
  /// The maximum number kept for reuse: each takes some kilobytes. It equals the number of concurrent transfers,
  /// because transfers end in waves: handles freed after a wave would be created again for the next one.
  private let mostAtRest: Int
  private let state = Mutex(State())

  /// - Parameter transfers: the maximum number that run at a time.
  init(library: CurlLibrary, transfers: Int, connections: CurlTransport.Pool = CurlTransport.Pool()) {
    self.library = library
    self.connections = connections
    limit = 2 * max(1, transfers)
    mostAtRest = max(1, transfers)
  }

  deinit {
    for handle in state.withLock({ $0.used }) { library.easyCleanup(handle.raw) }
  }

  /// The number of handles.
  var count: Int { state.withLock { $0.count } }

  /// A handle for a request that still has to wait; `nil` if enough waiting requests have one, or libcurl is out of
  /// memory.
  func takeAhead() -> CurlHandle? {
    guard state.withLock({ $0.count - $0.used.count < limit }) else { return nil }
    return take()
  }

  /// `nil` if libcurl is out of memory.
  func take() -> CurlHandle? {
    if let used = state.withLock({ $0.used.popLast() }) {
      if library.version.reusesHandles {
        library.easyReset(used.raw)
        return used
      }
      cleanUp(used)
    }
    guard let raw = library.easyInit() else { return nil }
    state.withLock { $0.count += 1 }
    return CurlHandle(library: library, raw: raw)
  }

  /// Callback arguments must no longer be needed.
  func put(_ handle: CurlHandle) {
    let rests = state.withLock { state in
      guard state.used.count < mostAtRest else { return false }
      state.used.append(handle)
      return true
    }
    if !rests { cleanUp(handle) }
  }

  private func cleanUp(_ handle: CurlHandle) {
    library.easyCleanup(handle.raw)
    state.withLock { $0.count -= 1 }
  }
}
