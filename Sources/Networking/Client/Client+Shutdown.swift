import Basics
import HTTPModel

/// The end of a client, and connections before its first call.
extension Client {
  /// Ends the client, its copies, and everything else that shares its transport, for good.
  ///
  /// Calls that begin later fail with category `shutDown`. Calls that run go on to their end, with their redirects,
  /// retries and streams; those that still run after `grace` fail with the same category. Then the connections are
  /// closed, and the function returns. Cancelling the task ends the grace.
  ///
  /// The default `grace` waits for all calls, so not within one of them; zero fails them at once. A custom transport
  /// that does not implement `Transport.shutdown` does not end running calls.
  public func shutdown(within grace: Duration? = nil) async {
    lifetime.close()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await lifetime.drained() }
      if let grace {
        // Sleep throws only on cancellation, which ends the grace as well.
        group.addTask { try? await Pause.wait(grace) }
      }
      _ = await group.next()
      group.cancelAll()
    }
    await transport.shutdown()
    await http2.shutdown()
  }

  /// Opens connections to the server of `request`, so that the first calls need not wait for them: sends `request` on
  /// each of them. A `HEAD` of a page without side effects is suitable; any status is a success.
  ///
  /// Cookies and the token of `ExecutionConfig.tokenProvider` are not sent. With HTTP/2 and later one connection is
  /// opened, because calls share it. Connections beyond the transport's `idleConnections` are closed again. Other
  /// transports may use one connection for all.
  /// - Parameters:
  ///   - count: the number of connections to open, in addition to open ones.
  ///   - request: has the same connection options as the later calls, such as proxy and certificates.
  /// - Throws: `NetworkError` if the server cannot be reached.
  public nonisolated(nonsending) func openConnections(
    _ count: Int, for request: some RequestConvertible
  ) async throws(NetworkError) {
    guard count > 0 else { return }
    var request = await built(request)
    request.options.redirects = TransferOptions.RedirectPolicy(follows: false)
    let first = await opened(for: request)
    if let failure = first.failure { throw failure }
    guard first.response?.httpVersion.hasPrefix("1") == true else { return }
    let failure = await withTaskGroup(of: NetworkError?.self) { group in
      for _ in 1..<count { group.addTask { [request] in await opened(for: request).failure } }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    if let failure { throw failure }
  }

  /// The exchange over a new connection.
  private func opened(for request: Request) async -> Exchange {
    var config = ExecutionConfig()
    config.timeout = execution.timeout
    config.observers = execution.observers
    config.tracers = execution.tracers
    var run = Execution(Call(request, client: self, config: config, connects: true))
    return await run.run().exchange
  }
}

/// Counts the running calls of a client and its copies.
final class ClientLifetime: Sendable {
  private struct State: Sendable {
    var running = 0
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Counts a call, unless it is new and the client was shut down.
  func enter(isNew: @autoclosure () -> Bool) -> Bool {
    state.change { state in
      if state.isClosed, isNew() { return false }
      state.running += 1
      return true
    }
  }

  func leave() { state.change { $0.running -= 1 } }

  /// Rejects new calls from now on.
  func close() { state.change { $0.isClosed = true } }

  var isClosed: Bool { state.read(\.isClosed) }

  /// Returns once no call runs, or the task is cancelled.
  func drained() async { await state.wait { $0.running == 0 } }
}
