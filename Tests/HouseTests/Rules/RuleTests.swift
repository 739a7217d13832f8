import Testing

@Suite("House rules")
struct RuleTests {
  static let rules = Rule.traps + Rule.shapes + Rule.sizes + Rule.printing + Rule.documentation

  @Test("The repository follows every rule", arguments: rules)
  func repository(rule: Rule) {
    let offences = House.swift.filter(rule.holds).flatMap(rule.offences)
    let isClean = offences.isEmpty
    #expect(isClean, .list("\(rule.name). A comment above with the reason excuses a rare exception:", offences))
  }

  @Test("Every rule finds violations and nothing else", arguments: rules)
  func samples(rule: Rule) {
    #expect(!rule.bad.isEmpty && !rule.good.isEmpty)
    for sample in rule.bad {
      #expect(!rule.offences(in: SourceFile(path: "Sources/A/B.swift", text: sample)).isEmpty, "not found: \(sample)")
    }
    for sample in rule.good {
      let offences = rule.offences(in: SourceFile(path: "Sources/A/B.swift", text: sample))
      #expect(offences.isEmpty, "found without cause: \(sample)")
    }
  }

  @Test("A reason on the line above excuses; a doc comment, a single word or a gap does not")
  func reasons() throws {
    let rule = try #require(Rule.traps.first)
    let sample = """
      // A missing file means defaults.
      try? a()
      try? b()

      try? c()
      // Why.
      try? d()
      /// A doc comment is no reason.
      try? e()
      """
    let offences = rule.offences(in: SourceFile(path: "Sources/A/B.swift", text: sample))
    #expect(offences.map(\.text) == ["try? c()", "try? d()", "try? e()"])
    #expect(offences.map(\.place) == ["Sources/A/B.swift:5", "Sources/A/B.swift:7", "Sources/A/B.swift:9"])
  }

  @Test("Only the screen's device and the program's output may write to the terminal")
  func reach() throws {
    let rule = try #require(Rule.printing.first { $0.name.contains("one way") })
    let sample = "fputs(text, stdout)"
    let free = ["Sources/apus/Output/Output.swift", "Sources/TerminalNCurses/NCursesDevice.swift"]
    for path in free { #expect(rule.offences(in: SourceFile(path: path, text: sample)).isEmpty) }
    for path in ["Sources/apus/A.swift", "Sources/Explorer/A.swift"] {
      #expect(!rule.offences(in: SourceFile(path: path, text: sample)).isEmpty)
    }
  }
}
