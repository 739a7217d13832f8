import Synchronization

/// The easy handles of one transport.
///
/// A handle is returned as the transfer left it. Resetting it is slow, so the next user does it, on a thread where no
/// other transfer waits.
final class HandlePool: Sendable {
  private struct State {
    var used: [CurlHandle] = []
    /// Those in use and those in the pool.
    var count = 0
  }

  private let library: CurlLibrary
  /// How many are created for requests that are not sent immediately.
  private let limit: Int
  /// The maximum number kept for reuse: each holds some kilobytes. As many as run at a time, because their ends come in
  /// waves: what is freed after a wave would be made again for the next one.
  private let mostAtRest: Int
  private let state = Mutex(State())

  /// - Parameter transfers: the maximum number that run at a time.
  init(library: CurlLibrary, transfers: Int) {
    self.library = library
    limit = 2 * max(1, transfers)
    mostAtRest = max(1, transfers)
  }

  deinit {
    for handle in state.withLock({ $0.used }) { library.easyCleanup(handle.raw) }
  }

  /// The number of handles.
  var count: Int { state.withLock { $0.count } }

  /// For a request that still has to wait: also `nil` if enough waiting requests have one.
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
