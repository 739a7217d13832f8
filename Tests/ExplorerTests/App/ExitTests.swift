import Synchronization
import Terminal
import TestSupport
import Testing

@testable import Explorer

/// A terminal without output.
private final class NoDevice: Device {
  let size = Size(columns: 80, rows: 24)
  let capabilities = Capabilities()
  let events = AsyncStream<Event> { $0.finish() }
  func show(_ screen: Screen) {}
  func suspended(_ body: () -> Void) { body() }
  func copyToClipboard(_ text: String) {}
  func beep() {}
  func close() {}
}

@Suite("The end of the screen", .timeLimit(.minutes(5))) struct ExitTests {
  private let stuck = Gate()
  private let isReading = Gate()
  private let written = Gate()

  @MainActor private func runner() -> EffectRunner {
    let (stuck, isReading, written) = (stuck, isReading, written)
    let services = Services(
      files: { _, _ in }, transfer: { _, _ in }, document: { _, _ in },
      environment: { effect, _ in
        guard case .load = effect else { return written.open() }
        isReading.open()
        await stuck.opened()
      }, system: { _, _, _ in })
    return EffectRunner(services: services, inbox: Inbox())
  }

  @Test("Quitting waits for environment writes and not for reads")
  @MainActor func environments() async {
    let (runner, device) = (runner(), NoDevice())
    runner.run(.environment(.load(collection: "/c")), device: device)
    await isReading.opened()
    runner.run(.environment(.delete(collection: "/c", name: "old")), device: device)
    await runner.finish()
    #expect(written.isOpen && !stuck.isOpen)
    stuck.open()
  }

  @Test("Reads are cancelled before the pending writes are awaited")
  @MainActor func reading() async {
    let services = Services(
      files: { [stuck] _, _ in await stuck.opened() }, transfer: { _, _ in }, document: { _, _ in },
      environment: { _, _ in }, system: { _, _, _ in }, stopReading: { [stuck] in stuck.open() })
    let runner = EffectRunner(services: services, inbox: Inbox())
    runner.run(.files(.loadTree(path: "/w")), device: NoDevice())
    await runner.finish()
    #expect(stuck.isOpen)
  }
}
