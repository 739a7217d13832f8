import Basics
import Networking
import TestSupport
import Testing

@testable import Interchange

/// Tests languages that are not run: parsers written from their manuals read the text.
@Suite("Quotes in code") struct CodeQuotingTests {
  private func texts(_ count: Int) throws -> [String] {
    var source = RandomCodeRequests(seed: 17, origin: "http://h", folder: try TemporaryDirectory("quotes"))
    let pieces = RandomCodeRequests.pieces + RandomCodeRequests.lines + RandomCodeRequests.controls
    return (0..<count).map { _ in source.text(pieces, most: 12) } + pieces
  }

  /// A way to write text, and the characters with a meaning in its quotes.
  struct Quoting: Sendable, CustomStringConvertible {
    var code: CodeText
    var special: Set<Unicode.Scalar> = []
    var description: String { "\(code.escape) \(special)" }
  }

  static let quotings = [
    Quoting(code: CodeText(escape: .digits)), Quoting(code: CodeText(escape: .digitsOrBraces)),
    Quoting(code: CodeText(escape: .braces)),
    Quoting(code: CodeText(escape: .surrogates, marks: ["$"]), special: ["$"]),
    Quoting(code: CodeText(escape: .braces, marks: ["#"]), special: ["#"]),
  ]

  @Test(arguments: quotings)
  func `Two thousand texts are each one literal on one line with the same value`(
    quoting: Quoting
  ) throws {
    let (code, special) = (quoting.code, quoting.special)
    for text in try texts(2_000) {
      #expect(try ProgramLiterals(code.quoted(text), comment: "#!", special: special).texts == [text])
      let lines = code.lines(text)
      #expect(lines.count == max(1, text.utf8.count { $0 == 0x0A } + (text.utf8.last == 0x0A ? 0 : 1)))
      #expect(try lines.flatMap { try ProgramLiterals($0, comment: "#!", special: special).texts }.joined() == text)
    }
  }

  @Test func `PowerShell reads two thousand texts unchanged`() throws {
    for text in try texts(2_000) {
      var power = PowerShellReference()
      let quoted = PowerShellCode.quoted(text)
      #expect(try power.arguments("p \(quoted)") == ["p", text], "\(quoted)")
      #expect(quoted.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }

  @Test(arguments: [
    CodeLanguage.kotlin, .csharp, .rust, .swift, .swiftNetworking, .java, .go, .fetch, .axios, .node,
  ])
  func `Two hundred programs keep URL, headers and body in one-line literals`(
    language: CodeLanguage
  ) throws {
    let special: Set<Unicode.Scalar> = language == .kotlin ? ["$"] : []
    let folder = try TemporaryDirectory("quotes")
    var source = RandomCodeRequests(seed: 18, origin: "http://127.0.0.1:1", folder: folder)
    for number in 0..<200 {
      let request = try source.request(number)
      let program = language.program(for: request, .none)
      let literals = try ProgramLiterals(program.text, comment: "//", special: special).texts
      func isReported(_ name: String) -> Bool { program.notices.contains { $0.contains(name) } }
      for header in request.headers.fields where !isReported(header.name) && header.name != "Content-Type" {
        let value = header.value.trimmingASCII(\.isBlank)
        #expect(literals.contains(value), "\(language): \(value)\n\(program.text)")
      }
      let whole = literals.joined()
      if !isReported("URL") { #expect(whole.contains(request.url) || language == .node, "\(program.text)") }
      guard case .bytes(let bytes) = request.body, request.parts == nil, !isReported("without a body") else { continue }
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      #expect(whole.unicodeScalars.holds(text.unicodeScalars), "\(language): \(text)\n\(program.text)")
    }
  }
}

extension String.UnicodeScalarView {
  /// True if the others occur in it individually, as scalars: as characters, a line end would merge with the next one.
  fileprivate func holds(_ others: String.UnicodeScalarView) -> Bool {
    others.isEmpty || Array(self).firstRange(of: Array(others)) != nil
  }
}
