/// An import in a source file.
struct Import: Equatable {
  let module: String
  let line: Int

  static func all(in file: SourceFile) -> [Import] {
    let code = file.code
    return code.indices.compactMap { index in
      guard code[index].isWord("import"), let name = moduleName(in: code, after: index) else { return nil }
      return Import(module: name, line: code[index].line)
    }
  }

  /// The module in `import Module`, `import Module.Part` or `import struct Module.Name`.
  private static func moduleName(in code: [Token], after index: Int) -> String? {
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let next = code.dropFirst(index + 1).prefix { $0.line == code[index].line }.drop { kinds.contains($0.text) }
    return next.first?.kind == .word ? next.first?.text : nil
  }
}
