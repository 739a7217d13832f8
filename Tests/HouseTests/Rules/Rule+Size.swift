extension Rule {
  /// The limit for functions, which should fit on a screen.
  static let longestBody = 60

  /// Rules for sizes.
  static let sizes: [Rule] = [
    Rule(
      "A function fits on a screen", in: .everywhere, allowsReason: false,
      bad: [
        "func a() {\n" + lines(longestBody + 1) + "}",
        "struct A {\n  init<T>(_ a: T = { 1 }()) async throws where T: B {\n" + lines(longestBody + 1) + "  }\n}",
        "var a: [Int] {\n" + lines(longestBody + 1) + "}", "deinit {\n" + lines(longestBody + 1) + "}",
        "subscript(a: Int) -> Int {\n" + lines(longestBody + 1) + "}",
      ],
      good: [
        "func a() {\n" + lines(longestBody) + "}",
        "protocol A {\n  func a()\n  var b: Int { get }\n}\nstruct B {\n" + lines(longestBody + 1) + "}",
        "let a = [\n" + lines(longestBody + 1) + "]", "var a = 1\nstruct A {\n" + lines(longestBody + 1) + "}",
        "extension A {\n  static let b = A.init()\n" + lines(longestBody + 1) + "}",
      ]
    ) { file in
      let code = file.code
      return code.indices.filter { index in
        guard let body = code.body(ofFunctionAt: index) else { return false }
        return code[body.upperBound].line - code[body.lowerBound].line - 1 > longestBody
      }
      .map { code[$0].line }
    }
  ]

  private static func lines(_ count: Int) -> String { String(repeating: "  b()\n", count: count) }
}

extension [Token] {
  /// The braces of the function, initializer, subscript or computed variable whose keyword is at `index`; `nil` for
  /// other tokens and protocol requirements.
  func body(ofFunctionAt index: Int) -> ClosedRange<Int>? {
    let keyword = self[index]
    guard keyword.kind == .word, at(index - 1)?.isSymbol(".") != true else { return nil }
    switch keyword.text {
    case "func", "init", "subscript", "deinit": break
    case "var":
      if isStored(from: index + 1) { return nil }
    default: return nil
    }
    guard let start = openingBrace(after: index), let end = closingBrace(of: start) else { return nil }
    return start...end
  }

  /// Returns whether the variable named at `index` is stored: no brace follows, or only after an `=`.
  private func isStored(from index: Int) -> Bool {
    for token in dropFirst(index) {
      if token.isSymbol("=") { return true }
      if token.isSymbol("{") { return false }
      let startsDeclaration = ["static", "var", "let", "func", "init", "case", "struct"].contains(token.text)
      if token.isSymbol("}") || token.kind == .word && startsDeclaration { return true }
    }
    return true
  }

  /// The opening brace of a body: outside the parameter list, before the next declaration.
  private func openingBrace(after index: Int) -> Int? {
    var depth = 0
    for place in indices.dropFirst(index + 1) {
      let token = self[place]
      switch token.text {
      case "(", "[": if token.kind == .symbol { depth += 1 }
      case ")", "]": if token.kind == .symbol { depth -= 1 }
      case "{": if token.kind == .symbol, depth == 0 { return place }
      case "}", "@": if token.kind == .symbol, depth == 0 { return nil }
      case "func", "init", "var", "let", "subscript", "deinit", "static", "mutating", "case", "associatedtype":
        if token.kind == .word, depth == 0, place > index + 1 { return nil }
      default: break
      }
    }
    return nil
  }

  private func closingBrace(of start: Int) -> Int? {
    var depth = 0
    for place in indices.dropFirst(start) {
      if self[place].isSymbol("{") { depth += 1 }
      if self[place].isSymbol("}") { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
