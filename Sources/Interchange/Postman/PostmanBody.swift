import Basics
import Workspaces

/// Reads the body of a Postman request in each of its modes.
enum PostmanBody {
  static func read(_ node: JSONValue?, at place: String, notices: inout [Notice]) -> BodyDefinition {
    guard let node, node != .null else { return .none }
    let body = content(node, at: place, notices: &notices)
    guard node["disabled"]?.bool == true, body != .none else { return body }
    notices.warn(place, "a disabled body is left out")
    return .none
  }

  /// An empty body is `none`, as in Postman.
  private static func content(_ node: JSONValue, at place: String, notices: inout [Notice]) -> BodyDefinition {
    switch node["mode"]?.string {
    case "raw":
      let text = ForeignText.scalar(node["raw"])
      return text.isEmpty ? .none : .text(kind(node), text)
    case "urlencoded":
      if let text = node["urlencoded"]?.string { return .text(.text, text) }
      let rows = PostmanReader.rows(node["urlencoded"])
      return rows.isEmpty ? .none : .form(rows)
    case "formdata":
      let parts = (node["formdata"]?.array ?? []).map(part)
      return parts.isEmpty ? .none : .multipart(parts)
    case "file":
      let path = node["file"]?["src"]?.string ?? node["file"]?.string ?? ""
      if let content = node["file"]?["content"]?.string, path.isEmpty { return .text(.text, content) }
      if path.isEmpty { return .none }
      return .file([.init(path: path)])
    case "graphql":
      let graph = node["graphql"]
      guard case .object(let members) = graph ?? .null, !members.isEmpty else { return .none }
      return .graphql(
        query: ForeignText.scalar(graph?["query"]), variables: ForeignText.scalar(graph?["variables"]))
    case let mode?:
      notices.warn(place, "a body of another mode is not carried over: \(mode)")
      return .none
    case nil: return .none
    }
  }

  private static func kind(_ node: JSONValue) -> BodyDefinition.TextKind {
    switch node["options"]?["raw"]?["language"]?.string {
    case "json": .json
    case "xml": .xml
    default: .text
    }
  }

  private static func part(_ node: JSONValue) -> FormPart {
    let row = PostmanReader.row(node)
    var part = FormPart(row.name, .text(row.value), isEnabled: row.isEnabled, note: row.note)
    if node["type"]?.string == "file" {
      let source = node["src"]
      part.content = .files(source?.string.map { [$0] } ?? (source?.array ?? []).compactMap(\.string))
    }
    part.contentType = node["contentType"]?.string ?? ""
    if part.contentType.isEmpty, case .files(let paths) = part.content {
      part.contentType = paths.first.flatMap(FileTypes.type) ?? ""
    }
    part.fileName = node["fileName"]?.string
    return part
  }
}
