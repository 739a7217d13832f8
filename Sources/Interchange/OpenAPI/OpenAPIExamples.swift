import Workspaces

/// The answers that an operation shows, as examples beside its request.
struct OpenAPIExamples {
  private let references: JSONReferences
  private let sample: SchemaSample

  init(_ references: JSONReferences) {
    self.references = references
    sample = SchemaSample(references)
  }

  /// One for each example that is written; an answer that only has a schema shows none.
  func examples(of responses: JSONNode?, for request: RequestDefinition) -> [RequestExample] {
    guard case .object(let members) = responses ?? .null else { return [] }
    return members.flatMap { member -> [RequestExample] in
      let response = references.resolved(member.value)
      guard case .object(let types) = response["content"] ?? .null else { return [] }
      return types.flatMap { type in
        Self.written(type.value, references).map { name, value in
          example(
            name.isEmpty ? member.name : "\(member.name) \(name)", member.name, type.name, value, response, request)
        }
      }
    }
  }

  /// What stands as `example` or `examples` of a body, with its name.
  static func written(_ media: JSONNode, _ references: JSONReferences) -> [(name: String, value: JSONNode)] {
    if let example = media["example"] { return [("", example)] }
    guard case .object(let examples) = media["examples"] ?? .null else { return [] }
    return examples.compactMap { member in references.resolved(member.value)["value"].map { (member.name, $0) } }
  }

  private func example(
    _ name: String, _ status: String, _ type: String, _ value: JSONNode, _ response: JSONNode,
    _ request: RequestDefinition
  ) -> RequestExample {
    var headers = [Row("Content-Type", type)]
    if case .object(let members) = response["headers"] ?? .null {
      headers += members.map { member in
        let header = references.resolved(member.value)
        return Row(member.name, sample.parameter(header), note: header["description"]?.string ?? "")
      }
    }
    let lower = type.lowercased()
    let isText = value.string != nil
    return RequestExample(
      name: name, note: response["description"]?.string ?? "", method: request.method, url: request.url,
      params: request.params, headers: request.headers, body: request.body,
      answer: .init(
        status: Int(status), headers: headers, type: ["json", "html", "xml"].first { lower.contains($0) } ?? "text",
        body: isText && !lower.contains("json") ? PostmanReader.scalar(value) : value.pretty))
  }
}
