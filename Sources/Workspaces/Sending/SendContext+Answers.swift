import Basics
import Networking

extension SendContext {
  /// Each `{{request | part}}` that a send evaluates, once, with its field; also those in the values of variables that
  /// the request uses.
  package func references(
    of definition: RequestDefinition
  ) -> [(reference: ResponseReference, field: SendRefusal.Field, place: String)] {
    let templates = templates(of: definition)
    guard !templates.isEmpty else { return [] }
    let table = table(for: definition)
    var seen: Set<ResponseReference> = []
    var found: [(reference: ResponseReference, field: SendRefusal.Field, place: String)] = []
    for (field, place, text) in templates {
      let direct = ResponseReference.references(in: [text])
      // A name built from an answer is not looked up: the answer would choose which request is sent.
      let inner = table.resolved(text).unresolved.compactMap { missing in
        missing.reason == .namedByAnswer ? nil : ResponseReference(missing.name)
      }
      for reference in direct + inner where seen.insert(reference).inserted {
        found.append((reference, field, place))
      }
    }
    return found
  }

  /// Whether inherited settings may need the answer to a request, or set a variable from each answer.
  package var mayUseAnswers: Bool {
    layers.contains { !$0.settings.captures.isEmpty } || mayRefer
  }

  /// Whether inherited settings or variables may need the answer to a request.
  package var mayRefer: Bool {
    inherits { $0.utf8.has(UInt8(ascii: "|")) && $0.contains("{{") }
  }

  /// Whether inherited settings or variables may ask for something: `{{?label}}`.
  package var mayAsk: Bool { inherits(PromptQuestion.mayBe) }

  /// Whether a text that requests here inherit or may use is such a one.
  private func inherits(_ isSuch: (String) -> Bool) -> Bool {
    variables.entries.contains { !$0.isFinal && isSuch($0.value) }
      || layers.map(\.settings).contains { shared in
        shared.headers.contains { isSuch($0.name) || isSuch($0.value) }
          || shared.authentication.fields.contains { isSuch($0.value) }
          || shared.certificates.contains { $0.fields.contains { isSuch($0.value) } }
          || shared.proxy?.fields.contains { isSuch($0.value) } == true
      }
  }

  /// The user's inputs, for the request that has to be sent first.
  package var inputs: VariableInputs {
    let prompts = variables.pairs(.prompt).map { (String($0.name.dropFirst()), $0.value) }
    let process = variables.entries.filter { $0.origin == .process }.map { entry in
      (entry.source == nil ? VariableInputs.givenPrefix + entry.name : entry.name, entry.value)
    }
    return VariableInputs(
      commandLine: variables.pairs(.commandLine).reversed(), prompts: Dictionary(prompts) { first, _ in first },
      runtime: [answerScope: RuntimeVariables(variables.pairs(.runtime))],
      process: Dictionary(process) { first, _ in first })
  }
}

extension VariableTable {
  /// The entries of one origin, to be passed on.
  package func pairs(_ origin: Origin) -> [VariableInputs.Pair] {
    entries.filter { $0.origin == origin }.map { VariableInputs.Pair($0.name, $0.value, held: $0.held) }
  }
}
