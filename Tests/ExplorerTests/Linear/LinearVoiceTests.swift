import Terminal
import Testing
import Workspaces

@testable import Explorer

/// A line terminal that records its lines.
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
  @Test func `The voice greets once, announces each change once, and copies nothing on its own.`() {
    let device = KeptLines()
    let voice = LinearVoice(device)
    var listener = LinearListener()
    voice.announce(listener.state)
    #expect(device.pieces.count == 1)
    voice.announce(listener.state)
    #expect(device.pieces.count == 1)
    _ = listener.press(.down)
    voice.announce(listener.state)
    voice.announce(listener.state)
    #expect(device.pieces.count == 2)
    #expect(device.pieces.last == .line("Collections, row 2 of 5: Users, folder, closed, level 2"))
    #expect(!device.hasClipboard)
  }

  @Test func `A text that names a command is announced with its key.`() {
    let device = KeptLines()
    let voice = LinearVoice(device)
    var listener = LinearListener()
    voice.announce(listener.state)
    listener.open(RequestDefinition(name: "Bare", url: "http://h/"))
    _ = listener.press(.control("l"), .escape)
    _ = listener.type("2")
    voice.announce(listener.state)
    let said = device.pieces.map { if case .line(let text) = $0 { text } else { "" } }.joined(separator: "\n")
    #expect(said.contains("a adds one; paste Name: value lines"), "\(said)")
    #expect(!said.unicodeScalars.contains { $0.value >= 0x10FF00 })
  }
}
