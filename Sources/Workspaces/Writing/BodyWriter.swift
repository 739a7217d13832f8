/// Applies the edit of a body to its node, in place if its kind is unchanged and its spelling is the canonical one.
struct BodyWriter {
  let old: BodyDefinition
  let new: BodyDefinition

  func change(_ block: inout YAMLNode, isGraphQL: Bool, order: [String] = RequestWriter.blockOrder) {
    if new == .none { return block.put("body", nil) }
    if var body = block["body"] {
      body.forgetAlias()
      if var items = body.items,
        let chosen = items.firstIndex(where: { $0["selected"]?.bool == true }) ?? items.indices.first,
        var inner = items[chosen]["body"], edit(&inner)
      {
        items[chosen].put("body", inner)
        body.content = .sequence(items)
        return block.put("body", body)
      }
      if edit(&body) { return block.put("body", body) }
    }
    block.put("body", Self.node(new, isGraphQL: isGraphQL), order: order)
  }

  /// Returns `false` if the whole body must be rewritten.
  private func edit(_ body: inout YAMLNode) -> Bool {
    guard body.entries != nil else { return false }
    if case .graphql(let query, let variables) = old, case .graphql(let newQuery, let newVariables) = new {
      let order = ["query", "variables"]
      if query != newQuery { body.put("query", newQuery.isEmpty ? nil : .string(newQuery), order: order) }
      if variables != newVariables {
        body.put("variables", newVariables.isEmpty ? nil : .string(newVariables), order: order)
      }
      return body.entries?.isEmpty == false && body["data"] == nil
    }
    guard let type = body["type"]?.text, type == old.kind.word, type == new.kind.word else { return false }
    switch (old, new) {
    case (.text, .text(_, let text)): body.put("data", .string(text))
    case (.form(let old), .form(let new)): body.put("data", RowsWriter.plain.list(body["data"], from: old, to: new))
    case (.multipart(let old), .multipart(let new)):
      body.put("data", RowsWriter.parts.list(body["data"], from: old, to: new))
    case (.file(let old), .file(let new)): body.put("data", RowsWriter.choices.list(body["data"], from: old, to: new))
    default: return false
    }
    return true
  }

  static func node(_ body: BodyDefinition, isGraphQL: Bool) -> YAMLNode? {
    let type = YAMLNode.string(body.kind.word)
    switch body {
    case .none: return nil
    case .text(_, let text): return .map([("type", type), ("data", .string(text))])
    case .form(let rows): return .map([("type", type), ("data", RowsWriter.plain.list(nil, from: [], to: rows))])
    case .multipart(let parts):
      return .map([("type", type), ("data", RowsWriter.parts.list(nil, from: [], to: parts))])
    case .file(let choices):
      return .map([("type", type), ("data", RowsWriter.choices.list(nil, from: [], to: choices))])
    case .graphql(let query, let variables):
      // Without any key it would read as no body at all.
      let keepsQuery = !query.isEmpty || variables.isEmpty
      return .map([
        ("query", keepsQuery ? .string(query) : nil), ("variables", variables.isEmpty ? nil : .string(variables)),
      ])
    }
  }
}
