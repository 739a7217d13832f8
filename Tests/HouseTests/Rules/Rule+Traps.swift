extension Rule {
  /// Constructs that end the program or hide a failure. `swift format lint` finds forced tries, casts and unwraps.
  static let traps: [Rule] = [
    .against(
      "No try? without its reason", in: .sources, bad: ["let a = try? f()"],
      good: ["let a = try f()", "// A missing file means defaults.\nlet a = try? f()"]
    ) {
      $0.pair($1, "try", "?")
    },
    .against(
      "No fatalError", in: .everywhere, bad: ["fatalError(\"no\")", "preconditionFailure()"],
      good: ["throw FatalError()", "\"fatalError()\""]
    ) { code, index in
      ["fatalError", "preconditionFailure"].contains { code[index].isWord($0) }
    },
    .against(
      "No sleep of the toolchain's, after which an idle program wakes up", in: .sourcesExcept("DemoServer"),
      bad: ["try await Task.sleep(for: .seconds(1))"], good: ["try await Pause.wait(.seconds(1))", "clock.sleep(wait)"]
    ) { code, index in
      code[index].isWord("Task") && code.at(index + 1)?.isSymbol(".") == true
        && code.at(index + 2)?.isWord("sleep") == true
    },
    .against(
      "No unchecked concurrency", in: .everywhere,
      bad: ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 0"],
      good: [
        "struct A: Sendable {}", "nonisolated func f() {}", "// Unchecked: behind the lock.\nx: @unchecked Sendable",
      ]
    ) { code, index in
      code[index].isWord("unchecked")
        || code[index].isWord("unsafe") && index > 1 && code[index - 2].isWord("nonisolated")
    },
  ]
}

extension [Token] {
  func at(_ index: Int) -> Token? { indices.contains(index) ? self[index] : nil }

  /// Returns whether `word` is at `index`, directly followed or preceded by `symbol`.
  func pair(_ index: Int, _ word: String, _ symbol: String) -> Bool {
    guard self[index].isWord(word), let next = at(index + 1) else { return false }
    return next.isSymbol(symbol) && next.isJoined
  }
}
