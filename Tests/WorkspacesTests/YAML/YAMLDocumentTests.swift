import Testing

@testable import Workspaces

@Suite("Reading YAML") struct YAMLDocumentTests {
  private func root(_ text: String) throws -> YAMLNode { try #require(try YAMLDocument(text: text).root) }

  private func slice(_ node: YAMLNode?, of text: String) -> String {
    guard let range = node?.range else { return "" }
    return String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  @Test("Every node has its byte range, also beyond ASCII")
  func ranges() throws {
    let text = "grüße: \"wört\"  # ü\nliste:\n  - ünö: 'x'\n    b: |-\n      zeile\n\n# ende\nlast: plain text\n"
    let root = try root(text)
    #expect(slice(root["grüße"], of: text) == "\"wört\"")
    #expect(slice(root["liste"]?.items?[0], of: text) == "ünö: 'x'\n    b: |-\n      zeile")
    #expect(slice(root["liste"]?.items?[0]["b"], of: text) == "|-\n      zeile")
    #expect(slice(root["last"], of: text) == "plain text")
  }

  @Test("A byte order mark and CRLF do not shift the ranges")
  func byteOrderMark() throws {
    let text = "\u{FEFF}a: 1\r\nb: |\r\n  x\r\n  y\r\nc: ü\r\n"
    let root = try root(text)
    #expect(slice(root["a"], of: text) == "1")
    #expect(root["b"]?.text == "x\ny\n")
    #expect(slice(root["b"], of: text) == "|\r\n  x\r\n  y")
    #expect(slice(root["c"], of: text) == "ü")
  }

  @Test(
    "Plain scalars resolve by the core schema of YAML 1.2",
    arguments: [
      ("yes", YAMLCoreSchema.Kind.string), ("on", .string), ("true", .bool), ("FALSE", .bool), ("~", .null),
      ("null", .null), ("", .null), ("007", .int), ("0o17", .int), ("0x1F", .int), ("1_000", .string),
      ("1:30", .string),
      ("2024-01-01", .string), ("1.0", .float), ("1.0.0", .string), ("1e3", .float), (".5", .float), ("-.inf", .float),
      (".nan", .float), ("+12", .int), ("-", .string), ("1e", .string), (".", .string),
    ])
  func coreSchema(text: String, kind: YAMLCoreSchema.Kind) {
    #expect(YAMLCoreSchema.kind(of: text) == kind)
  }

  @Test("Characters that are line breaks only in YAML 1.1 are ordinary")
  func unicodeBreaks() throws {
    let text = "a: one\u{2028}two\nb: |-\n  x\u{85}y\n  z\u{2029}\nc: 3\n"
    let root = try root(text)
    #expect(root["a"]?.text == "one\u{2028}two")
    #expect(root["b"]?.text == "x\u{85}y\nz\u{2029}")
    #expect(slice(root["c"], of: text) == "3")
  }

  @Test("Aliases stand for their target and a merge key is an ordinary key")
  func aliases() throws {
    let root = try root("base: &b\n  x: 1\nuse: *b\n<<: plain\n")
    #expect(root["use"]?["x"]?.text == "1")
    #expect(root["use"]?.isAlias == true)
    #expect(root["<<"]?.text == "plain")
  }

  @Test(
    "Invalid text is refused with its line and column",
    arguments: [
      ("a: 1\na: 2\n", 2, 1), ("a: [1\nb: 2\n", 2, 2), ("a: 1\n---\nb: 2\n", 2, 1), ("a:\n\t- b\n", 2, 1),
      ("a: *nowhere\n", 1, 4), ("ü: x\u{1}y\n", 1, 5),
    ])
  func refused(text: String, line: Int, column: Int) {
    let error = #expect(throws: YAMLError.self) { try YAMLDocument(text: text) }
    #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
  }

  @Test func `A syntax error says what to check next, because libyaml's words do not`() {
    let error = #expect(throws: YAMLError.self) { try YAMLDocument(text: "a: [1\nb: 2\n") }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.hasSuffix("; check the indentation, quotes and brackets, also in the line above"), "\(words)")
  }

  @Test("Bytes that are not UTF-8 are refused with their position")
  func notUTF8() {
    let error = #expect(throws: YAMLError.self) { try YAMLDocument(Array("a: 1\nb: x".utf8) + [0xFF, 0x0A]) }
    #expect(error?.line == 2 && error?.column == 5)
  }

  @Test("An alias bomb and deep nesting are refused and not expanded")
  func bombs() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<12 {
      bomb += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    #expect(throws: YAMLError.self) { try YAMLDocument(text: bomb) }
    #expect(throws: YAMLError.self) { try YAMLDocument(text: String(repeating: "[", count: 100_000)) }
    #expect(throws: YAMLError.self) { try YAMLDocument(text: "a: &a [*a]\n") }
  }

  @Test("A text of only blanks and comments is an empty document")
  func empty() throws {
    #expect(try YAMLDocument(text: "").root == nil)
    #expect(try YAMLDocument(text: "# only\n\n").root == nil)
  }
}
