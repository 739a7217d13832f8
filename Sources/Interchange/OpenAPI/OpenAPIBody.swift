import Basics
import Workspaces

/// The body of an operation: its first supported content type, with the example or a sample.
enum OpenAPIBody {
  static func body(
    of node: JSONValue?, headers: inout [Row], at place: String, _ context: inout OpenAPIContext
  ) -> BodyDefinition {
    guard let node, case .object(let types) = context.references.resolved(node)["content"] ?? .null, !types.isEmpty
    else { return .none }
    let chosen = types.first { MediaName($0.name).isJSON } ?? types[0]
    if types.count > 1 {
      context.losses.tell("a body in other formats than \(chosen.name) is not carried over", at: place)
    }
    let media = context.references.resolved(chosen.value)
    let type = MediaName(chosen.name)
    let schema = context.references.resolved(media["schema"] ?? .null)
    switch type.base {
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
      context.media(media, for: .request, at: place), type, of: schema, headers: &headers, at: place, &context)
  }

  /// An example that contains JSON as a text, unless the schema asks for a text.
  private static func document(_ text: String, _ schema: JSONValue) -> String? {
    guard schema["type"]?.string != "string" else { return nil }
    // Invalid JSON is ordinary text.
    switch try? JSONValue(parsing: text.utf8) {
    case .object, .array: return text
    default: return nil
    }
  }

  private static func text(
    _ value: JSONValue, _ type: MediaName, of schema: JSONValue, headers: inout [Row], at place: String,
    _ context: inout OpenAPIContext
  ) -> BodyDefinition {
    let isText = value.string != nil
    if type.isJSON || (type.isRange && !isText) {
      if type.isJSON, type.name != "application/json" { headers.append(Row("Content-Type", type.name)) }
      return .text(.json, value.string.flatMap { document($0, schema) } ?? value.pretty)
    }
    if !type.isRange { headers.append(Row("Content-Type", type.name)) }
    guard type.base.hasSuffix("xml") else { return .text(.text, ForeignText.scalar(value)) }
    if !isText { context.losses.tell("an XML body is imported only if its text is given as an example", at: place) }
    return .text(.xml, value.string ?? "")
  }
}

/// The name of a content type, as far as an import depends on it.
struct MediaName {
  /// As written.
  let name: String
  /// Without parameters, in lower case.
  let base: String

  init(_ name: String) {
    self.name = name
    let cut = name.prefix { $0 != ";" }.lowercased()
    base = String(cut.prefix { $0 != " " })
  }

  var isJSON: Bool { base == "application/json" || base.hasSuffix("+json") }
  /// `*/*`, `application/*`: a range cannot be sent.
  var isRange: Bool { base.utf8.contains(UInt8(ascii: "*")) }
  var isText: Bool { isJSON || isRange || base.hasPrefix("text/") || base.hasSuffix("xml") }
}
