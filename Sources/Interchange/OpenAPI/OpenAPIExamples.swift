import Basics
import Workspaces

/// The answers of an operation, as examples of its request.
enum OpenAPIExamples {
  /// One for each written example; an answer with only a schema gives none.
  static func examples(
    of responses: JSONValue?, for request: RequestDefinition, at place: String, _ context: inout OpenAPIContext
  ) -> [RequestExample] {
    guard case .object(let members) = context.references.resolved(responses ?? .null) else { return [] }
    var found: [RequestExample] = []
    for member in members {
      let response = context.references.overlaid(member.value)
      guard case .object(let types) = response["content"] ?? .null else { continue }
      for type in types {
        let media = context.references.resolved(type.value)
        for (name, value) in written(media, at: place, &context) {
          // Each example repeats the request with its body.
          guard context.samples.affords(weight: request.body.weight) else {
            context.losses.tell("examples beside long bodies are not carried over", at: place)
            continue
          }
          let title = name.isEmpty ? member.name : "\(member.name) \(name)"
          found.append(example(title, value, ofType: type.name, status: member.name, in: response, request, &context))
        }
      }
    }
    return found
  }

  private static func written(
    _ media: JSONValue, at place: String, _ context: inout OpenAPIContext
  ) -> [(name: String, value: JSONValue)] {
    let found = context.written(media, at: place)
    guard found.isEmpty, let schema = media["schema"], hasExample(schema, context.references) else { return found }
    return [("", context.media(media, for: .response, at: place))]
  }

  /// Whether the schema of an answer, or of its list's items, has an example.
  static func hasExample(_ schema: JSONValue, _ references: JSONReferences) -> Bool {
    let schema = references.overlaid(schema)
    if schema["example"] != nil || schema["examples"] != nil { return true }
    guard let items = schema["items"].map(references.overlaid) else { return false }
    return items["example"] != nil || items["examples"] != nil
  }

  private static func example(
    _ name: String, _ value: JSONValue, ofType type: String, status: String, in response: JSONValue,
    _ request: RequestDefinition, _ context: inout OpenAPIContext
  ) -> RequestExample {
    var headers = [Row("Content-Type", type)]
    if case .object(let members) = context.references.resolved(response["headers"] ?? .null) {
      for member in members {
        let header = context.references.overlaid(member.value)
        let value = header["example"] ?? header["schema"].flatMap { context.samples.parameter($0) }
        headers.append(
          Row(
            member.name, ParameterStyle(header, in: "header").text(value), note: header["description"]?.string ?? ""))
      }
    }
    let lower = type.lowercased()
    let isText = value.string != nil
    return RequestExample(
      name: name, note: response["description"]?.string ?? "", method: request.method, url: request.url,
      params: request.params, headers: request.headers, body: request.body,
      answer: .init(
        status: Int(status), headers: headers, type: ["json", "html", "xml"].first { lower.contains($0) } ?? "text",
        body: isText && !lower.contains("json") ? ForeignText.scalar(value) : value.pretty))
  }
}

extension BodyDefinition {
  /// In units of `JSONValue.weight`.
  fileprivate var weight: Int {
    switch self {
    case .text(_, let text): 1 + text.utf8.count / 32
    case .form(let rows): 1 + rows.count
    case .multipart(let parts): 1 + parts.count
    default: 1
    }
  }
}
