import Terminal

/// Carries out effects: each kind by its service, in a task of its own, its answers into the inbox.
@MainActor final class EffectRunner {
  private let services: Services
  private let inbox: Inbox
  /// File effects in their order: a save must not overtake the one before it.
  private let fileQueue: AsyncStream<FileEffect>.Continuation
  private let fileWorker: Task<Void, Never>
  /// The last change of an environment that was asked for; the next one waits for it, and so does a send, which must
  /// not overtake a value that was just typed.
  private var environmentsWritten = Task<Void, Never> {}
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
        // Cancelled when the program ends: then the action is not wanted any more.
        guard (try? await Task.sleep(for: duration)) != nil else { return }
        post(action)
      }
    case .transfer(let effect):
      let written = environmentsWritten
      start {
        await written.value
        await services.transfer(effect, post)
      }
    case .document(let effect): start { await services.document(effect, post) }
    case .environment(let effect):
      let before = environmentsWritten
      environmentsWritten = Task.detached {
        await before.value
        await services.environment(effect, post)
      }
    case .find(let effect): start { await services.find(effect, post) }
    }
  }

  /// Ends what may end at once and waits for files to be written.
  func finish() async {
    for task in running.values { task.cancel() }
    fileQueue.finish()
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
