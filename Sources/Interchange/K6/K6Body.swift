import Basics
import Workspaces

/// The body of a request in a script for k6.
struct K6Body {
  /// `body`, `form`, `parts`, `graphql` or `file`.
  private(set) var field = "body"
  /// JavaScript; `nil` without a body.
  private(set) var text: String?
  /// Whether k6 makes the content type, with the boundary of a form.
  private(set) var makesType = false
  /// The content type that the body implies.
  private(set) var type: String?

  init(_ request: inout ExportedRequest) {
    switch request.definition.body {
    case .none: break
    case .text(_, let content): text = K6Text.quoted(content)
    case .graphql(let query, let variables):
      type = "application/json"
      // The only operation needs no name to be found.
      let chosen = request.definition.graphQL.operation
      let isNamed = !chosen.isEmpty && OperationOutline(query).operations.count > 1
      let texts = [query, variables] + (isNamed ? [chosen] : [])
      (field, text) = ("graphql", "[\(texts.map(K6Text.quoted).joined(separator: ", "))]")
    case .file:
      guard let path = request.file else { return }
      (field, text) = ("file", "open(\(K6Text.quoted(path)), \"b\")")
    case .form(let rows):
      let sent = rows.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
      type = "application/x-www-form-urlencoded"
      (field, text) = ("form", K6Text.pairs(sent.map { ($0.name, $0.value) }))
    case .multipart(let parts):
      makesType = true
      (field, text) = ("parts", Self.text(of: parts.filter(\.isEnabled), &request))
    }
  }

  /// `[["name", "text"], ["file", open("a.png", "b"), "a.png", "image/png"]]`
  private static func text(of parts: [FormPart], _ request: inout ExportedRequest) -> String {
    var written: [String] = []
    for part in parts {
      let name = K6Text.quoted(part.name)
      let type = part.contentType.isEmpty ? "" : ", \(K6Text.quoted(part.contentType))"
      switch part.content {
      case .text(let text):
        if part.fileName != nil || !type.isEmpty {
          written.append("[\(name), \(K6Text.quoted(text)), \(K6Text.quoted(part.fileName ?? ""))\(type)]")
        } else {
          written.append("[\(name), \(K6Text.quoted(text))]")
        }
      case .files(let paths):
        for path in paths where !path.isEmpty {
          if path.contains("{{") { request.tell("k6 opens \(path) before variables have values") }
          let fileName = part.fileName ?? path.split(separator: "/").last.map(String.init) ?? path
          written.append("[\(name), open(\(K6Text.quoted(path)), \"b\"), \(K6Text.quoted(fileName))\(type)]")
        }
      }
    }
    if Set(parts.map(\.name)).count < written.count { request.tell("k6 sends the last of several parts with one name") }
    return "[" + written.joined(separator: ", ") + "]"
  }
}
