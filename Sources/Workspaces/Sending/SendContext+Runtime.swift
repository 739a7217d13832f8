extension SendContext {
  package var answerScope: AnswerScope { AnswerScope(collection: folder, environment: environment?.name) }

  /// Replaces the session's variables; they rank below those of the command line and the prompts and above everything
  /// else.
  package mutating func setRuntime(_ runtime: RuntimeVariables) {
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
