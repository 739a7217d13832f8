import Terminal
import Testing

@testable import TerminalNCurses

@Suite struct InputDecoderTests {
  /// All events of some bytes, without any further input.
  func events(_ text: String) -> [Event] { events(Array(text.utf8)) }

  func events(_ bytes: [UInt8]) -> [Event] {
    var decoder = InputDecoder()
    return decoder.feed(bytes) + decoder.flush()
  }

  @Test(
    "Sequences of xterm, rxvt, the Linux console, and kitty are keys",
    arguments: [
      ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[1;2D", Key(.left, .shift)),
      ("\u{1B}[1;6C", Key(.right, [.control, .shift])), ("\u{1B}[1;3A", Key(.up, .alt)), ("\u{1B}[H", .home),
      ("\u{1B}[4~", .end), ("\u{1B}[1;5F", Key(.end, .control)), ("\u{1B}[5;5~", Key(.pageUp, .control)),
      ("\u{1B}[3~", .delete), ("\u{1B}[2;2~", Key(.insert, .shift)), ("\u{1B}OP", .function(1)),
      ("\u{1B}[[E", .function(5)),
      ("\u{1B}[24;2~", Key(.function(12), .shift)), ("\u{1B}[Z", .backTab), ("\u{1B}[a", Key(.up, .shift)),
      ("\u{1B}Oc", Key(.right, .control)), ("\u{1B}[3$", Key(.delete, .shift)), ("\u{1B}[3^", Key(.delete, .control)),
      ("\u{1B}[27u", .escape), ("\u{1B}[97;5u", .control("a")), ("\u{1B}[27;5;13~", Key(.enter, .control)),
      ("\u{1B}[13;2u", Key(.enter, .shift)), ("\u{1B}\u{1B}[A", Key(.up, .alt)),
      ("\u{1B}\u{7F}", Key(.backspace, .alt)),
      ("\u{1B}b", .alt("b")), ("\u{1B}日", .alt("日")), ("\u{1B}O", .alt("O")), ("\u{1B}[", .alt("[")),
      ("\u{1B}]", .alt("]")),
      ("\u{1B}", .escape), ("\u{0}", .control(" ")), ("\u{1C}", .control("\\")), ("\u{7F}", .backspace), ("\t", .tab),
      ("e\u{301}", .character("e\u{301}")), ("👨‍👩‍👧", .character("👨‍👩‍👧")),
    ])
  func keys(bytes: String, key: Key) {
    #expect(events(bytes) == [.key(key)])
  }

  @Test("The events are the same for any split of the bytes")
  func pieces() {
    let text = "a日\u{1B}[1;5C\u{1B}[<0;300;2M\u{1B}[200~x\u{1B}[20\u{1B}[201~\u{1B}x\u{1B}[Iz\u{1B}]11;rgb:0/0/0\u{7}y"
    let bytes = Array(text.utf8)
    let whole = events(bytes)
    #expect(whole.count == 10)
    for size in 1...bytes.count {
      var decoder = InputDecoder()
      var found: [Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.feed(Array(bytes[start..<min(bytes.count, start + size)]))
      }
      #expect(found + decoder.flush() == whole, "pieces of \(size)")
    }
  }

  @Test("A paste keeps its content, with LF as line end, and never becomes keys")
  func paste() {
    #expect(events("\u{1B}[200~a\r\nb\rc\n\u{1B}[A\u{3}\u{1B}[201~") == [.paste("a\nb\nc\n\u{1B}[A\u{3}")])
    #expect(events("\u{1B}[200~\u{1B}[201~q") == [.paste(""), .key(.character("q"))])
    #expect(events("\u{1B}[200~never ends") == [.paste("never ends")])
    #expect(events(Array("\u{1B}[200~".utf8) + [0xFF, 0x41] + Array("\u{1B}[201~".utf8)) == [.paste("\u{FFFD}A")])
  }

  @Test("The answer about the background is an event, and a late rest of it never becomes keys")
  func background() {
    #expect(events("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\q") == [.background(isLight: true), .key(.character("q"))])
    #expect(events("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}") == [.background(isLight: false)])
    #expect(events("\u{1B}]11;nonsense\u{7}\u{1B}]12;rgb:f/f/f\u{7}") == [])
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}]11;rgb:1e".utf8)) == [] && decoder.isAnswered)
    #expect(decoder.feed(Array("1e/1e1e/2e2e\u{7}".utf8)) == [.background(isLight: false)] && !decoder.isPending)
  }

  @Test("Answers of terminals and unknown sequences are not keys")
  func ignored() {
    #expect(
      events("\u{1B}[?62;22c\u{1B}]52;c;eA==\u{1B}\\\u{1B}P1+r\u{1B}\\\u{1B}[99;99X\u{1B}[<99;1;1Mq") == [
        .key(.character("q"))
      ])
    #expect(events("\u{1B}[97;5:3u") == [])
    #expect(events("\u{1B}[M !!q") == [.key(.character("q"))])
  }

  @Test("Any bytes are decoded without harm, and none is kept forever")
  func anyBytes() {
    var random = SystemRandomNumberGenerator()
    let likely: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x3C, 0x4D, 0x7E, 0x32, 0x30, 0x31, 0x5D, 0x24, 0xE6, 0xFF, 0x41]
    for _ in 0..<3_000 {
      var decoder = InputDecoder()
      let bytes = (0..<40).map { _ in likely.randomElement(using: &random) ?? 0 }
      _ = decoder.feed(bytes)
      _ = decoder.flush()
      #expect(!decoder.isPending)
    }
    #expect(!events(Array(repeating: 0x1B, count: 50_000)).isEmpty)
    _ = events(Array("\u{1B}[".utf8) + Array(repeating: 0x39, count: 100_000))
  }

  @Test func `The right button is pressed, dragged and released like the left one.`() {
    let point = Point(x: 3, y: 4)
    let sent = "\u{1B}[<2;4;5M\u{1B}[<34;4;5M\u{1B}[<2;4;5m\u{1B}[<18;4;5M\u{1B}[<1;4;5M"
    #expect(
      events(sent) == [
        .mouse(Mouse(.press, at: point, button: .right)), .mouse(Mouse(.drag, at: point, button: .right)),
        .mouse(Mouse(.release, at: point, button: .right)),
        .mouse(Mouse(.press, at: point, button: .right, modifiers: .control)),
      ])
  }

  @Test("Presses in quick succession at one place count up to three")
  func clicks() {
    var counter = ClickCounter()
    let press = Event.mouse(Mouse(.press, at: Point(x: 1, y: 1)))
    let counts = [UInt64](arrayLiteral: 0, 100, 200, 300, 900).map { milliseconds -> Int in
      guard case .mouse(let mouse) = counter.counted(press, at: milliseconds * 1_000_000) else { return 0 }
      return mouse.clicks
    }
    #expect(counts == [1, 2, 3, 1, 1])
    guard case .mouse(let other) = counter.counted(.mouse(Mouse(.press, at: Point(x: 2, y: 1))), at: 910_000_000) else {
      return
    }
    #expect(other.clicks == 1)
  }
}
