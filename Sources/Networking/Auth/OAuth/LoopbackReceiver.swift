import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Waits on a loopback port for the browser to return from a login.
///
/// Every program on this machine and every page in the browser can connect to it. Therefore only a request with the
/// `state` of this login ends it; any other gets an error page, and the login continues.
final class LoopbackReceiver: Sendable {
  /// Classifies a query sent to the login page.
  enum Verdict: Sendable {
    /// Not from this login, which continues.
    case foreign
    /// The server's response: a code, or the reason for the refusal.
    case answer(Result<String, NetworkError>)
  }

  private struct State {
    var answer: Result<String, NetworkError>?
    var waiter: CheckedContinuation<Result<String, NetworkError>, Never>?
  }

  let port: Int
  private let state = Mutex(State())
  private let bell: WakePipe

  /// - Parameters:
  ///   - port: from 1 to 65535; 0 picks any free port.
  ///   - now: the clock for the age of connections.
  init(
    port: Int, path: String, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    judge: @escaping @Sendable (_ query: String) -> Verdict
  ) throws(NetworkError) {
    let listener = try LoopbackListener(port: port)
    guard let bell = WakePipe() else {
      listener.close()
      throw NetworkError(.other, "Cannot wait for the login: too many files are open")
    }
    self.port = listener.port
    self.bell = bell
    let page = LoopbackPage(path: path, judge: judge)
    let thread = ThreadStart { [self] in
      var server = LoopbackServer(listener: listener, bell: bell, page: page, now: now) { [self] in end($0) }
      server.run()
    }
    guard thread.launch() else {
      listener.close()
      throw NetworkError(.other, "No thread could be started to wait for the login")
    }
  }

  /// The code that the browser delivered.
  /// - Throws: the server's refusal, or `cancelled`.
  func code() async throws(NetworkError) -> String {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Result<String, NetworkError>? in
          if let answer = state.answer { return answer }
          state.waiter = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      end(.failure(NetworkError(.cancelled, "The login was cancelled")))
    }
    return try result.get()
  }

  /// Ends the thread and releases the port.
  func stop() {
    bell.ring()
    end(.failure(NetworkError(.cancelled, "The login was abandoned")))
  }

  /// The first result counts.
  private func end(_ result: Result<String, NetworkError>) {
    let waiter = state.withLock { state in
      if state.answer == nil { state.answer = result }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: result)
  }
}
