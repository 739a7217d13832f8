/// Finds the names that a script declares or assigns itself, anywhere in it.
enum ScriptDeclarations {
  static func names(in tokens: [ScriptToken], among candidates: Set<String>) -> Set<String> {
    var found: Set<String> = []
    for (index, token) in tokens.enumerated() where token.kind == .word {
      let after = index + 1 < tokens.count ? tokens[index + 1] : nil
      if ["let", "const", "var"].contains(token.text) {
        found.formUnion(pattern(at: index + 1, in: tokens))
      } else if candidates.contains(token.text) {
        let before = index > 0 ? tokens[index - 1] : nil
        if before?.isMark(".") == true || before?.isMark("?.") == true { continue }
        let isNamed = before.map { ["function", "class"].contains($0.text) && $0.kind == .word } ?? false
        if isNamed || after?.isMark("=>") == true || after?.isMark("=") == true { found.insert(token.text) }
      }
    }
    for parameters in parameterLists(in: tokens) {
      found.formUnion(tokens[parameters].filter { $0.kind == .word }.map(\.text))
    }
    return found.intersection(candidates)
  }

  /// The names after `let`: one, or those in `{…}` or `[…]`.
  private static func pattern(at start: Int, in tokens: [ScriptToken]) -> [String] {
    guard start < tokens.count else { return [] }
    guard tokens[start].isMark("{") || tokens[start].isMark("[") else { return [tokens[start].text] }
    let end = closing(start, in: tokens)
    return tokens[start..<end].filter { $0.kind == .word }.map(\.text)
  }

  /// The ranges of the parameters of functions: `(a, b) =>`, `function (a)`, `name(a) {` and `catch (a)`.
  private static func parameterLists(in tokens: [ScriptToken]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.isMark("(") { open.append(index) }
      guard token.isMark(")"), let start = open.popLast(), index + 1 < tokens.count else { continue }
      let before = start > 0 ? tokens[start - 1] : nil
      let isHead =
        before.map { $0.kind == .word && ["if", "for", "while", "switch", "with"].contains($0.text) } ?? false
      let isBody = tokens[index + 1].isMark("{") && before?.kind == .word && !isHead
      if tokens[index + 1].isMark("=>") || isBody { found.append(start + 1..<index) }
    }
    return found
  }

  /// The token that closes the bracket at `start`, else the end.
  private static func closing(_ start: Int, in tokens: [ScriptToken]) -> Int {
    var depth = 0
    for index in start..<tokens.count where tokens[index].kind == .mark {
      if ["{", "[", "("].contains(tokens[index].text) { depth += 1 }
      if ["}", "]", ")"].contains(tokens[index].text) { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count
  }
}
