import Documents
import Explorer
import Testing

@testable import apus

@Suite struct SyntaxPainterTests {
  private func colors() throws -> OutputColors {
    try #require(OutputColors(for: .standard, DisplayChoice(color: .always), in: nil))
  }

  /// The text without the sequences that set colours.
  private func plain(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing(#/\u{1b}(\[[0-9;]*m|\(B)/#, with: "")
  }

  @Test("Colours change no byte of a text in pieces of any size", arguments: [1, 2, 5, 1000])
  func pieces(size: Int) throws {
    let text = "{\n  \"é\": [1, true, \"a\\\"b\"],\n  \"c\": null\n}\nno json: <x>"
    var painter = SyntaxPainter(.json, try colors())
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      output += painter.painted(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    output += painter.rest()
    #expect(plain(output) == text && output.count > text.utf8.count)
  }

  @Test("A line longer than the memory for lines is written as it arrives")
  func longLine() throws {
    var painter = SyntaxPainter(.json, try colors())
    let piece = [UInt8](repeating: 0x61, count: 100_000)
    var output = painter.painted([0x22] + piece)
    #expect(output.count > 100_000)
    for _ in 0..<10 { output += painter.painted(piece) }
    output += painter.painted(Array("\"\n1".utf8))
    output += painter.rest()
    #expect(plain(output).utf8.count == 1_100_004)
  }

  @Test("A head has coloured methods, statuses and names, and the same text")
  func head() {
    let text = "* Connected\n> GET /a b HTTP/1.1\n> Host: h:1\n>\n< HTTP/1.1 404 Not Found\n< A:b\n<\n"
    let colored = HeadColors.colored(text)
    #expect(colored.text == text)
    let tokens = Dictionary(colored.pieces.map { ($0.text, $0.token) }) { first, _ in first }
    #expect(tokens["GET "] == .methodGet && tokens["404 Not Found"] == .status4xx && tokens["Host"] == .jsonKey)
    #expect(HeadColors.colored("HTTP/2 200 OK\r\nA: b\r\n\r\n").text == "HTTP/2 200 OK\nA: b\n\n")
  }
}
