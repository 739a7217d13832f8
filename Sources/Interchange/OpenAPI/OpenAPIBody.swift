import Basics
import Workspaces

/// Creates the body of an operation from its first supported content type, with the example or a sample.
enum OpenAPIBody {
  static func body(
    of node: JSONValue?, headers: inout [Row], at place: String, _ context: inout OpenAPIContext
  ) -> BodyDefinition {
    guard let node, case .object(let types) = context.references.resolved(node)["content"] ?? .null, !types.isEmpty
    else { return .none }
    let chosen = types.first { MediaType($0.name).isJSON } ?? types[0]
    if types.count > 1 {
      context.losses.report("a body in other formats is not carried over; taken", at: place, chosen.name)
    }
    let media = context.references.resolved(chosen.value)
    let type = MediaType(chosen.name)
    let schema = context.references.resolved(media["schema"] ?? .null)
    switch type.essence {
    case "application/x-www-form-urlencoded": return .form(OpenAPIForm.rows(media, at: place, &context))
    case "multipart/form-data": return .multipart(OpenAPIForm.parts(media, at: place, &context))
    default: break
    }
    let isFile = SchemaWords.isFile(schema) || (media["schema"] == nil && !type.isText)
    if isFile, media["example"] == nil, media["examples"] == nil {
      if !type.isRange { headers.append(Row("Content-Type", chosen.name)) }
      return .file([.init(contentType: type.isRange ? "" : chosen.name)])
    }
    return text(
      context.media(media, for: .request, at: place), chosen.name, of: schema, headers: &headers, at: place, &context)
  }

  /// The JSON in an example that is a text, unless the schema requires a text.
  private static func document(_ text: String, _ schema: JSONValue) -> String? {
    guard schema["type"]?.string != "string" else { return nil }
    // Invalid JSON is ordinary text.
    switch try? JSONValue(parsing: text.utf8) {
    case .object, .array: return text
    default: return nil
    }
  }

  private static func text(
    _ value: JSONValue, _ name: String, of schema: JSONValue, headers: inout [Row], at place: String,
    _ context: inout OpenAPIContext
  ) -> BodyDefinition {
    let type = MediaType(name)
    let isText = value.string != nil
    if type.isJSON || (type.isRange && !isText) {
      if type.isJSON, name != "application/json" { headers.append(Row("Content-Type", name)) }
      return .text(.json, value.string.flatMap { document($0, schema) } ?? value.pretty)
    }
    if !type.isRange { headers.append(Row("Content-Type", name)) }
    guard type.essence.hasSuffix("xml") else { return .text(.text, ForeignText.scalar(value)) }
    if !isText { context.losses.report("an XML body is imported only if its text is given as an example", at: place) }
    return .text(.xml, value.string ?? "")
  }
}

extension MediaType {
  /// True for a range such as `*/*` or `application/*`, which cannot be sent.
  fileprivate var isRange: Bool { essence.utf8.contains(UInt8(ascii: "*")) }
  fileprivate var isText: Bool { isJSON || isRange || essence.hasPrefix("text/") || essence.hasSuffix("xml") }
}

/// Creates the rows of a form body, one for each property of its schema, serialized according to its encoding.
enum OpenAPIForm {
  /// One property and its encoding.
  private struct Field {
    var name: String
    var value: JSONValue
    var schema: JSONValue
    var encoding: JSONValue
    /// If the schema requires some rows, the others are disabled.
    var isEnabled: Bool
    var note: String
  }

  static func rows(_ media: JSONValue, at place: String, _ context: inout OpenAPIContext) -> [Row] {
    fields(media, at: place, &context).flatMap { field -> [Row] in
      let style = ParameterStyle(field.encoding, in: "query")
      let isWritten = ["style", "explode", "allowReserved"].contains { field.encoding[$0] != nil }
      return pairs(field, style, isWritten: isWritten).map { name, value in
        Row(name, value, isEnabled: field.isEnabled, note: field.note)
      }
    }
  }

