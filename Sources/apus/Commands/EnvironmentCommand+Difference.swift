import ArgumentParser
import Basics
import Workspaces

extension EnvironmentCommand {
  /// `apus env diff ONE OTHER`: compares two environments by the names of their variables.
  struct Difference: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Show what differs between two environments: variables, values, switched-off rows and secrets.",
      discussion: """
        The exit status is 0 without differences and 1 with some. Secrets are compared, but not shown.

        Example: apus env diff local live
        """, aliases: ["compare"])

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: "The other one.", completion: .environments) var other: String
    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Write JSON.") var json = false
    @Flag(help: "Write secrets too.") var revealSecrets = false

    func run() throws {
      let one = try place.environment(name).2.environment
      let other = try place.environment(other).2.environment
      let differences = EnvironmentDifference.all(between: one, and: other)
      let text = EnvironmentDifferenceText(revealsSecrets: revealSecrets)
      if json {
        try Output.standard.write(JSONValue.array(differences.map(text.json)))
      } else {
        try Output.standard.write(differences.map(text.lines).joined())
      }
      if !differences.isEmpty { throw ExitCode(ExitStatus.unexpected.rawValue) }
    }
  }
}

/// A variable that differs between two environments.
struct EnvironmentDifference {
  let name: String
  /// The variable in the first environment; `nil` if it has none of that name.
  let one: Environment.Variable?
  let other: Environment.Variable?

  /// The differences in the order of the first environment, then those only in the second. Of several variables with
  /// one name, the first enabled one counts.
  static func all(between one: Environment, and other: Environment) -> [Self] {
    let (left, right) = (effective(one), effective(other))
    let names = one.variables.map(\.row.name) + other.variables.map(\.row.name)
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.compactMap { name in
      left[name] == right[name] ? nil : Self(name: name, one: left[name], other: right[name])
    }
  }

  private static func effective(_ environment: Environment) -> [String: Environment.Variable] {
    let enabledFirst =
      environment.variables.filter(\.row.isEnabled) + environment.variables.filter { !$0.row.isEnabled }
    return Dictionary(enabledFirst.map { ($0.row.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Formats differences for `apus env diff`.
struct EnvironmentDifferenceText {
  let revealsSecrets: Bool

  func lines(_ difference: EnvironmentDifference) -> String {
    let sides = [(difference.one, "-"), (difference.other, "+")].compactMap { variable, sign in
      variable.map { "  \(sign) \(words($0))" }
    }
    return ([difference.name] + sides).map { TerminalText.line($0) + "\n" }.joined()
  }

  private func words(_ variable: Environment.Variable) -> String {
    let marks = [variable.isSecret ? "secret" : nil, variable.row.isEnabled ? nil : "off"].compactMap(\.self)
    let value = EnvironmentText.value(variable, revealsSecrets)
    return value + (marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))")
  }

  func json(_ difference: EnvironmentDifference) -> JSONValue {
    .object([
      .init("name", .string(difference.name)), .init("one", side(difference.one)),
      .init("other", side(difference.other)),
    ])
  }

  private func side(_ variable: Environment.Variable?) -> JSONValue {
    variable.map { EnvironmentText.json($0, revealsSecrets) } ?? .null
  }
}
