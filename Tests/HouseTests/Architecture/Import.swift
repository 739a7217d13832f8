/// An import in a source file.
struct Import: Equatable {
  let module: String
  let line: Int
  /// True in the `#else` of `#if canImport(FoundationEssentials)`.
  let isInsteadOfEssentials: Bool

  static func all(in file: SourceFile) -> [Import] {
    let code = file.code
    var found: [Import] = []
    // The enclosing conditions, each with whether its `#else` has begun.
    var conditions: [(isEssentials: Bool, isElse: Bool)] = []
    for index in code.indices {
      let isDirective = index > 0 && code[index - 1].isSymbol("#") && code[index].isJoined
      if isDirective, code[index].isWord("if") {
        let names = code[index...].prefix { $0.line == code[index].line }
        conditions.append((names.contains { $0.isWord("FoundationEssentials") }, false))
      } else if isDirective, code[index].isWord("else"), let last = conditions.popLast() {
        conditions.append((last.isEssentials, true))
      } else if isDirective, code[index].isWord("endif") {
        _ = conditions.popLast()
      } else if code[index].isWord("import"), let name = moduleName(in: code, after: index) {
        let isInstead = conditions.contains { $0.isEssentials && $0.isElse }
        found.append(Import(module: name, line: code[index].line, isInsteadOfEssentials: isInstead))
      }
    }
    return found
  }

  /// The module in `import Module`, `import Module.Part` or `import struct Module.Name`.
  private static func moduleName(in code: [Token], after index: Int) -> String? {
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let next = code.dropFirst(index + 1).prefix { $0.line == code[index].line }.drop { kinds.contains($0.text) }
    return next.first?.kind == .word ? next.first?.text : nil
  }
}
