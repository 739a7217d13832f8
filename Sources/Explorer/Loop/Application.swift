package import Terminal

/// The loop: apply, run, draw. Owns the state, the device and the inbox, and knows nothing about their contents.
@MainActor package final class Application {
  package private(set) var state: AppState
  private let device: any Device
  /// Receives actions from outside. Created on first use, so that the first frame does not wait for a stream.
  package private(set) lazy var inbox = Inbox()
  private let clock: @Sendable () -> Action
  /// Says what changes, where nothing is drawn.
  private let voice: LinearVoice?
  /// What was known before the loop runs.
  private let known: [Action]

  /// Draws the first frame before creating or starting anything else.
  /// - Parameter known: what is applied first once the loop runs, and shown already in the first frame.
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

  /// Runs until the user quits or the terminal goes away; the caller closes the device.
  package func run(_ services: Services) async {
    let runner = EffectRunner(services: services, inbox: inbox)
    let events = device.events
    let forwarding = Task { [inbox] in
      for await event in events { inbox.post(.terminal(event)) }
      inbox.post(.end)
    }
    let terminations = device.terminations
    // Off the main actor, which may be busy with a million keys.
    let ending = Task.detached { [inbox] in for await _ in terminations { inbox.postEnd() } }
    defer {
      forwarding.cancel()
      ending.cancel()
    }
    inbox.post(.started)
    for action in known { inbox.post(action) }
    for await batch in inbox.batches() where !batch.isEmpty {
      apply(clock(), runner)
      for action in batch {
        if inbox.endsAtOnce { break }
        apply(action, runner)
      }
      if inbox.endsAtOnce { apply(.end, runner) }
      if state.isEnding { break }
      draw()
    }
    // Who ends the program from outside does not want another workspace, whatever was about to be opened.
    if inbox.endsAtOnce { state.successor = [] }
    await runner.finish()
  }

  private func apply(_ action: Action, _ runner: EffectRunner) {
    let effects = state.apply(action)
    // Keys that came at once are each heard, in order.
    voice?.tell(state)
    for effect in effects { runner.run(effect, device: device) }
  }

  /// What follows from an action is done when it arrives; here it is only seen.
  private func drawAhead() {
    var ahead = state
    for action in known { _ = ahead.apply(action) }
    show(ahead)
  }

  private func draw() {
    show()
    // The keys of a page act once it was shown, and then the footer names them.
    if state.drawn() { show() }
  }

  private func show() {
    if let voice { return voice.tell(state) }
    show(state)
  }

  private func show(_ state: AppState) {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    device.show(screen)
  }
}
