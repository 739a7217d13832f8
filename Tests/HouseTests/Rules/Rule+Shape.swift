extension Rule {
  /// Constructs that blur who owns a value. The compiler rejects global variables.
  static let shapes: [Rule] = [
    .against("No Any", in: .sources, bad: ["let a: [String: Any]"], good: ["any Error", "AnyObject", "\"Any\""]) {
      $0[$1].isWord("Any")
    },
    .against(
      "No singleton", in: .everywhere, bad: ["static let shared = A()", "static let instance: A = .init()"],
      good: ["static let standard = A()", "let shared = A()"]
    ) { code, index in
      guard index > 1, code[index - 1].isWord("let"), code[index - 2].isWord("static") else { return false }
      return ["shared", "instance", "singleton"].contains { code[index].isWord($0) }
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
