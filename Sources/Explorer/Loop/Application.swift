import Terminal

/// The loop: apply, run, draw. Owns the state, the device and the inbox; knows nothing of what they hold.
@MainActor public final class Application {
  public private(set) var state: AppState
  private let device: any Device
  /// Where actions are posted from outside. Made when first used: the first frame waits for no stream.
  public private(set) lazy var inbox = Inbox()
  private let clock: @Sendable () -> Action

  /// Draws the first frame, before anything else is made or started.
  /// - Parameter clock: gives a `.clock` action; called once per batch.
  public init(state: AppState, device: any Device, clock: @escaping @Sendable () -> Action) {
    self.state = state
    self.device = device
    self.clock = clock
    draw()
  }

  /// Runs until the user quits or the terminal goes away; the device is closed by the caller.
  public func run(_ services: Services) async {
    let runner = EffectRunner(services: services, inbox: inbox)
    let events = device.events
    let forwarding = Task { [inbox] in
      for await event in events { inbox.post(.terminal(event)) }
      inbox.post(.end)
    }
    let terminations = device.terminations
    // Apart from the main actor, which may be at work on a million keys.
    let ending = Task.detached { [inbox] in for await _ in terminations { inbox.postEnd() } }
    defer {
      forwarding.cancel()
      ending.cancel()
    }
    inbox.post(.started)
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
    await runner.finish()
  }

  private func apply(_ action: Action, _ runner: EffectRunner) {
    for effect in state.apply(action) { runner.run(effect, device: device) }
  }

  private func draw() {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    device.show(screen)
    state.drawn()
  }
}
