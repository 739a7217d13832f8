import Basics
import HTTPModel
import Workspaces

/// Parses an exported request again and reports differences, because no format can express every text.
enum ExportCheck {
  /// - Parameters:
  ///   - written: the request that was exported.
  ///   - layers: the settings that the parsed request inherits.
  static func notices(
    _ written: ExportedRequest, readBack: [RequestDefinition], layers: [SharedSettings] = []
  ) -> [Notice] {
    let name = written.definition.name
    guard readBack.count == 1, let read = readBack.first.map({ ExportedRequest($0, layers: layers) }) else {
      return [Notice(.warning, name, "the result contains \(readBack.count) requests when it is read back")]
    }
    var parts: [String] = []
    let (before, after) = (written.definition, read.definition)
    if before.method != after.method { parts.append("the method") }
    if written.url != read.url { parts.append("the URL") }
    if pairs(written) != pairs(read) { parts.append("the headers") }
    if login(written) != login(read) { parts.append("the login") }
    if before.body.sent != after.body.sent { parts.append("the body") }
    if parts.isEmpty { return [] }
    let verb = parts.count == 1 && parts != ["the headers"] ? "is" : "are"
    return [
      Notice(
        .warning, name, "\(parts.joined(separator: ", ")) \(verb) not carried over exactly: the format cannot store it")
    ]
  }

  private static func pairs(_ request: ExportedRequest) -> [[String]] {
    // The export writes a body's implied type explicitly if the format needs it.
    let isGraphQL = request.definition.body.kind == .graphql
    let own = ["application/x-www-form-urlencoded", "multipart/form-data"] + (isGraphQL ? ["application/json"] : [])
    // Every export chooses a new boundary.
    let isMultipart = request.definition.body.kind == .multipart
    let headers = request.enabledHeaders.filter { header in
      let isBoundary = isMultipart && header.value.lowercased().hasPrefix("multipart/form-data; boundary=")
      return header.name.lowercased() != "content-type" || !own.contains(header.value) && !isBoundary
    }
    // Only the order of headers with the same name counts.
    return headers.enumerated().sorted { left, right in
      (left.element.name.lowercased(), left.offset) < (right.element.name.lowercased(), right.offset)
    }.map { [$0.element.name, $0.element.value] }
  }

  private static func login(_ request: ExportedRequest) -> [String] {
    request.login.map { [$0.scheme.word, $0.user, $0.password] } ?? []
  }
}

extension BodyDefinition {
  /// The part of the body that is sent; its type is a header.
  fileprivate var sent: BodyDefinition {
    switch self {
    case .none: return .none
    case .text(_, let text): return .text(.text, text)
    case .form(let rows):
      return .form(
        rows.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }.map { Row($0.name, $0.value) })
    case .multipart(let parts):
      return .multipart(
        parts.filter(\.isEnabled).flatMap { part -> [FormPart] in
          switch part.content {
          case .text: return [part.plain(part.content)]
          case .files(let paths): return paths.filter { !$0.isEmpty }.map { part.plain(.files([$0])) }
          }
        })
    case .file(let choices):
      let path = choices.first { $0.isSelected && !$0.path.isEmpty }?.path
      return path.map { .file([.init(path: $0)]) } ?? .none
    case .graphql(let query, let variables):
      return .graphql(query: query, variables: variables.utf8.contains { $0 > 0x20 } ? variables : "")
    }
  }
}

extension FormPart {
  /// The part without attributes that only our model has.
  fileprivate func plain(_ content: Content) -> FormPart {
    FormPart(name, content, contentType: contentType, fileName: fileName)
  }
}

/// Compares an exported request with the import of its text: a name or a text must not become another request, a file,
/// a header, a script, or anything else that acts.
enum ExportBreach {
  /// The meaning of the text in plain language: `as 2 requests`; `nil` if it is the same request. `ExportCheck` reports
  /// differences in the content sent to the same place.
  static func words(_ written: ExportedRequest, _ readBack: ImportedCollection?) -> String? {
    let items = readBack?.root.items ?? []
    guard let readBack, items.count == 1, case .request(let read, var options)? = items.first else {
      return items.count == 1 ? "as a folder" : "as \(items.count) requests"
    }
    // The comparison of trust covers certificate verification.
    options.tls = nil
    if !readBack.root.settings.variables.isEmpty || options != TransferOptions() { return "with its own options" }
    let source = written.definition
    let exported = ExportedRequest(read, layers: [])
    if read.kind.otherThanHTTP != source.kind.otherThanHTTP { return "as a request of another kind" }
    if (read.body.kind == .graphql) != (source.body.kind == .graphql) { return "as a GraphQL query" }
    if read.method != source.method { return "with another method" }
    if origin(written.url) != origin(exported.url) { return "with another server" }
    let files = Set(read.body.paths).subtracting(source.body.paths + [""])
    if let file = files.sorted().first { return "with the file \(file)" }
    let headers = names(exported).subtracting(names(written)).subtracting(["content-type", "authorization"])
    if let header = headers.sorted().first { return "with the header \(header)" }
    let mayLogIn = written.login != nil || names(written).contains("authorization")
    if !mayLogIn, exported.login != nil || names(exported).contains("authorization") { return "with a login" }
    if exported.trust.verifies?.value == false, written.trust.verifies?.value != false {
      return "without verifying certificates"
    }
    return actions(read, of: source)
  }

  private static func actions(_ read: RequestDefinition, of source: RequestDefinition) -> String? {
    let scripts = source.scripts.map(\.code.trimmed)
    if read.scripts.contains(where: { !scripts.contains($0.code.trimmed) }) { return "with a script" }
    let hasChecks = !source.assertions.isEmpty || !source.captures.isEmpty
    if !hasChecks, !read.assertions.isEmpty || !read.captures.isEmpty { return "with tests" }
    let settings = read.settings
    if settings.cookies ?? source.settings.cookies != source.settings.cookies
      || settings.history ?? source.settings.history != source.settings.history
      || !read.condition.isEmpty && read.condition != source.condition
    {
      return "with other settings"
    }
    let variables = Set(source.variables.map(\.name))
    return read.variables.allSatisfy { variables.contains($0.name) } ? nil : "with its own variables"
  }

  private static func origin(_ url: String) -> [String?] {
    let parts = URLParts(url)
    return [parts.scheme, parts.authority]
  }

  private static func names(_ request: ExportedRequest) -> Set<String> {
    Set(request.enabledHeaders.map { $0.name.lowercased() })
  }
}
