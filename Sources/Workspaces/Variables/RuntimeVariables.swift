package import Basics

/// The scope of an answer: requests of one collection, sent in one environment. Answers from another collection's
/// server, or in another environment, do not affect what is sent.
package struct AnswerScope: Hashable, Sendable {
  /// Absolute path of the collection.
  package var collection: String
  /// The name of the environment; `nil` for none.
  package var environment: String?

  package init(collection: String, environment: String?) {
    self.collection = collection
    self.environment = environment
  }
}

/// The variables set by captures from answers, in one scope since the program started. They are only in memory, for the
/// session of the screen or one iteration of a run.
package struct RuntimeVariables: Hashable, Sendable {
  /// In the order in which they were first set; each name once.
  package private(set) var values: [VariableInputs.Pair]
  /// Names whose capture found nothing in the last answer; they have no value, even if other scopes define them.
  package private(set) var unset: Set<String> = []

  package init(_ values: [VariableInputs.Pair] = []) {
    self.values = []
    set(values)
  }

  /// Those of a table.
  init(of table: VariableTable) {
    let entries = table.entries.filter { $0.origin == .runtime }
    self.init(entries.map { VariableInputs.Pair($0.name, $0.value, json: $0.json) })
    unset = table.unset
  }

  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// Sets each of the pairs; if a name is repeated, the last one wins.
  package mutating func set(_ pairs: [VariableInputs.Pair]) {
    var places = Dictionary(values.indices.map { (values[$0].name, $0) }) { first, _ in first }
    for pair in pairs {
      unset.remove(pair.name)
      if let index = places[pair.name] {
        values[index] = pair
      } else {
        places[pair.name] = values.count
        values.append(pair)
      }
    }
  }

  /// Removes the values until an answer sets them again, since older values belong to another answer.
  package mutating func unset(_ names: some Sequence<String>) {
    unset.formUnion(names)
    values.removeAll { unset.contains($0.name) }
  }

  /// Forgets the values, so that other scopes can give them again.
  package mutating func remove(_ names: Set<String>) {
    values.removeAll { names.contains($0.name) }
    unset.subtract(names)
  }

  /// Sets the captured values, and unsets the variables of captures that found nothing.
  package mutating func take(_ checks: AnswerChecks) {
    set(checks.captured)
    unset(checks.missed.map(\.variable))
  }

  package var isEmpty: Bool { values.isEmpty && unset.isEmpty }
}

/// The user's additions to the variables of a workspace, for one send or one session.
package struct VariableInputs: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: String
    /// The value as scripts see it; `nil` for the text itself.
    package var json: JSONValue?

    package init(_ name: String, _ value: String, json: JSONValue? = nil) {
      self.name = name
      self.value = value
      self.json = json?.string == nil ? json : nil
    }
  }

  /// `--var name=value`; if a name is repeated, the last one wins.
  package var commandLine: [Pair]
  /// Answers to `{{?label}}`, by label.
  package var prompts: [String: String]
  /// Set by captures of earlier answers; a request sees those of its own scope.
  package var runtime: [AnswerScope: RuntimeVariables]
  /// The process environment. The user must consent to a collection's use of it, except for `APUS_VAR_NAME`, which sets
  /// the variable NAME for every collection.
  package var process: [String: String]
  /// Set by scripts; a request sees those of its own scope.
  package var scripts: [AnswerScope: ScriptVariables] = [:]
  /// Used in place of an environment of the collection, as from a file that the user named.
  package var environment: Environment?
  /// Variables below those of the collection, as from a file that the user named.
  package var globals: [Environment.Variable] = []
  static let givenPrefix = "APUS_VAR_"

  package init(
    commandLine: [Pair] = [], prompts: [String: String] = [:], runtime: [AnswerScope: RuntimeVariables] = [:],
    process: [String: String] = [:]
  ) {
    self.commandLine = commandLine
    self.prompts = prompts
    self.runtime = runtime
    self.process = process
  }
}

extension VariableInputs {
  /// The servers of the URLs among the values that the user gave, on the command line or in a file named there.
  package var origins: Set<String> {
    let rows = ((environment?.variables ?? []) + globals).map(\.row).filter(\.isEnabled)
    let given = commandLine.reversed() + rows.map { Pair($0.name, $0.value) }
    let table = VariableTable(given.map { VariableTable.Entry($0.name, $0.value, origin: .commandLine) })
    let values = table.entries.map { table.resolved($0.value).text }
    return Set(values.filter { $0.contains("://") }.compactMap(table.origin))
  }
}

extension SendContext {
  package var answerScope: AnswerScope { AnswerScope(collection: folder, environment: environment?.name) }

  /// Replaces the session's variables. They rank below those of the command line and the prompts, and above all others.
  package mutating func setRuntime(_ runtime: RuntimeVariables) {
    variables.unset = runtime.unset
    let wasSet = variables.entries.contains { $0.origin == .runtime }
    guard wasSet || !runtime.values.isEmpty else { return }
    variables.entries.removeAll { $0.origin == .runtime }
    let place =
      variables.entries.firstIndex { $0.origin.rank > VariableTable.Origin.runtime.rank } ?? variables.entries.count
    variables.entries.insert(
      contentsOf: runtime.values.map {
        let isSecret = variables.isSecret($0.name)
        return VariableTable.Entry(
          $0.name, $0.value, json: isSecret ? nil : $0.json, isSecret: isSecret, origin: .runtime)
      }, at: place)
  }
}
