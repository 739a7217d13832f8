import Basics
import Networking
import Workspaces

/// One request between two `###` lines.
///
///     comments and directives ─► request line ─► headers ─► empty line ─► body
struct HTTPBlockReader {
  private var lines: ArraySlice<HTTPFileReader.Line>
  private(set) var notices: [Notice] = []
  private(set) var fileVariables: [Row] = []
  private var request: RequestDefinition
  private var isGraphQL = false
  /// Why this is no plain HTTP request, where it is none.
  private var otherKind: String?
  private var start = 0

  init(_ lines: [HTTPFileReader.Line], title: String) {
    self.lines = lines[...]
    request = RequestDefinition(name: title)
    request.settings.encodeURL = nil
  }

  mutating func read() -> ImportedCollection.Item? {
    guard let line = readPreamble() else { return nil }
    start = line.number
    if let commands = curl(line) { return commands }
    guard let (method, url, _) = HTTPFileReader.requestLine(line.text) else {
      tell(line, "this is no request line: \(line.text.prefix(60))")
      return nil
    }
    if ["GRPC", "WEBSOCKET", "WS", "MQTT", "TCP"].contains(method) { otherKind = method }
    if url.hasPrefix("ws://") || url.hasPrefix("wss://") { otherKind = "WebSocket" }
    if let otherKind {
      tell(line, "\(request.name.isEmpty ? url : request.name) is a \(otherKind) request: it is left out")
      return nil
    }
    request.method = method == "GRAPHQL" ? "POST" : method
    isGraphQL = isGraphQL || method == "GRAPHQL"
    request.url = url
    readURLContinuation()
    if request.name.isEmpty { request.name = request.url }
    request.params = QueryText.pairs(of: request.url).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    readHeaders()
    readBody()
    return .request(request, options: TransferOptions())
  }

  private mutating func tell(_ line: HTTPFileReader.Line, _ message: String) {
    notices.append(Notice(.warning, "line \(line.number)", message))
  }

  // MARK: Before the request line

  /// Comments, directives, variables and scripts, up to the request line.
  private mutating func readPreamble() -> HTTPFileReader.Line? {
    while let line = lines.popFirst() {
      let text = HTTPFileReader.trimmed(line.text)
      if text.isEmpty { continue }
      if HTTPFileReader.isComment(text) {
        readDirective(line, text)
      } else if text.hasPrefix("@") {
        let parts = text.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = HTTPFileReader.trimmed(String(parts.first ?? ""))
        fileVariables.append(Row(name, parts.count > 1 ? HTTPFileReader.trimmed(String(parts[1])) : ""))
      } else if text.hasPrefix("<") || text.hasPrefix(">") {
        keepScript(line, phase: "before-request")
      } else {
        return line
      }
    }
    return nil
  }

  private mutating func readDirective(_ line: HTTPFileReader.Line, _ text: String) {
    let comment = HTTPFileReader.trimmed(String(text.drop { $0 == "#" || $0 == "/" }))
    guard comment.hasPrefix("@") else {
      if !comment.isEmpty { request.docs += (request.docs.isEmpty ? "" : "\n") + comment }
      return
    }
    let word = String(comment.dropFirst().prefix { $0 != " " && $0 != "\t" && $0 != "=" })
    let rest = HTTPFileReader.trimmed(String(comment.dropFirst(word.count + 1)))
    let value = rest.hasPrefix("=") ? HTTPFileReader.trimmed(String(rest.dropFirst())) : rest
    switch word {
    case "name": request.name = value
    case "description": request.docs += (request.docs.isEmpty ? "" : "\n") + value
    case "tag": request.tags += value.split(separator: " ").map(String.init)
    case "no-redirect": request.settings.followRedirects = false
    case "graphql": isGraphQL = true
    case "operation", "query": break
    case "grpc", "websocket": otherKind = word
    case "sse":
      tell(line, "@\(word) is not carried: the answer is read as any other")
    case "auth": readAuthentication(value, line)
    default: tell(line, "the directive @\(word) is not carried")
    }
  }

  /// `# @auth bearer TOKEN`, `# @auth basic NAME WORD`, `# @auth none`; anything else is named.
  private mutating func readAuthentication(_ value: String, _ line: HTTPFileReader.Line) {
    var words = value.split(separator: " ").map(String.init)[...]
    if words.first == "request" { words = words.dropFirst() }
    switch (words.first, words.count) {
    case ("none", _): request.authentication = .none
    case ("bearer", 2): request.authentication = Authentication(.bearer, [.init("token", words.last ?? "")])
    case ("basic", 3):
      let parts = Array(words)
      request.authentication = Authentication(.basic, [.init("username", parts[1]), .init("password", parts[2])])
    default: tell(line, "the directive @auth \(value) is not carried")
    }
  }

