import Workspaces

/// The body of a Postman request in each of its modes.
enum PostmanBody {
  static func read(_ node: JSONNode?, at place: String, notices: inout [Notice]) -> BodyDefinition {
    guard let node, node != .null, node["disabled"]?.bool != true else { return .none }
    switch node["mode"]?.string {
    case "raw": return .text(kind(node), PostmanReader.scalar(node["raw"]))
    case "urlencoded":
      if let text = node["urlencoded"]?.string { return .text(.text, text) }
      return .form(PostmanReader.rows(node["urlencoded"]))
    case "formdata": return .multipart((node["formdata"]?.array ?? []).map(part))
    case "file":
      let path = node["file"]?["src"]?.string ?? node["file"]?.string ?? ""
      if let content = node["file"]?["content"]?.string, path.isEmpty { return .text(.text, content) }
      return .file([.init(path: path)])
    case "graphql":
      let graph = node["graphql"]
      return .graphql(
        query: PostmanReader.scalar(graph?["query"]), variables: PostmanReader.scalar(graph?["variables"]))
    case let mode?:
      notices.append(Notice(.warning, place, "a body of the mode \(mode) is not carried"))
      return .none
    case nil: return .none
    }
  }

  private static func kind(_ node: JSONNode) -> BodyDefinition.TextKind {
    switch node["options"]?["raw"]?["language"]?.string {
    case "json": .json
    case "xml": .xml
    default: .text
    }
  }

  private static func part(_ node: JSONNode) -> FormPart {
    let row = PostmanReader.row(node)
    var part = FormPart(row.name, .text(row.value), isEnabled: row.isEnabled, note: row.note)
    if node["type"]?.string == "file" {
      let source = node["src"]
      part.content = .files(source?.string.map { [$0] } ?? (source?.array ?? []).compactMap(\.string))
    }
    part.contentType = node["contentType"]?.string ?? ""
    part.fileName = node["fileName"]?.string
    return part
  }
}
