import Basics
import Workspaces

/// The rows of a form body, one for each property of its schema, serialized according to its encoding.
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

  /// Nothing is encoded here: a form's rows are encoded when they are sent.
  private static func pairs(_ field: Field, _ style: ParameterStyle, isWritten: Bool) -> [(String, String)] {
    let text = ForeignText.scalar(field.value)
    switch field.value {
    case .array(let items) where !items.isEmpty && style.explodes:
      return items.map { (field.name, ForeignText.scalar($0)) }
    case .array(let items) where !items.isEmpty:
      return [(field.name, items.map { ForeignText.scalar($0) }.joined(separator: style.delimiter))]
    case .array: return [(field.name, "")]
    // Without an encoding an object is sent as JSON.
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
