import Basics
import Synchronization
package import Terminal

/// Runs effects: each kind by its service, in its own task, posting results to the inbox.
@MainActor final class EffectRunner {
  private let services: Services
  private let inbox: Inbox
  /// File effects in order: a save must not overtake the one before it.
  private let fileQueue: AsyncStream<FileEffect>.Continuation
  private let fileWorker: Task<Void, Never>
  /// Run effects in order: a stop must not overtake the start.
  private let runQueue: AsyncStream<(RunEffect, after: Task<Void, Never>)>.Continuation
  private let runWorker: Task<Void, Never>
  /// The last requested change of an environment or its cookies. The next change waits for it, as does a send, which
  /// must not overtake a value that the user has just typed.
  private var environmentsWritten = Task<Void, Never> {}
  private var environmentChanges = 0
  private var environmentReadings = 0
  private var running: [Int: Task<Void, Never>] = [:]
  private var next = 0

  init(services: Services, inbox: Inbox) {
    self.services = services
    self.inbox = inbox
    let (stream, continuation) = AsyncStream<FileEffect>.makeStream()
    fileQueue = continuation
    fileWorker = Task.detached {
      for await effect in stream { await services.files(effect) { inbox.post($0) } }
    }
    let (runs, runQueue) = AsyncStream<(RunEffect, after: Task<Void, Never>)>.makeStream()
    self.runQueue = runQueue
    runWorker = Task.detached {
      for await (effect, written) in runs {
        await written.value
        await services.run(effect) { inbox.post($0) }
      }
    }
  }

  func run(_ effect: Effect, device: any Device) {
    let services = services
    let inbox = inbox
    let post: Services.Post = { inbox.post($0) }
    switch effect {
    case .files(let effect): fileQueue.yield(effect)
    case .system(let effect): services.system(effect, device, post)
    case .after(let duration, let action):
      start {
        // The pause throws only on cancellation, when the program ends and the action is no longer needed.
        guard (try? await Pause.wait(duration)) != nil else { return }
        post(action)
      }
    case .transfer(let effect):
      let written = environmentsWritten
      start {
        await written.value
        await services.transfer(effect, post)
      }
    case .document(let effect): start { await services.document(effect, post) }
    case .environment(let effect): change(effect, post)
    // A send must not overtake a cookie that the user has just changed.
    case .cookies(let effect): afterChanges { await services.cookies(effect, post) }
    case .find(let effect): start { await services.find(effect, post) }
    case .run(let effect): runQueue.yield((effect, after: environmentsWritten))
    }
  }

  /// Runs changes of environments in order. A read waits for them, but nothing waits for a read. Only the latest read
  /// reports, with the state after the last change.
  private func change(_ effect: EnvironmentEffect, _ post: @escaping Services.Post) {
    guard !effect.isReading else { return read(effect, post) }
    environmentChanges += 1
    let services = services
    afterChanges { await services.environment(effect, post) }
  }

  private func afterChanges(_ work: @escaping @Sendable () async -> Void) {
    let before = environmentsWritten
    environmentsWritten = Task.detached {
      await before.value
      await work()
    }
  }

  private func read(_ effect: EnvironmentEffect, _ post: @escaping Services.Post) {
    environmentReadings += 1
    let (services, number) = (services, environmentReadings)
    start { [weak self] in
      while let (changes, written) = await self?.environments(at: number) {
        await written.value
        let answers = Answers()
        await services.environment(effect) { answers.add($0) }
        guard await self?.environments(at: number)?.changes == changes else { continue }
        for action in answers.all { post(action) }
        return
      }
    }
  }

  /// The number of changes and the last one; `nil` if a newer read has replaced this one.
  private func environments(at number: Int) -> (changes: Int, written: Task<Void, Never>)? {
    number == environmentReadings ? (environmentChanges, environmentsWritten) : nil
  }

  /// Cancels work that can be cancelled, and waits for pending file writes.
  func finish() async {
    services.stopReading()
    for task in running.values { task.cancel() }
    fileQueue.finish()
    runQueue.finish()
    runWorker.cancel()
    await fileWorker.value
    await environmentsWritten.value
  }

  private func start(_ work: @escaping @Sendable () async -> Void) {
    let number = next
    next += 1
    running[number] = Task.detached { [weak self] in
      await work()
      await self?.ended(number)
    }
  }

  private func ended(_ number: Int) { running[number] = nil }
}

/// The results of a service, held back until they are known to be current.
private final class Answers: Sendable {
  private let actions = Mutex<[Action]>([])

  func add(_ action: Action) { actions.withLock { $0.append(action) } }
  var all: [Action] { actions.withLock { $0 } }
}

/// The outside world as closures: real in the program, in memory in tests. Each takes an effect, works off the main
/// thread and posts the results.
package struct Services: Sendable {
  package typealias Post = @Sendable (Action) -> Void

  package var files: @Sendable (FileEffect, @escaping Post) async -> Void
  package var transfer: @Sendable (TransferEffect, @escaping Post) async -> Void
  package var document: @Sendable (DocumentEffect, @escaping Post) async -> Void
  package var environment: @Sendable (EnvironmentEffect, @escaping Post) async -> Void
  package var cookies: @Sendable (CookieEffect, @escaping Post) async -> Void
  package var find: @Sendable (FindEffect, @escaping Post) async -> Void
  package var run: @Sendable (RunEffect, @escaping Post) async -> Void
  /// Effects that need the terminal; run on the main actor.
  package var system: @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void
  /// Called when the program ends: abandons running reads, while writes still finish.
  package var stopReading: @Sendable () -> Void

  package init(
    files: @escaping @Sendable (FileEffect, @escaping Post) async -> Void,
    transfer: @escaping @Sendable (TransferEffect, @escaping Post) async -> Void,
    document: @escaping @Sendable (DocumentEffect, @escaping Post) async -> Void,
    environment: @escaping @Sendable (EnvironmentEffect, @escaping Post) async -> Void,
    cookies: @escaping @Sendable (CookieEffect, @escaping Post) async -> Void = { _, _ in },
    find: @escaping @Sendable (FindEffect, @escaping Post) async -> Void = { _, _ in },
    run: @escaping @Sendable (RunEffect, @escaping Post) async -> Void = { _, _ in },
    system: @escaping @MainActor @Sendable (SystemEffect, any Device, @escaping Post) -> Void,
    stopReading: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.transfer = transfer
    self.document = document
    self.environment = environment
    self.cookies = cookies
    self.find = find
    self.run = run
    self.system = system
    self.stopReading = stopReading
  }
}