  static func parts(_ media: JSONValue, at place: String, _ context: inout OpenAPIContext) -> [FormPart] {
    fields(media, at: place, &context).flatMap { field -> [FormPart] in
      // Several types are alternatives; the first is used.
      let types = field.encoding["contentType"]?.string ?? ""
      let type = types.prefix { $0 != "," }
      func part(_ content: FormPart.Content) -> FormPart {
        FormPart(
          field.name, content, contentType: type.utf8.contains(UInt8(ascii: "*")) ? "" : String(type),
          isEnabled: field.isEnabled, note: field.note)
      }
      let items = context.references.resolved(field.schema["items"] ?? .null)
      if SchemaWords.isFile(field.schema) || SchemaWords.isFile(items) { return [part(.files([]))] }
      // Each value of a list is a separate part.
      guard let values = field.value.array, field.encoding["contentType"] == nil, !values.isEmpty else {
        return [part(.text(ForeignText.scalar(field.value)))]
      }
      return values.map { part(.text(ForeignText.scalar($0))) }
    }
  }

  private static func fields(_ media: JSONValue, at place: String, _ context: inout OpenAPIContext) -> [Field] {
    let isWritten = media["example"] != nil || media["examples"] != nil
    guard case .object(let members) = context.media(media, for: .request, at: place) else { return [] }
    let schema = context.references.resolved(media["schema"] ?? .null)
    let properties = schema["properties"]?.membersByName ?? [:]
    let encodings = media["encoding"]?.membersByName ?? [:]
    let required = schema["required"]?.array.map { Set($0.compactMap(\.string)) }
    return members.map { member in
      let property = context.references.overlaid(properties[member.name] ?? .null)
      return Field(
        name: member.name, value: member.value, schema: property, encoding: encodings[member.name] ?? .null,
        isEnabled: isWritten || required?.contains(member.name) ?? true, note: OpenAPIDocs.parameter(property))
    }
  }

  /// The pairs of a field without percent-encoding, because a form's rows are encoded when they are sent.
  private static func pairs(_ field: Field, _ style: ParameterStyle, isWritten: Bool) -> [(String, String)] {
    let text = ForeignText.scalar(field.value)
    switch field.value {
    case .array(let items) where !items.isEmpty && style.explodes:
      return items.map { (field.name, ForeignText.scalar($0)) }
    case .array(let items) where !items.isEmpty:
      return [(field.name, items.map { ForeignText.scalar($0) }.joined(separator: style.delimiter))]
    case .array: return [(field.name, "")]
    // Without an encoding, an object is sent as JSON.
    case .object(let members) where isWritten && style.kind == .deepObject:
      return members.map { ("\(field.name)[\($0.name)]", ForeignText.scalar($0.value)) }
    case .object(let members) where isWritten && style.explodes:
      return members.map { ($0.name, ForeignText.scalar($0.value)) }
    case .object where isWritten:
      return [
        (
          field.name,
          ParameterStyle.flat(field.value).map { ForeignText.scalar($0) }.joined(separator: style.delimiter)
        )
      ]
    default: return [(field.name, text)]
    }
  }
}

/// Converts the responses of an operation to examples of its request.
enum OpenAPIExamples {
  /// One example for each written example; a response with only a schema gives none.
  static func examples(
    of responses: JSONValue?, for request: RequestDefinition, at place: String, _ context: inout OpenAPIContext
  ) -> [RequestExample] {
    var found: [RequestExample] = []
    for member in context.references.resolved(responses ?? .null).members ?? [] {
      let response = context.references.overlaid(member.value)
      for type in response["content"]?.members ?? [] {
        let media = context.references.resolved(type.value)
        for (name, value) in written(media, at: place, &context) {
          // Each example repeats the request with its body.
          guard context.samples.affords(weight: request.body.weight) else {
            context.losses.report("examples next to long bodies are not carried over", at: place)
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

  /// True if the schema of a response, or of its list's items, has an example.
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
    for member in context.references.resolved(response["headers"] ?? .null).members ?? [] {
      let header = context.references.overlaid(member.value)
      let value = header["example"] ?? header["schema"].flatMap { context.samples.parameter($0) }
      headers.append(
        Row(member.name, ParameterStyle(header, in: "header").text(value), note: header["description"]?.string ?? ""))
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
  /// The size in units of `JSONValue.weight`.
  fileprivate var weight: Int {
    switch self {
    case .text(_, let text): 1 + text.utf8.count / 32
    case .form(let rows): 1 + rows.count
    case .multipart(let parts): 1 + parts.count
    default: 1
    }
  }
}
