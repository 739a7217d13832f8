/// The scope in which an answer counts: requests of one collection, sent in one environment. Answers of another
/// collection's server, or in another environment, do not affect what is sent.
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

/// The variables that answers have set in one scope since the program started: the values of captures, kept in memory
/// only, for the session of the screen or one iteration of a run.
package struct RuntimeVariables: Hashable, Sendable {
  /// In the order in which they were first set; each name once.
  package private(set) var values: [VariableInputs.Pair]

  package init(_ values: [VariableInputs.Pair] = []) {
    self.values = []
    set(values)
  }

  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// Sets each of the pairs; if a name is repeated, the last one wins.
  package mutating func set(_ pairs: [VariableInputs.Pair]) {
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

  package mutating func remove(_ name: String) { values.removeAll { $0.name == name } }
}
