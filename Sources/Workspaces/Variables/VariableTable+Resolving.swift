extension VariableTable {
  /// Resolves every `{{name}}` in `text`. Pure except for dynamic variables, which `dynamic` provides.
  package func resolved(_ text: String, dynamic: DynamicValues = .live) -> ResolvedText {
    var expansion = VariableExpansion(self, dynamic)
    return expansion.resolved(text)
  }

  /// The entry that wins for `name` and the overridden ones, innermost first.
  package func candidates(for name: String) -> [Entry] { entries.filter { Self.matches($0, name) } }

  /// The values of all secrets, resolved.
  var secretTexts: [(name: String, text: String)] {
    var expansion = VariableExpansion(self, .live)
    return entries.filter(\.isSecret).map { ($0.name, expansion.resolved($0).text) }
  }

  /// Matches the name, or `process.env.NAME` for entries from `.env` and the process.
  static func matches(_ entry: Entry, _ name: String) -> Bool {
    if entry.name == name { return true }
    guard entry.origin == .dotenv || entry.origin == .process, name.hasPrefix(processPrefix) else { return false }
    return name.utf8.count == processPrefix.utf8.count + entry.name.utf8.count && name.hasSuffix(entry.name)
  }

  func missing(_ name: String) -> UnresolvedVariable.Reason {
    if name.hasPrefix("?") { return .prompt }
    if let environment = unsetSecrets[name] { return .secretWithoutValue(environment: environment) }
    if name.contains("|") {
      return .noAnswer(missingAnswers[name] ?? "no answer to that request is at hand; send it first")
    }
    return disabled[name].map { .disabled($0) } ?? .missing
  }

  static let processPrefix = "process.env."
}
