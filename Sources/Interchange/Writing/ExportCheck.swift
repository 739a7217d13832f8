import Workspaces

/// Parses an exported request again and reports differences: a format cannot express every text.
enum ExportCheck {
  /// - Parameters:
  ///   - written: the request that the text should contain.
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
        .warning, name, "\(parts.joined(separator: ", ")) \(verb) not carried over exactly: the format cannot hold it")
    ]
  }

  private static func pairs(_ request: ExportedRequest) -> [[String]] {
    // A body's own type is written explicitly if the format needs it.
    let isGraphQL = if case .graphql = request.definition.body { true } else { false }
    let own = ["application/x-www-form-urlencoded", "multipart/form-data"] + (isGraphQL ? ["application/json"] : [])
    let headers = request.enabledHeaders.filter { $0.name.lowercased() != "content-type" || !own.contains($0.value) }
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
  /// Without what only our model has.
  fileprivate func plain(_ content: Content) -> FormPart {
    FormPart(name, content, contentType: contentType, fileName: fileName)
  }
}
