import TestSupport
import Testing

@testable import Documents

@Suite("Highlighting one line")
struct TextHighlighterTests {
  /// Each piece with its token kind, without plain text.
  private static func pieces(_ line: String, _ language: TextLanguage) -> [String] {
    let bytes = Array(line.utf8)
    return TextHighlighter.pieces(of: line, as: language).filter { $0.token != .text }
      .map { "\($0.token) \(String(decoding: bytes[$0.range], as: UTF8.self))" }
  }

  @Test(
    arguments: [
      (#"[1,"a"]"#, ["punctuation [", "number 1", "punctuation ,", #"string "a""#, "punctuation ]"]),
      (#"{"k" : -1.5e+3}"#, ["punctuation {", #"key "k""#, "punctuation :", "number -1.5e+3", "punctuation }"]),
      ("null, x", ["literal null", "punctuation ,", "literal x"]),
    ])
  func `A JSON token has its own colour, which ends with it`(line: String, expected: [String]) {
    #expect(Self.pieces(line, .json) == expected)
  }

  @Test(
    arguments: [
      (
        "query Q($id: ID) { me @skip }",
        [
          "keyword query", "key Q", "punctuation (", "attribute $id", "punctuation :", "key ID", "punctuation )",
          "punctuation {", "key me", "attribute @skip", "punctuation }",
        ]
      ),
      (
        #"a(n: 12, s: "x") # why"#,
        ["key a", "punctuation (", "key n", "punctuation :", "number 12", "punctuation ,"]
          + ["key s", "punctuation :", #"string "x""#, "punctuation )", "comment # why"]
      ),
      ("$)", ["attribute $", "punctuation )"]),
    ])
  func `GraphQL names, variables and keywords are highlighted`(line: String, expected: [String]) {
    #expect(Self.pieces(line, .graphql) == expected)
  }

  @Test(
    arguments: [
      ("# Title", ["heading # Title"]), ("> said", ["comment > said"]), ("    code", ["comment     code"]),
      ("```", ["comment ```"]), ("  - item", ["heading -"]), ("* item", ["heading *"]), ("-no item", []), ("", []),
      ("plain *word*", []),
    ])
  func `Markdown emphasizes headings and list marks, and dims quotes and code`(line: String, expected: [String]) {
    #expect(Self.pieces(line, .markdown) == expected)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `The pieces of a line follow each other without a gap`(seed: UInt64) {
    let languages: [TextLanguage] = [
      .plain, .json, .markup, .yaml, .javaScript, .css, .graphql, .markdown, .csv(separator: 0x2C), .form, .events,
      .table, .rows,
    ]
    let signs = Array(#"abé1 "'\<>/={}[]():;,.#-*+@$&!?`~|│─"# + "\t")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 0...25, using: &random)
      let line = String((0..<count).map { _ in signs.randomElement(using: &random) ?? "a" })
      for language in languages {
        var end = 0
        for piece in TextHighlighter.pieces(of: line, as: language) {
          #expect(piece.range.lowerBound == end, "\(language): \(line)")
          end = piece.range.upperBound
        }
        #expect(end == line.utf8.count, "\(language): \(line)")
      }
    }
  }
}
