extension SourceFile {
  /// The name of a test or suite, and the line of its attribute.
  struct TestName: Equatable {
    let text: String
    let line: Int
  }

  /// The names given by `@Test` or `@Suite`: the first string argument, otherwise the name of the declaration, which
  /// may be a sentence between backquotes.
  func names(of attribute: String) -> [TestName] {
    let code = code
    return code.indices.dropFirst().compactMap { index in
      guard code[index].isWord(attribute), code[index - 1].isSymbol("@") else { return nil }
      return TestName(text: Self.name(code, behind: index), line: code[index].line)
    }
  }

  private static func name(_ code: [Token], behind attribute: Int) -> String {
    if code.at(attribute + 1)?.isSymbol("(") == true, let name = code.at(attribute + 2), name.kind == .text {
      return name.text.replacing("\\\"", with: "\"")
    }
    let keywords: Set = ["func", "struct", "class", "enum", "actor"]
    let declaration = code[attribute...].firstIndex { $0.kind == .word && keywords.contains($0.text) }
    return declaration.flatMap { code.at($0 + 1)?.text.replacing("`", with: "") } ?? ""
  }
}
