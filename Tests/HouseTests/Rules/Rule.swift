import Testing

/// A house rule that is checked on the tokens of a file, with samples that prove that it can fail.
struct Rule: Sendable, CustomTestStringConvertible {
  /// The files that a rule applies to.
  enum Reach: Sendable {
    case everywhere
    case sources
    case sourcesExcept(String)
    case folders([String])
  }

  let name: String
  let reach: Reach
  /// True if a comment on the line above may give the reason for an exception.
  let allowsReason: Bool
  /// Sources that violate the rule, and similar sources that do not.
  let bad: [String]
  let good: [String]
  /// Returns the lines that violate the rule.
  let find: @Sendable (SourceFile) -> [Int]

  init(
    _ name: String, in reach: Reach, allowsReason: Bool = true, bad: [String], good: [String],
    find: @escaping @Sendable (SourceFile) -> [Int]
  ) {
    self.name = name
    self.reach = reach
    self.allowsReason = allowsReason
    self.bad = bad
    self.good = good
    self.find = find
  }

  var testDescription: String { name }

  func holds(for file: SourceFile) -> Bool {
    switch reach {
    case .everywhere: true
    case .sources: file.path.hasPrefix("Sources/")
    case .sourcesExcept(let target): file.path.hasPrefix("Sources/") && file.target != target[...]
    case .folders(let folders): folders.contains { file.path.hasPrefix($0 + "/") }
    }
  }

  /// The violations in `file`; one reason covers directly following lines that violate the same rule.
  func offences(in file: SourceFile) -> [Offence] {
    let lines = Set(find(file))
    return lines.sorted().filter { line in
      var top = line
      while lines.contains(top - 1) { top -= 1 }
      return !(allowsReason && file.isReason(line: top - 1))
    }
    .map { Offence(file: file, line: $0) }
  }

  /// A rule on tokens: `isOffence` is called for every index into the code of a file, without comments.
  static func against(
    _ name: String, in reach: Reach, bad: [String], good: [String],
    isOffence: @escaping @Sendable (_ code: [Token], _ index: Int) -> Bool
  ) -> Rule {
    Rule(name, in: reach, bad: bad, good: good) { file in
      let code = file.code
      return code.indices.filter { isOffence(code, $0) }.map { code[$0].line }
    }
  }
}

/// A line that violates a rule.
struct Offence: CustomStringConvertible, Equatable {
  let place: String
  let text: String

  init(file: SourceFile, line: Int) {
    place = "\(file.path):\(line)"
    text = file.lines.indices.contains(line - 1) ? String(file.lines[line - 1].drop { $0 == " " }) : ""
  }

  var description: String { "\(place): \(text)" }
}

extension Comment {
  /// Lists violations, one per line, for a failed expectation.
  static func list(_ title: String, _ offences: [some CustomStringConvertible]) -> Comment {
    Comment(rawValue: ([title] + offences.map(\.description)).joined(separator: "\n  "))
  }
}
