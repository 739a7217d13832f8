import Foundation
import Interchange
import Synchronization
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// A terminal that records its frames and ends immediately.
private final class KeepingDevice: Device {
  let size = Size(columns: 80, rows: 24)
  let capabilities = Capabilities()
  let events = AsyncStream<Event> { $0.finish() }
  let shown = Mutex<[String]>([])

  func show(_ screen: Screen) {
    let text = screen.cells.map(\.text).joined()
    shown.withLock { $0.append(text) }
  }
  func suspended(_ body: () -> Void) { body() }
  func copyToClipboard(_ text: String) {}
  func beep() {}
  func close() {}
}

@MainActor @Suite("The first frame", .timeLimit(.minutes(5))) struct FirstFrameTests {
  @Test("The first frame shows the known tree without effects until the loop runs")
  func knownTree() async {
    let device = KeepingDevice()
    let state = AppState(size: device.size, workspace: WorkspaceTree(name: "demo", path: "/w"), formats: .all)
    let application = Application(
      state: state, known: [.files(.treeGrew(Samples.workspace))], device: device,
      clock: { .clock(.now, secondsFromGMT: 0) })
    #expect(device.shown.withLock { $0.count } == 1)
    #expect(device.shown.withLock { $0.first?.contains("Users") } == true)
    #expect(application.state.workspace.collections.isEmpty)

    let asked = Mutex<[FileEffect]>([])
    await application.run(
      Services(
        files: { effect, _ in asked.withLock { $0.append(effect) } }, transfer: { _, _ in }, document: { _, _ in },
        environment: { _, _ in }, system: { _, _, _ in }))
    #expect(application.state.workspace == Samples.workspace)
    // The loop still lists the files on disk.
    #expect(asked.withLock { $0.contains { if case .loadTree = $0 { true } else { false } } })
  }

  @Test("Without a known tree the first frame shows the rest of the screen")
  func nothingKnown() {
    let device = KeepingDevice()
    let state = AppState(size: device.size, workspace: WorkspaceTree(name: "demo", path: "/w"), formats: .all)
    _ = Application(state: state, device: device, clock: { .clock(.now, secondsFromGMT: 0) })
    #expect(device.shown.withLock { $0.first?.contains("Users") } == false)
  }
}
