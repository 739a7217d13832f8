import Terminal
import Testing

@testable import Explorer

/// A terminal of lines that only keeps them.
@MainActor private final class KeptLines: LineDevice {
  let size = Size(columns: 200, rows: 24)
  var capabilities: Capabilities {
    var capabilities = Capabilities(colors: 0, mouse: false)
    capabilities.isLinear = true
    return capabilities
  }
  var events: AsyncStream<Event> { AsyncStream { $0.finish() } }
  private(set) var pieces: [LinePiece] = []

  func append(_ piece: LinePiece) { pieces.append(piece) }
  func suspended(_ body: () -> Void) { body() }
  func beep() {}
  func close() {}
}

@Suite("Linear mode: the voice") @MainActor struct LinearVoiceTests {
  @Test func `It greets once, says each change once, and copies nothing by itself.`() {
    let device = KeptLines()
    let voice = LinearVoice(device)
    var listener = LinearListener()
    voice.tell(listener.state)
    #expect(device.pieces.count == 1)
    voice.tell(listener.state)
    #expect(device.pieces.count == 1)
    _ = listener.press(.down)
    voice.tell(listener.state)
    voice.tell(listener.state)
    #expect(device.pieces.count == 2)
    #expect(device.pieces.last == .line("Collections, row 2 of 5: Users, folder, closed, level 2"))
    #expect(!device.hasClipboard)
  }
}
