import Basics
import Workspaces

/// Formats an environment for `apus env`; secrets are masked unless asked for.
enum EnvironmentText {
  static let mask = "••••"

  static func lines(_ environment: Environment, revealSecrets: Bool = false) -> String {
    let width = environment.variables.map(\.row.name.count).max() ?? 0
    return environment.variables.map { variable in
      let state = variable.row.isEnabled ? "" : "  (off)"
      let name = Figures.padded(variable.row.name, width)
      return TerminalText.line("\(name)  \(value(variable, revealSecrets))\(state)") + "\n"
    }.joined()
  }

  static func json(_ environment: Environment, revealSecrets: Bool = false) -> JSONValue {
    let variables = environment.variables.map { json($0, revealSecrets) }
    var members: [JSONValue.Member] = [.init("name", .string(environment.name))]
    if let color = environment.color { members.append(.init("color", .string(color))) }
    members.append(.init("protected", .bool(environment.isProtected)))
    members.append(.init("variables", .array(variables)))
    return .object(members)
  }

  static func json(_ variable: Environment.Variable, _ revealSecrets: Bool) -> JSONValue {
    .object([
      .init("name", .string(variable.row.name)), .init("value", .string(value(variable, revealSecrets))),
      .init("enabled", .bool(variable.row.isEnabled)), .init("secret", .bool(variable.isSecret)),
    ])
  }

  /// The value to print: a secret is masked, unless it is empty.
  static func value(_ variable: Environment.Variable, _ revealSecrets: Bool) -> String {
    guard variable.isSecret, !revealSecrets else { return variable.row.value }
    return variable.row.value.isEmpty ? "" : mask
  }
}
