import Basics
import Workspaces

/// Writes Hurl files: one request after the other, each with the checks of its answer.
enum HurlExport {
  /// Introduces the variables, which a request cannot hold; it does not belong to any request.
  static let variablesTitle = "Call hurl with these:"

  static func write(_ collection: ImportedCollection) -> ExportedText {
    var blocks: [String] = []
    var notices: [Notice] = []
    let variables = collection.root.settings.variables.filter(\.isEnabled)
    if !variables.isEmpty {
      let lines = variables.map { "# --variable \(HurlText.key($0.name))=\(HurlText.value($0.value))\n" }
      blocks.append("# \(variablesTitle)\n" + lines.joined())
    }
    for (request, layers) in collection.layered {
      var exported = ExportedRequest(request, layers: layers)
      let text = text(of: &exported)
      blocks.append(text)
      // What cannot be read back is reported as a missing request.
      let read = try? HurlImport.read(Array(text.utf8), name: "")
      notices += exported.notices + ExportCheck.notices(exported, readBack: read?.requests ?? [])
    }
    return ExportedText(text: blocks.joined(separator: "\n"), notices: notices)
  }

  private static func text(of request: inout ExportedRequest) -> String {
    let definition = request.definition
    var text = "# \(comment(definition.name))\n"
    if !definition.docs.isEmpty {
      for line in definition.docs.split(separator: "\n", omittingEmptySubsequences: false) {
        text += "# \(comment(String(line)))\n"
      }
    }
    tellNames(in: &request)
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
      lines.append(settings.forwardAuthorization == true ? "location-trusted: true" : "location: true")
      lines.append("max-redirs: \(settings.maxRedirects ?? RequestSettings.usualMaxRedirects)")
    }
    if let login = request.login, login.scheme == .digest {
      lines += ["digest: true", "user: \(HurlText.value("\(login.user):\(login.password)"))"]
    }
    if let accepts = settings.acceptsCompression { lines.append("compressed: \(accepts)") }
    if let timeout = settings.timeout, timeout >= 1 { lines.append("max-time: \(Int(min(timeout, 1e12)))ms") }
    if request.trust.verifies?.value == false { lines.append("insecure: true") }
    if let authorities = request.trust.authorities { lines.append("cacert: \(HurlText.value(authorities.value))") }
    return lines.isEmpty ? "" : "[Options]\n" + lines.map { $0 + "\n" }.joined()
  }

  private static func body(_ body: BodyDefinition, _ request: inout ExportedRequest) -> String {
    switch body {
    case .none: return ""
    case .text(let kind, let text): return HurlText.body(text, kind)
    case .graphql(let query, let variables):
      let rest = variables.utf8.contains { $0 > 0x20 } ? "\nvariables \(variables)\n" : "\n"
      if query.contains("```") || variables.contains("```") {
        request.tell("the query contains three backticks, which end it in Hurl")
      }
      return "```graphql\n\(query)\(rest)```\n"
    case .file: return request.file.map { "file,\(HurlText.file($0));\n" } ?? ""
    case .form(let rows):
      let sent = rows.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
      let lines = sent.map { "\(HurlText.key($0.name)): \(HurlText.value($0.value))\n" }
      if sent.contains(where: \.name.isEmpty) { request.tell("Hurl does not send a field without a name") }
      if lines.isEmpty { request.tell("Hurl does not send an empty form") }
      return "[FormParams]\n" + lines.joined()
    case .multipart(let parts):
      var lines: [String] = []
      for part in parts where part.isEnabled {
        switch part.content {
        case .text(let text):
          if !part.contentType.isEmpty || part.fileName != nil {
            request.tell("the type and file name of the text part \(part.name) are not carried over")
          }
          lines.append("\(HurlText.key(part.name)): \(HurlText.part(text))\n")
        case .files(let paths):
          let type = part.contentType.isEmpty ? "" : " \(part.contentType)"
          if part.fileName != nil { request.tell("the file name of the part \(part.name) is not carried over") }
          lines += paths.map { "\(HurlText.key(part.name)): file,\(HurlText.file($0));\(type)\n" }
        }
      }
      return "[MultipartFormData]\n" + lines.joined()
    }
  }

  /// Reports what Hurl cannot express in the request line and in names of variables.
  private static func tellNames(in request: inout ExportedRequest) {
    let method = request.definition.method
    if !method.utf8.allSatisfy({ $0.isASCIIUppercase }) {
      request.tell("the method \(method) is invalid in Hurl, which allows capital letters only")
    }
    let texts = [request.url] + request.enabledHeaders.flatMap { [$0.name, $0.value] } + [request.definition.bodyText]
    let names = Set(texts.flatMap(HurlText.variables)).filter { name in
      !["$uuid", "$isoTimestamp"].contains(name)
        && !name.utf8.allSatisfy { byte in
          byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }
    for name in names.sorted() { request.tell("the variable {{\(name)}} has no name in Hurl") }
  }

  private static func comment(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension RequestDefinition {
  /// The text of the body, if it is text.
  fileprivate var bodyText: String {
    switch body {
    case .text(_, let text): text
    case .graphql(let query, let variables): query + variables
    default: ""
    }
  }
}
