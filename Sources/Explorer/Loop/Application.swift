import Synchronization
package import Terminal

/// The main loop: apply, run, draw. Owns the state, the device and the inbox, independent of their contents.
@MainActor package final class Application {
  package private(set) var state: AppState
  private let device: any Device
  /// Receives actions from outside. Created on first use, so that the first frame does not wait for a stream.
  package private(set) lazy var inbox = Inbox()
  private let clock: @Sendable () -> Action
  /// Announces changes in linear mode.
  private let voice: LinearVoice?
  /// The actions known before the loop runs.
  private let known: [Action]

  /// Draws the first frame before starting anything else.
  /// - Parameter known: actions to apply first when the loop runs. The first frame already shows their result.
  /// - Parameter clock: returns a `.clock` action; called once per batch.
  /// - Parameter voice: for a terminal that only gets lines.
  package init(
    state: AppState, known: [Action] = [], device: any Device, voice: LinearVoice? = nil,
    clock: @escaping @Sendable () -> Action
  ) {
    self.state = state
    self.known = known
    self.voice = voice
    self.device = device
    self.clock = clock
    if known.isEmpty || voice != nil { draw() } else { drawAhead() }
  }

  /// Runs until the user quits or the terminal closes. The caller closes the device.
  package func run(_ services: Services) async {
    let runner = EffectRunner(services: services, inbox: inbox)
    let events = device.events
    let forwarding = Task { [inbox] in
      for await event in events { inbox.post(.terminal(event)) }
      inbox.post(.end)
    }
    let terminations = device.terminations
    // Runs off the main actor, which may be busy with a million keys.
    let ending = Task.detached { [inbox] in for await _ in terminations { inbox.postEnd() } }
    defer {
      forwarding.cancel()
      ending.cancel()
    }
    inbox.post(.started)
    for action in known { inbox.post(action) }
    for await batch in inbox.batches() where !batch.isEmpty {
      apply(clock(), runner)
      for action in batch.joiningReports {
        if inbox.endsAtOnce { break }
        apply(action, runner)
      }
      if inbox.endsAtOnce { apply(.end, runner) }
      if state.isEnding { break }
      draw()
    }
    // A termination from outside must not open another workspace.
    if inbox.endsAtOnce { state.switching.successor = [] }
    await runner.finish()
  }

  private func apply(_ action: Action, _ runner: EffectRunner) {
    let effects = state.apply(action)
    // Announce each key of a batch, in order.
    voice?.announce(state)
    for effect in effects { runner.run(effect, device: device) }
  }

  /// Draws the result of known actions. Their effects run when the actions arrive.
  private func drawAhead() {
    var ahead = state
    for action in known { _ = ahead.apply(action) }
    show(ahead)
  }

  private func draw() {
    show()
    // The keys of a page act, and appear in the footer, once the page has been shown.
    if state.drawn() { show() }
  }

  private func show() {
    if let voice { return voice.announce(state) }
    show(state)
  }

  private func show(_ state: AppState) {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    device.show(screen)
  }
}

/// The queue of actions for the loop. Actions are posted from anywhere and taken in batches, so that a burst costs one
/// frame.
package final class Inbox: Sendable {
  private let waiting = Mutex<[Action]>([])
  private let isEndAsked = Atomic(false)
  private let signal: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() {
    (signal, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package func post(_ action: Action) {
    waiting.withLock { $0.append(action) }
    continuation.yield()
  }

  /// Requests the end of the program ahead of all queued actions.
  package func postEnd() {
    isEndAsked.store(true, ordering: .releasing)
    post(.end)
  }

  /// True once the end was requested with `postEnd`. Queued actions are then dropped.
  var endsAtOnce: Bool { isEndAsked.load(ordering: .acquiring) }

  /// Each element is one batch in posting order.
  package func batches() -> AsyncMapSequence<AsyncStream<Void>, [Action]> {
    signal.map { [self] _ in
      waiting.withLock { list in
        defer { list = [] }
        return list
      }
    }
  }
}
