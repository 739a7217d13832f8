/// The scope in which an answer counts: requests of one collection, sent in one environment. Answers of another
/// collection's server, or in another environment, do not affect what is sent.
public struct AnswerScope: Hashable, Sendable {
  /// Absolute path of the collection.
  public var collection: String
  /// The name of the environment; `nil` for none.
  public var environment: String?

  public init(collection: String, environment: String?) {
    self.collection = collection
    self.environment = environment
  }
}

/// The variables that answers have set in one scope since the program started: the values of captures, kept in memory
/// only, for the session of the screen or one iteration of a run.
public struct RuntimeVariables: Hashable, Sendable {
  /// In the order in which they were first set; each name once.
  public private(set) var values: [VariableInputs.Pair]

  public init(_ values: [VariableInputs.Pair] = []) {
    self.values = []
    set(values)
  }

  public subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// Sets each of the pairs; if a name is repeated, the last one wins.
  public mutating func set(_ pairs: [VariableInputs.Pair]) {
    var places = Dictionary(values.indices.map { (values[$0].name, $0) }) { first, _ in first }
    for pair in pairs {
      if let index = places[pair.name] {
        values[index] = pair
      } else {
        places[pair.name] = values.count
        values.append(pair)
      }
    }
  }

  public mutating func remove(_ name: String) { values.removeAll { $0.name == name } }
}

extension SendContext {
  public var answerScope: AnswerScope { AnswerScope(collection: folder, environment: environment?.name) }

  /// Replaces the session's variables; they rank below those of the command line and the prompts and above everything
  /// else.
  public mutating func setRuntime(_ runtime: RuntimeVariables) {
    let wasSet = variables.entries.contains { $0.origin == .runtime }
    guard wasSet || !runtime.values.isEmpty else { return }
    variables.entries.removeAll { $0.origin == .runtime }
    let place =
      variables.entries.firstIndex { $0.origin.rank > VariableTable.Origin.runtime.rank } ?? variables.entries.count
    variables.entries.insert(
      contentsOf: runtime.values.map {
        VariableTable.Entry(
          $0.name, $0.value, isSecret: variables.isSecret($0.name), origin: .runtime, held: $0.held)
      }, at: place)
  }
}
