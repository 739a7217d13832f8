import Basics
import Testing

@testable import Networking

/// The valid and invalid frames of a server, by the groups of the Autobahn suite.
@Suite struct WebSocketReaderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let read: Read

    init(_ name: String, _ bytes: [UInt8], _ outputs: String..., fault: Int? = nil) {
      self.name = name
      self.bytes = bytes
      read = Read(outputs, fault: fault)
    }

    var testDescription: String { name }
  }

  private static let limit = [UInt8](repeating: 0x61, count: 125)

  static let framing: [Case] = [
    Case("1 empty text", Frames.text(""), "text "),
    Case("1 text of 125", Frames.frame(0x81, limit), "text " + String(repeating: "a", count: 125)),
    Case("1 text of 126", Frames.frame(0x81, limit + [0x61]), "text " + String(repeating: "a", count: 126)),
    Case("1 empty binary", Frames.frame(0x82), "binary []"),
    Case("1 binary", Frames.frame(0x82, [0, 255]), "binary [0, 255]"),
    Case("1 a length longer than it need be", [0x81, 126, 0, 1, 0x61], "text a"),
    Case("2 empty ping", Frames.frame(0x89), "ping "),
    Case("2 ping with text", Frames.frame(0x89, [0x61]), "ping a"),
    Case("2 ping of 125", Frames.frame(0x89, limit), "ping " + String(repeating: "a", count: 125)),
    Case("2 ping of 126", Frames.frame(0x89, limit + [0x61]), fault: 1002),
    Case("2 pong without ping", Frames.frame(0x8A, [0x62]), "pong b"),
    Case("2 several", Frames.frame(0x89, [0x31]) + Frames.frame(0x89, [0x32]), "ping 1", "ping 2"),
    Case("3 RSV1", Frames.frame(0xC1), fault: 1002),
    Case("3 RSV2 after text", Frames.text("a") + Frames.frame(0xA1), "text a", fault: 1002),
    Case("3 RSV3", Frames.frame(0x91), fault: 1002),
    Case("3 RSV on ping", Frames.frame(0xC9), fault: 1002),
    Case("3 RSV on close", Frames.frame(0xC8), fault: 1002),
    Case("4 kind 3", Frames.frame(0x83), fault: 1002),
    Case("4 kind 7", Frames.frame(0x87), fault: 1002),
    Case("4 kind 11", Frames.frame(0x8B), fault: 1002),
    Case("4 kind 15", Frames.frame(0x8F), fault: 1002),
    Case("5 masked", [0x81, 0x81, 0, 0, 0, 0, 0x61], fault: 1002),
    Case("5 a negative length", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 1], fault: 1002),
    Case("9 a frame of 2 GB", [0x82, 127, 0, 0, 0, 0, 0x80, 0, 0, 0], fault: 1009),
    Case("9 a frame of 8 EB", [0x82, 127, 0x7F, 255, 255, 255, 255, 255, 255, 255], fault: 1009),
  ]

  static let fragments: [Case] = [
    Case("5 ping in pieces", Frames.frame(0x09) + Frames.frame(0x80), fault: 1002),
    Case("5 two pieces", Frames.frame(0x01, [0x61]) + Frames.frame(0x80, [0x62]), "text ab"),
    Case(
      "5 ping between pieces", Frames.frame(0x01, [0x61]) + Frames.frame(0x89, [0x70]) + Frames.frame(0x80, [0x62]),
      "ping p", "text ab"),
    Case("5 continuation of nothing", Frames.frame(0x80, [0x61]), fault: 1002),
    Case("5 continuation of nothing, in pieces", Frames.frame(0x00, [0x61]), fault: 1002),
    Case("5 continuation after the last", Frames.text("a") + Frames.frame(0x80), "text a", fault: 1002),
    Case("5 text within text", Frames.frame(0x01, [0x61]) + Frames.text("b"), fault: 1002),
    Case("5 binary within text", Frames.frame(0x01, [0x61]) + Frames.frame(0x82), fault: 1002),
    Case("5 empty pieces", Frames.frame(0x02) + Frames.frame(0x00) + Frames.frame(0x80), "binary []"),
    Case(
      "10 many pieces", Frames.frame(0x02) + (0..<300).flatMap { _ in Frames.frame(0, [7]) } + Frames.frame(0x80),
      "binary \([UInt8](repeating: 7, count: 300))"),
  ]

  static let texts: [Case] = [
    Case("6 UTF-8", Frames.text("Hello-µ@ßöäüàá-UTF-8!!"), "text Hello-µ@ßöäüàá-UTF-8!!"),
    Case("6 a character in two pieces", Frames.frame(0x01, [0xC3]) + Frames.frame(0x80, [0xA4]), "text ä"),
    Case(
      "6 a character in four pieces",
      Frames.frame(0x01, [0xF0]) + Frames.frame(0, [0x9F]) + Frames.frame(0, [0x98]) + Frames.frame(0x80, [0x80]),
      "text 😀"),
    Case("6 cut off", Frames.frame(0x81, [0x61, 0xC3]), fault: 1007),
    Case("6 invalid", Frames.frame(0x81, [0x61, 0xFF]), fault: 1007),
    Case("6 invalid before the end arrived", Frames.frame(0x01, [0xCE, 0xBA, 0xF4, 0x90]), fault: 1007),
    Case("6 a surrogate", Frames.frame(0x81, [0xED, 0xA0, 0x80]), fault: 1007),
    Case("6 overlong", Frames.frame(0x81, [0xC0, 0xAF]), fault: 1007),
    Case("6 above U+10FFFF", Frames.frame(0x81, [0xF5, 0x80, 0x80, 0x80]), fault: 1007),
    Case("6 U+FFFF is valid", Frames.frame(0x81, [0xEF, 0xBF, 0xBF]), "text \u{FFFF}"),
    Case("6 NUL is valid", Frames.frame(0x81, [0]), "text \0"),
    Case("6 any bytes as binary", Frames.frame(0x82, [0xFF]), "binary [255]"),
  ]

  static let closes: [Case] = [
    Case("7 close", Frames.close(1000, "bye"), "close 1000 bye"),
    Case("7 close without code", Frames.frame(0x88), "close - "),
    Case("7 half a code", Frames.frame(0x88, [3]), fault: 1002),
    Case(
      "7 a reason of 123", Frames.close(1000, String(repeating: "a", count: 123)),
      "close 1000 " + String(repeating: "a", count: 123)),
    Case("7 a reason of 124", Frames.close(1000, String(repeating: "a", count: 124)), fault: 1002),
    Case("7 a reason that is no text", Frames.frame(0x88, [3, 232, 0xFF]), fault: 1007),
    Case("7 text after the close", Frames.close(1000) + Frames.text("late"), "close 1000 "),
    Case("7 nonsense after the close", Frames.close(1000) + [0xFF, 0xFF], "close 1000 "),
    Case("7 close between pieces", Frames.frame(0x01, [0x61]) + Frames.close(1000), "close 1000 "),
  ]

  @Test(arguments: framing + fragments + texts + closes)
  func `Frames become messages or a close code, for any pieces.`(_ one: Case) {
    for size in [Int.max, 1, 2, 3, 5, 7] {
      #expect(Read(one.bytes, inPiecesOf: size) == one.read, "in pieces of \(size)")
    }
  }

  @Test func `The sendable close codes are those of the registry and of applications.`() {
    let valid = (0...65535).filter { Read(Frames.close($0)).fault == nil }
    #expect(valid == Array(1000...1003) + Array(1007...1014) + Array(3000...4999))
  }

  @Test func `A message beyond the limit is rejected in one frame and in many, before it is stored.`() {
    let bytes = [UInt8](repeating: 0, count: 60)
    #expect(Read(Frames.frame(0x82, bytes), limit: 60).fault == nil)
    #expect(Read(Frames.frame(0x82, bytes).prefix(3) + [], limit: 59).fault == 1009)
    #expect(Read(Frames.frame(0x02, bytes) + Frames.frame(0x80, [1]).prefix(2), limit: 60).fault == 1009)
  }

  @Test func `A message in a million pieces, with a million empty ones between them, is one message.`() throws {
    var reader = WebSocketReader(IncomingMessage.Limits(size: 1 << 20))
    var outputs: [WebSocketReader.Output] = []
    try reader.feed(Frames.frame(0x02)) { outputs.append($0) }
    let thousand = (0..<1000).flatMap { _ in Frames.frame(0, [1]) + Frames.frame(0) }
    for _ in 0..<1000 { try reader.feed(thousand) { outputs.append($0) } }
    #expect(outputs.isEmpty)
    try reader.feed(Frames.frame(0x80)) { outputs.append($0) }
    guard outputs.count == 1, case .binary(let store) = outputs[0] else {
      Issue.record("\(outputs)")
      return
    }
    #expect(store.count == 1_000_000)
  }
}
