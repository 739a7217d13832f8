import Basics

/// A variable without a value, and the field that uses it.
package struct MissingVariable: Hashable, Sendable {
  package var field: SendRefusal.Field
  /// In words: `header 3, X-Key`.
  package var place: String
  package var variable: UnresolvedVariable
}

extension SendContext {
  /// Every variable of the request that has no value, in the order of the screen: the reasons to refuse a send, and
  /// what to ask the user for.
  package func missing(in definition: RequestDefinition) -> [MissingVariable] {
    let templates = templates(of: definition)
    guard !templates.isEmpty else { return [] }
    let table = table(for: definition)
    return templates.flatMap { field, place, text in
      table.resolved(text).unresolved.map { MissingVariable(field: field, place: place, variable: $0) }
    }
  }

  /// What `{{?label}}` asks for and has no answer yet, each label once.
  package func prompts(in definition: RequestDefinition) -> [PromptQuestion] {
    var questions: [PromptQuestion] = []
    for found in missing(in: definition) where found.variable.reason == .prompt {
      if let question = PromptQuestion(named: found.variable.name) { questions.add([question]) }
    }
    return questions
  }

  /// Adds answers to what is asked for, by label.
  package mutating func answer(_ answers: [String: String]) {
    let place =
      variables.entries.firstIndex { $0.origin.rank >= VariableTable.Origin.prompt.rank } ?? variables.entries.count
    variables.entries.insert(contentsOf: VariableTable.entries(answering: answers), at: place)
  }

  /// The texts that may contain variables, each with its field.
  package func templates(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    mayHaveTemplates(definition) ? texts(of: definition).filter { Self.mayBeTemplate($0.2) } : []
  }

  private static func mayBeTemplate(_ text: String) -> Bool { text.utf8.has(UInt8(ascii: "{")) }

  /// A quick check of the texts themselves, without their fields.
  private func mayHaveTemplates(_ definition: RequestDefinition) -> Bool {
    func isIn(_ rows: [Row]) -> Bool { rows.contains { Self.mayBeTemplate($0.name) || Self.mayBeTemplate($0.value) } }
    return Self.mayBeTemplate(definition.url) || Self.mayBeTemplate(definition.method) || definition.body != .none
      || isIn(definition.headers) || definition.params.contains { isIn([$0.row]) }
      || authentication(of: definition).0.fields.contains { Self.mayBeTemplate($0.value) }
      || definition.conversation.messages.contains { Self.mayBeTemplate($0.data) }
      || layers.contains { isIn($0.settings.headers) } || !certificates.isEmpty || ownProxy != nil
  }

  /// The texts that are sent, each with its field.
  func texts(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    var found: [(SendRefusal.Field, String, String)] = [
      (.method, "method", definition.method), (.url, "URL", definition.url),
    ]
    for parameter in definition.params where parameter.place == .path && parameter.row.isEnabled {
      let name = parameter.row.name
      found.append((.pathParameter(name: name), "path parameter \(name)", parameter.row.value))
    }
    for (row, index, layer) in inheritedHeaders(of: definition) {
      let field = SendRefusal.Field.inherited(from: layer.path, header: index)
      found.append((field, "header \(index + 1), \(row.name), of \(layer.name)", row.name + row.value))
    }
    for (index, row) in definition.headers.enumerated() where row.isEnabled {
      found.append((.header(row: index), "header \(index + 1), \(row.name)", row.name + row.value))
    }
    found += definition.kind.isConversation ? messageTexts(definition.conversation) : bodyTexts(definition.body)
    found += graphQLTexts(definition)
    let (auth, layer) = authentication(of: definition)
    for field in auth.fields {
      if let layer {
        found.append((.inherited(from: layer.path, header: nil), "auth of \(layer.name), \(field.name)", field.value))
      } else {
        found.append((.authentication(field: field.name), "auth, \(field.name)", field.value))
      }
    }
    return found + certificateTexts(of: definition) + proxyTexts
  }

  private func graphQLTexts(_ definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    guard case .graphql = definition.body else { return [] }
    let settings = graphQL(of: definition)
    return [
      (.body(row: nil), "GraphQL operation", settings.operation),
      (.settings, "extensions.apus.graphql.connectionInit", settings.connectionInit),
    ]
      + settings.files.enumerated().filter(\.element.isEnabled).map { index, row in
        (.body(row: index), "file \(index + 1), \(row.name)", row.value)
      }
  }

  private func messageTexts(_ conversation: ConversationDefinition) -> [(SendRefusal.Field, String, String)] {
    conversation.messages.enumerated().filter(\.element.isSelected).map { (.body(row: $0), $1.name, $1.data) }
  }

  private func bodyTexts(_ body: BodyDefinition) -> [(SendRefusal.Field, String, String)] {
    func row(_ index: Int, _ name: String, _ text: String) -> (SendRefusal.Field, String, String) {
      (.body(row: index), "form row \(index + 1), \(name)", text)
    }
    switch body {
    case .none: return []
    case .text(_, let text): return [(.body(row: nil), "body", text)]
    case .graphql(let query, let variables):
      return [(.body(row: nil), "GraphQL query", query), (.body(row: nil), "GraphQL variables", variables)]
    case .form(let rows):
      return rows.enumerated().filter(\.element.isEnabled).map {
        row($0.offset, $0.element.name, $0.element.name + $0.element.value)
      }
    case .multipart(let parts):
      return parts.enumerated().filter(\.element.isEnabled).map { index, part in
        switch part.content {
        case .text(let text): row(index, part.name, part.name + text)
        case .files(let paths): row(index, part.name, part.name + paths.joined())
        }
      }
    case .file(let choices):
      return choices.enumerated().filter(\.element.isSelected).prefix(1).map { index, choice in
        (.body(row: index), "file \(index + 1)", choice.path + choice.contentType)
      }
    }
  }
}
