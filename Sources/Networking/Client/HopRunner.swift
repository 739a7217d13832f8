import Synchronization

/// Awaits one transfer; cancelling the task cancels it, at any time.
enum HopRunner {
  static func run(
    _ request: TransportRequest, on transport: any Transport,
    events: @escaping @Sendable (TransportEvent, any TransportCall) -> Void
  ) async -> TransportResult {
    let box = CallBox()
    return await withTaskCancellationHandler {
      // Unsafe only because a second resumption is not checked: a transport finishes exactly once, as its tests show.
      await withUnsafeContinuation { continuation in
        let call = transport.startHere(request) { event in
          if case .finished(let result) = event {
            box.clear()
            continuation.resume(returning: result)
          } else {
            events(event, box)
          }
        }
        box.set(call)
      }
    } onCancel: {
      box.cancel()
    }
  }
}

/// Stands in for a call until it is known; it may already be cancelled or deliver content before that.
final class CallBox: TransportCall {
  private struct State {
    var call: (any TransportCall)?
    var isCancelled = false
    var isOver = false
    var consumed = 0
  }

  private let state = Mutex(State())

  func set(_ call: any TransportCall) {
    let (cancels, consumed) = state.withLock { state in
      if !state.isOver { state.call = call }
      return (state.isCancelled, state.consumed)
    }
    if cancels { call.cancel() }
    if consumed > 0 { call.consumed(consumed) }
  }

  /// The transfer is over; release what it keeps alive.
  func clear() {
    state.withLock { state in
      state.isOver = true
      state.call = nil
    }
  }

  func cancel() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.call
    }
    call?.cancel()
  }

  func consumed(_ count: Int) {
    let call = state.withLock { state in
      if state.call == nil { state.consumed += count }
      return state.call
    }
    call?.consumed(count)
  }
}
