import Testing

@Suite("Lexer")
struct LexerTests {
  private func texts(_ source: String, _ kind: Token.Kind) -> [String] {
    Lexer.tokens(of: source).filter { $0.kind == kind }.map(\.text)
  }

  @Test("Words, symbols and numbers are separated, with their lines")
  func words() {
    let tokens = Lexer.tokens(of: "let a =\n  b! + 12")
    #expect(tokens.map(\.text) == ["let", "a", "=", "b", "!", "+", "12"])
    #expect(tokens.map(\.line) == [1, 1, 1, 2, 2, 2, 2])
    #expect(tokens.map(\.isJoined) == [false, false, false, false, true, false, false])
  }

  @Test("Nested comments are supported and keep their slashes")
  func comments() {
    #expect(texts("a // b \"c\"\nd /* e /* f */ g */ h", .comment) == ["// b \"c\"", "/* e /* f */ g */"])
    #expect(texts("a // b\nd /* e /* f */ g */ h", .word) == ["a", "d", "h"])
  }

  @Test("The content of a string is text and its interpolation is code")
  func interpolation() {
    let source = #"f("a \" b \(c("d")!) e")"#
    #expect(texts(source, .word) == ["f", "c"])
    #expect(texts(source, .text) == [#"a \" b "#, "d", " e"])
    #expect(texts(source, .symbol) == ["(", "(", ")", "!", ")"])
  }

  @Test("Raw and multi-line strings end at their own delimiter")
  func fences() {
    #expect(texts(##"x = #"a " \(b) \#(c)"# + d"##, .word) == ["x", "c", "d"])
    #expect(texts("\"\"\"\n  a \"quoted\" b\n  \"\"\"\nc", .word) == ["c"])
    #expect(Lexer.tokens(of: "\"\"\"\n  a\n  \"\"\"\nc").last?.line == 4)
  }

  @Test("A regex literal is text and a division is not")
  func regexes() {
    #expect(texts("a = /\"b/", .text) == ["\"b"])
    #expect(texts("a = #/\"b/c/#", .text) == ["\"b/c"])
    #expect(texts("a / b / c", .word) == ["a", "b", "c"])
  }

  @Test("Broken source ends without a crash", arguments: ["\"abc", "/* a", "#\"", "`a", "\"\\(a", "\\", "#/", ""])
  func broken(source: String) {
    #expect(Lexer.tokens(of: source).count <= 4)
  }
}
