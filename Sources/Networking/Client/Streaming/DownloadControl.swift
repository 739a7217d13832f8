import Basics

extension Download {
  /// Pauses and resumes one download, from any thread: `client.download(for: request, to: path, control: control)`.
  ///
  /// A pause ends the transfer, keeps the received bytes, and lets the call wait. Resuming requests the rest (`Range`,
  /// `If-Range`; RFC 9110, section 14). The download starts over if the server cannot send the rest, if the content has
  /// changed, or if the server named no validator (ETag or Last-Modified) or compressed the body.
  public final class Control: Sendable {
    private struct State: Sendable {
      var isPaused = false
      /// True if a pause ended the transfer.
      var hasStopped = false
      var stop: (@Sendable () -> Void)?
    }

    private let state = Monitor(State())

    /// A control that is not paused.
    public init() {}

    /// True between `pause` and `resume`.
    public var isPaused: Bool { state.read { $0.isPaused } }

    /// Ends the transfer; before the download starts, it keeps it from starting. Does nothing if it is paused.
    public func pause() {
      let stop = state.change { state -> (@Sendable () -> Void)? in
        state.isPaused = true
        state.hasStopped = true
        return state.stop
      }
      stop?()
    }

    /// Continues the download; does nothing if it is not paused.
    public func resume() { state.change { $0.isPaused = false } }

    /// Returns once the download is not paused, or the task is cancelled.
    func resumed() async { await state.wait { !$0.isPaused } }

    /// Runs a transfer that a pause cancels.
    func run<Result: Sendable>(_ transfer: @escaping @Sendable () async -> Result) async -> Result {
      let task = Task { await transfer() }
      let isPaused = state.change { state in
        state.stop = { task.cancel() }
        state.hasStopped = state.isPaused
        return state.isPaused
      }
      // It was paused again before its transfer was known.
      if isPaused { task.cancel() }
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      state.change { $0.stop = nil }
      return result
    }

    /// True if the last transfer was ended by a pause.
    var hasStopped: Bool { state.read { $0.hasStopped } }
  }
}