  private mutating func keepScript(_ first: HTTPFileReader.Line, phase: String) {
    var code = [first.text]
    let isBraced = first.text.contains("{%") && !first.text.contains("%}")
    while isBraced, let line = lines.popFirst() {
      code.append(line.text)
      if line.text.contains("%}") { break }
    }
    request.scripts.append(Script(phase: phase, code: code.joined(separator: "\n")))
    if code.count > 1 || request.scripts.count == 1 {
      notices.append(Notice.scriptsKept(at: "line \(first.number)"))
    }
  }

  /// A curl command in place of the request line.
  private mutating func curl(_ line: HTTPFileReader.Line) -> ImportedCollection.Item? {
    guard line.text.hasPrefix("curl ") else { return nil }
    let text = ([line] + lines).map(\.text).joined(separator: "\n")
    let result = CurlImport.read(text)
    notices += result.notices
    guard let first = result.requests.first else { return nil }
    var imported = first.request
    if !request.name.isEmpty { imported.name = request.name }
    return .request(imported, options: first.options)
  }

  // MARK: The request

  /// Lines below the URL that are indented and start with `?`, `&` or `/` belong to it.
  private mutating func readURLContinuation() {
    while let line = lines.first {
      let text = HTTPFileReader.trimmed(line.text)
      guard line.text.unicodeScalars.first?.isBlank == true, let mark = text.unicodeScalars.first,
        mark == "?" || mark == "&" || mark == "/"
      else { return }
      lines.removeFirst()
      guard let version = text.utf8.range(ofBytes: " HTTP/") else {
        request.url += text
        continue
      }
      request.url += HTTPFileReader.trimmed(String(text[..<version.lowerBound]))
      return
    }
  }

  private mutating func readHeaders() {
    while let line = lines.popFirst() {
      let text = HTTPFileReader.trimmed(line.text)
      if text.isEmpty { return }
      if HTTPFileReader.isComment(text) {
        readDirective(line, text)
        continue
      }
      guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        tell(line, "this is no header: \(text.prefix(60))")
        continue
      }
      let value = HTTPFileReader.trimmed(String(text[text.utf8.index(after: colon)...]))
      if text[..<colon].lowercased() == "authorization", let login = HTTPFileLogin.authentication(value) {
        request.authentication = login
      } else {
        request.headers.append(Row(String(text[..<colon]), value))
      }
    }
  }

  private mutating func readBody() {
    var content: [String] = []
    while let line = lines.popFirst() {
      let isHandler = line.text.hasPrefix("> ") || line.text.hasPrefix(">>") || line.text.hasPrefix("<> ")
      if isHandler {
        if line.text.hasPrefix("> ") {
          keepScript(line, phase: "after-response")
        } else {
          tell(line, "what becomes of the answer is not carried: \(line.text.prefix(60))")
        }
      } else {
        content.append(line.text)
      }
    }
    while content.last?.unicodeScalars.allSatisfy(\.isBlank) == true { content.removeLast() }
    content = Array(content.drop { $0.unicodeScalars.allSatisfy(\.isBlank) })
    guard !content.isEmpty else { return }
    setBody(content)
  }

  private mutating func setBody(_ content: [String]) {
    let type = request.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    let text = content.joined(separator: "\n")
    if type.lowercased().hasPrefix("multipart/form-data"), let parts = HTTPFileForm.parts(content, type: type) {
      request.body = .multipart(parts)
      request.headers.removeAll { $0.name.lowercased() == "content-type" }
    } else if content.count == 1, text.hasPrefix("< ") || text.hasPrefix("<@ ") {
      let path = HTTPFileReader.trimmed(String(text.drop { $0 == "<" || $0 == "@" }))
      request.body = .file([.init(path: path, contentType: type)])
    } else if isGraphQL {
      let parts = Self.graphQL(content)
      request.body = .graphql(query: parts.query, variables: parts.variables)
    } else if type.lowercased().hasPrefix(CurlData.formType), let rows = CurlData.formRows(text) {
      request.body = .form(rows)
    } else {
      request.body = .text(BodyDefinition.TextKind(contentType: type), text)
    }
  }

  /// The query, then behind an empty line or a `# @variables` the JSON of its variables.
  private static func graphQL(_ content: [String]) -> (query: String, variables: String) {
    let mark = content.lastIndex { HTTPFileReader.isComment($0) && $0.contains("@variables") }
    let gap =
      mark
      ?? content.indices.dropFirst().last { index in
        content[index].hasPrefix("{") && content[index - 1].unicodeScalars.allSatisfy(\.isBlank)
      }.map { $0 - 1 }
    guard let gap else { return (content.joined(separator: "\n"), "") }
    let query = HTTPFileReader.trimmed(content[..<gap].joined(separator: "\n"))
    return (query, content[(gap + 1)...].joined(separator: "\n"))
  }
}
