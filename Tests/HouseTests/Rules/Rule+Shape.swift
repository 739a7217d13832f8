extension Rule {
  /// Constructs that blur who owns a value or where output goes.
  static let shapes: [Rule] = [
    .against("No Any", in: .sources, bad: ["let a: [String: Any]"], good: ["any Error", "AnyObject", "\"Any\""]) {
      $0[$1].isWord("Any")
    },
    .against(
      "No stored static var", in: .everywhere,
      bad: ["static var a = 0", "static var a: Int", "static var a = { 1 }()", "private static var a: [Int] = []"],
      good: ["static let a = 0", "static var a: Int { 1 }", "static var a: any P {\n  1\n}"]
    ) { code, index in
      code[index].isWord("static") && code.at(index + 1)?.isWord("var") == true && code.isStored(from: index + 2)
    },
    .against(
      "No singleton", in: .everywhere, bad: ["static let shared = A()", "static let instance: A = .init()"],
      good: ["static let standard = A()", "let shared = A()"]
    ) { code, index in
      guard index > 1, code[index - 1].isWord("let"), code[index - 2].isWord("static") else { return false }
      return ["shared", "instance", "singleton"].contains { code[index].isWord($0) }
    },
    Rule(
      "No global variable", in: .everywhere, bad: ["var a = 0", "public var a: [Int] = []"],
      good: ["let a = 0", "struct A {\n  var a = 0\n}", "var a: Int { 1 }"]
    ) { file in
      let code = file.code
      return code.indicesOutsideBraces.filter { code[$0].isWord("var") && code.isStored(from: $0 + 1) }
        .map { code[$0].line }
    },
    .against(
      "The clock, the disk and chance come from outside", in: .folders(["Sources/Explorer", "Sources/Terminal"]),
      bad: ["FileManager.default", "Date()", "UUID()", "ContinuousClock.now", "Int.random(in: 0..<2)", "a.shuffled()"],
      good: ["let a: Date", "clock.now()", "Date(timeIntervalSince1970: seconds)", "random: @Sendable () -> Int"]
    ) { code, index in
      let token = code[index]
      let next = code.at(index + 1)?.isSymbol("(") == true
      let isEmptyCall = next && code.at(index + 2)?.isSymbol(")") == true
      guard token.kind == .word else { return false }
      switch token.text {
      case "FileManager", "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "ProcessInfo":
        return true
      case "Date", "UUID": return isEmptyCall
      case "random", "randomElement", "shuffled": return next && code.at(index - 1)?.isSymbol(".") == true
      default: return false
      }
    },
  ]
}

extension [Token] {
  /// Returns whether the variable named at `index` is stored: no brace follows, or only after an `=`.
  func isStored(from index: Int) -> Bool {
    for token in dropFirst(index) {
      if token.isSymbol("=") { return true }
      if token.isSymbol("{") { return false }
      let startsDeclaration = ["static", "var", "let", "func", "init", "case", "struct"].contains(token.text)
      if token.isSymbol("}") || token.kind == .word && startsDeclaration { return true }
    }
    return true
  }

  /// The indexes outside any braces.
  var indicesOutsideBraces: [Int] {
    var depth = 0
    return indices.filter { index in
      if self[index].isSymbol("{") { depth += 1 }
      if self[index].isSymbol("}") { depth -= 1 }
      return depth == 0
    }
  }
}
