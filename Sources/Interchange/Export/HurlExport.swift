import Workspaces

/// Writes Hurl files: requests one after the other, each with what is checked of its answer.
enum HurlExport {
  static func write(_ collection: ImportedCollection) -> ExportFormat.Result {
    var blocks: [String] = []
    var notices: [Notice] = []
    let variables = collection.root.settings.variables.filter(\.isEnabled)
    if !variables.isEmpty {
      let words = variables.map { "--variable \(comment($0.name))=\(comment($0.value))" }.joined(separator: " ")
      blocks.append("# hurl \(words)\n")
    }
    for (request, layers) in collection.layered {
      var exported = ExportedRequest(request, layers: layers)
      blocks.append(text(of: &exported))
      notices += exported.notices
    }
    return ExportFormat.Result(text: blocks.joined(separator: "\n"), notices: notices)
  }

  private static func text(of request: inout ExportedRequest) -> String {
    let definition = request.definition
    var text = "# \(comment(definition.name))\n"
    for line in definition.docs.split(separator: "\n") { text += "# \(line)\n" }
    let isGraphQL = if case .graphql = definition.body { true } else { false }
    text += "\(definition.method) \(HurlText.value(request.url))\n"
    for header in request.enabledHeaders {
      text += "\(HurlText.key(header.name)): \(HurlText.value(header.value))\n"
    }
    if isGraphQL, !request.enabledHeaders.contains(where: { $0.name.lowercased() == "content-type" }) {
      text += "Content-Type: application/json\n"
    }
    text += options(of: request)
    if let login = request.login, login.scheme == .basic {
      text += "[BasicAuth]\n\(HurlText.key(login.user)): \(HurlText.value(login.password))\n"
    }
    text += body(definition.body, &request)
    return text + HurlChecks.text(of: definition) { request.tell($0) }
  }

  private static func options(of request: ExportedRequest) -> String {
    let settings = request.definition.settings
    var lines: [String] = []
    if settings.followRedirects != false {
      lines += ["location: true", "max-redirs: \(settings.maxRedirects ?? 5)"]
    }
    if let login = request.login, login.scheme == .digest {
      lines += ["digest: true", "user: \(HurlText.value("\(login.user):\(login.password)"))"]
    }
    if let timeout = settings.timeout, timeout >= 1 { lines.append("max-time: \(Int(min(timeout, 1e12)))ms") }
    return lines.isEmpty ? "" : "[Options]\n" + lines.map { $0 + "\n" }.joined()
  }

  private static func body(_ body: BodyDefinition, _ request: inout ExportedRequest) -> String {
    switch body {
    case .none: return ""
    case .text(_, let text): return HurlText.body(text)
    case .graphql(let query, let variables):
      let rest = variables.utf8.contains { $0 > 0x20 } ? "\nvariables \(variables)\n" : "\n"
      return "```graphql\n\(query)\(rest)```\n"
    case .file: return request.file.map { "file,\(HurlText.file($0));\n" } ?? ""
    case .form(let rows):
      let lines = rows.filter { $0.isEnabled && !$0.name.isEmpty }.map {
        "\(HurlText.key($0.name)): \(HurlText.value($0.value))\n"
      }
      return "[FormParams]\n" + lines.joined()
    case .multipart(let parts):
      var lines: [String] = []
      for part in parts where part.isEnabled {
        switch part.content {
        case .text(let text):
          if !part.contentType.isEmpty || part.fileName != nil {
            request.tell("the type and file name of the text part \(part.name) are not carried")
          }
          lines.append("\(HurlText.key(part.name)): \(HurlText.value(text))\n")
        case .files(let paths):
          let type = part.contentType.isEmpty ? "" : " \(part.contentType)"
          lines += paths.map { "\(HurlText.key(part.name)): file,\(HurlText.file($0));\(type)\n" }
        }
      }
      return "[MultipartFormData]\n" + lines.joined()
    }
  }

  private static func comment(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// Texts as Hurl quotes them.
enum HurlText {
  static func value(_ text: String) -> String { escaped(text, marks: "#") }
  static func key(_ text: String) -> String { escaped(text, marks: "#:[ ") }
  static func file(_ path: String) -> String { escaped(path, marks: "#; ") }

  /// Between backticks on one line; over several where nothing in it could end them.
  static func body(_ text: String) -> String {
    let isLong = text.utf8.contains(UInt8(ascii: "\n"))
    if isLong, !text.contains("```"), !text.utf8.contains(UInt8(ascii: "\r")) { return "```\n\(text)```\n" }
    return "`\(escaped(text, marks: "`", keepsEnds: true))`\n"
  }

  private static func escaped(_ text: String, marks: String, keepsEnds: Bool = false) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isAtEnd = !keepsEnds && (index == 0 || index == scalars.count - 1)
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case " " where isAtEnd || marks.contains(" "): result += "\\u{20}"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where scalar != " " && marks.unicodeScalars.contains(scalar): result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
