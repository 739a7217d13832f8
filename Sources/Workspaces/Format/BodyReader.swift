/// Reads `body:` in each of its spellings (opencollection.md, sections 6, 7 and 14).
enum BodyReader {
  static func body(_ node: YAMLNode?, isGraphQL: Bool, _ reader: inout NodeReader) -> BodyDefinition {
    guard var node, !node.isNull else { return .none }
    if let chosen = NodeReader.variant(in: node) {
      guard chosen["body"]?.entries != nil else {
        reader.damaged(chosen, "not a body: the entries of a list of bodies have `title:` and `body:`")
        return .none
      }
      reader.hint(node, "a list of bodies; the selected one is used, Bruno sends none")
      node = chosen["body"] ?? .map([])
    } else if reader.map(node, "body") == nil {
      return .none
    }
    if isGraphQL || (node["query"] != nil && node["type"] == nil) {
      return .graphql(
        query: reader.text(node["query"], "query"), variables: reader.text(node["variables"], "variables"))
    }
    if node["type"] == nil, let mode = node["mode"]?.text {
      reader.hint(node["mode"], "`mode:` is an old spelling, for which Bruno sends no body; use `type:` and `data:`")
      return content(mode, node[mode], &reader)
    }
    let type = reader.text(node["type"], "body.type")
    let body = content(type, node["data"], &reader)
    if body == .none, type != "none", !type.isEmpty {
      reader.damaged(node, "the body type \"\(type)\" is not known; no body is sent")
    }
    return body
  }

  private static func content(_ type: String, _ data: YAMLNode?, _ reader: inout NodeReader) -> BodyDefinition {
    switch BodyKind.named(type)?.shape {
    case .text(let kind): return .text(kind, reader.text(data, "the body"))
    case .form: return .form(reader.rows(data, "the form"))
    case .multipart:
      return .multipart(reader.maps(data, "the form").map { part($0, &reader) })
    case .file: return .file(reader.maps(data, "the files").map { choice($0, &reader) })
    case .graphql:
      return .graphql(
        query: reader.text(data?["query"], "query"), variables: reader.text(data?["variables"], "variables"))
    case .some(.none), nil: return .none
    }
  }

  private static func part(_ entry: YAMLNode, _ reader: inout NodeReader) -> FormPart {
    let content: FormPart.Content
    if entry["type"]?.text == "file" {
      content = .files(entry["value"]?.items?.compactMap(\.text) ?? entry["value"]?.text.map { [$0] } ?? [])
    } else {
      content = .text(reader.value(entry["value"], "the form"))
    }
    return FormPart(
      reader.text(entry["name"], "a part's name"), content,
      contentType: reader.text(entry["contentType"], "contentType"),
      fileName: entry["fileName"].map { reader.text($0, "fileName") }, isEnabled: reader.isEnabled(entry),
      note: reader.prose(entry["description"]))
  }

  private static func choice(_ entry: YAMLNode, _ reader: inout NodeReader) -> BodyDefinition.FileChoice {
    BodyDefinition.FileChoice(
      path: reader.text(entry["filePath"], "filePath"), contentType: reader.text(entry["contentType"], "contentType"),
      isSelected: entry["selected"]?.bool == true)
  }
}
