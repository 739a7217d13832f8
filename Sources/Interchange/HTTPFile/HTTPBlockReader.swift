import Basics
import Networking
import Workspaces

/// One request between two `###` lines.
///
///     comments and directives ─► request line ─► headers ─► empty line ─► body
///
/// A block without a request is a remark on the file: it is added to the request after it.
struct HTTPBlockReader {
  private var lines: ArraySlice<HTTPFileReader.Line>
  private(set) var notices: [Notice] = []
  private(set) var fileVariables: [Row] = []
  private var request: RequestDefinition
  private var isGraphQL = false
  /// Why this is not a plain HTTP request, or `nil`.
  private var otherKind: String?
  /// From the first non-blank line to the last.
  private let place: String
  private let title: String
  private let above: [String]
  /// The remarks in this block if it has no request, and in those before it.
  private(set) var remarks: [String] = []

  /// - Parameter above: remarks of the preceding blocks without a request.
  init(_ lines: [HTTPFileReader.Line], title: String, above: [String]) {
    self.lines = lines[...]
    self.title = title
    self.above = above
    let written = lines.filter { !$0.text.unicodeScalars.allSatisfy(\.isBlank) }
    let (first, last) = (written.first?.number ?? 0, written.last?.number ?? 0)
    place = last > first ? "lines \(first)-\(last)" : "line \(first)"
    request = RequestDefinition(name: title)
    request.settings.encodeURL = nil
    request.docs = above.joined(separator: "\n")
  }

  mutating func read() -> [ImportedCollection.Item] {
    guard let line = readPreamble() else {
      leaveRemarks()
      return []
    }
    if let commands = curl(line) { return commands }
    guard let (method, url, _) = HTTPFileReader.requestLine(line.text) else {
      let named = title.isEmpty ? "" : " (\(title))"
      notices.append(Notice(.warning, place, "this is not a request line: \(line.text)\(named)"))
      remarks = above
      return []
    }
    if ["GRPC", "WEBSOCKET", "WS", "MQTT", "TCP"].contains(method) { otherKind = method }
    if url.hasPrefix("ws://") || url.hasPrefix("wss://") { otherKind = "WebSocket" }
    if let otherKind {
      let name = request.name.isEmpty ? url : request.name
      notices.append(Notice(.warning, place, "\(name) is a \(otherKind) request: it is left out"))
      remarks = above
      return []
    }
    checkVersion(line)
    request.method = method == "GRAPHQL" ? "POST" : method
    isGraphQL = isGraphQL || method == "GRAPHQL"
    request.url = url
    readURLContinuation()
    if request.name.isEmpty { request.name = request.url }
    request.params = QueryText.pairs(of: request.url).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    readHeaders()
    readBody()
    return [.request(request, options: TransferOptions())]
  }

  /// Called if the block has no request: keeps its comments as remarks.
  private mutating func leaveRemarks() {
    remarks = ([title] + request.docs.split(separator: "\n", omittingEmptySubsequences: true).map(String.init))
      .filter { !$0.isEmpty }
    let hasMore =
      request.name != title || !request.tags.isEmpty || !request.scripts.isEmpty || isGraphQL || otherKind != nil
      || request.settings.followRedirects != nil || request.authentication != .inherit
    if hasMore { notices.append(Notice(.warning, place, "there is no request here; not carried over")) }
  }

  /// A saved request uses the version that both sides support.
  private mutating func checkVersion(_ line: HTTPFileReader.Line) {
    guard let mark = line.text.utf8.range(ofBytes: " HTTP/") else { return }
    let version = ForeignText.trimmed(String(line.text[mark.upperBound...]))
    if version != "1.1" { tell(line, "the version is not carried over: HTTP/\(version)") }
  }

  private mutating func tell(_ line: HTTPFileReader.Line, _ message: String) {
    notices.append(Notice(.warning, "line \(line.number)", message))
  }

  // MARK: Before the request line

  /// Comments, directives, variables and scripts, up to the request line.
  private mutating func readPreamble() -> HTTPFileReader.Line? {
    while let line = lines.popFirst() {
      let text = ForeignText.trimmed(line.text)
      if text.isEmpty { continue }
      if HTTPFileReader.isComment(text) {
        readDirective(line, text)
      } else if text.hasPrefix("@") {
        let parts = text.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = ForeignText.trimmed(String(parts.first ?? ""))
        fileVariables.append(Row(name, parts.count > 1 ? ForeignText.trimmed(String(parts[1])) : ""))
      } else if text.hasPrefix("<") || text.hasPrefix(">") {
        keepScript(line, phase: "before-request")
      } else {
        return line
      }
    }
    return nil
  }

  private mutating func readDirective(_ line: HTTPFileReader.Line, _ text: String) {
    let comment = ForeignText.trimmed(String(text.drop { $0 == "#" || $0 == "/" }))
    guard comment.hasPrefix("@") else {
      if !comment.isEmpty { request.docs += (request.docs.isEmpty ? "" : "\n") + comment }
      return
    }
    let word = String(comment.dropFirst().prefix { $0 != " " && $0 != "\t" && $0 != "=" })
    let rest = ForeignText.trimmed(String(comment.dropFirst(word.count + 1)))
    let value = rest.hasPrefix("=") ? ForeignText.trimmed(String(rest.dropFirst())) : rest
    switch word {
    case "name":
      // The title is what people read.
      if !title.isEmpty, title != value, request.docs != title { request.document([title]) }
      request.name = value
    case "description": request.docs += (request.docs.isEmpty ? "" : "\n") + value
    case "tag": request.tags += value.split(separator: " ").map(String.init)
    case "no-redirect": request.settings.followRedirects = false
    case "no-reject-unauthorized": request.trust.verifies = false
    case "graphql": isGraphQL = true
    case "grpc", "websocket": otherKind = word
    case "sse":
      tell(line, "@\(word) is not carried over: the answer is read like any other")
    case "auth": readAuthentication(value, line)
    default: tell(line, "the directive @\(word) is not carried over: \(value)")
    }
  }

  /// `# @auth bearer TOKEN`, `# @auth basic NAME WORD`, `# @auth none`; anything else is reported.
  private mutating func readAuthentication(_ value: String, _ line: HTTPFileReader.Line) {
    var words = value.split(separator: " ").map(String.init)[...]
    if words.first == "request" { words = words.dropFirst() }
    switch (words.first, words.count) {
    case ("none", _): request.authentication = .none
    case ("bearer", 2): request.authentication = Authentication(.bearer, [.init("token", words.last ?? "")])
    case ("basic", 3):
      let parts = Array(words)
      request.authentication = Authentication(.basic, [.init("username", parts[1]), .init("password", parts[2])])
    default: tell(line, "the directive @auth \(value) is not carried over")
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
  private mutating func curl(_ line: HTTPFileReader.Line) -> [ImportedCollection.Item]? {
    guard line.text.hasPrefix("curl ") else { return nil }
    let text = ([line] + lines).map(\.text).joined(separator: "\n")
    let (items, told) = CurlImport.read(text).imported
    notices += told.map { $0.shifted(by: line.number - 1) }
    guard case .request(var first, let options)? = items.first else {
      remarks = [title, request.docs].filter { !$0.isEmpty }
      return []
    }
    // What precedes the command describes it.
    if !request.name.isEmpty { first.name = request.name }
    first.docs = [request.docs, first.docs].filter { !$0.isEmpty }.joined(separator: "\n")
    first.tags = request.tags
    first.scripts = request.scripts
    if let follows = request.settings.followRedirects { first.settings.followRedirects = follows }
    if request.authentication != .inherit {
      first.authentication = request.authentication
    }
    return [.request(first, options: options)] + items.dropFirst()
  }

  // MARK: The request

  /// Indented lines below the URL that start with `?`, `&` or `/` continue it.
  private mutating func readURLContinuation() {
    while let line = lines.first {
      let text = ForeignText.trimmed(line.text)
      guard line.text.unicodeScalars.first?.isBlank == true, let mark = text.unicodeScalars.first,
        mark == "?" || mark == "&" || mark == "/"
      else { return }
      lines.removeFirst()
      guard let version = text.utf8.range(ofBytes: " HTTP/") else {
        request.url += text
        continue
      }
      request.url += ForeignText.trimmed(String(text[..<version.lowerBound]))
      return
    }
  }

  private mutating func readHeaders() {
    while let line = lines.popFirst() {
      let text = ForeignText.trimmed(line.text)
      if text.isEmpty { return }
      if HTTPFileReader.isComment(text) {
        readDirective(line, text)
        continue
      }
      guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        tell(line, "this is not a header: \(text.prefix(60))")
        continue
      }
      let value = ForeignText.trimmed(String(text[text.utf8.index(after: colon)...]))
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
          tell(line, "the handling of the answer is not carried over: \(line.text.prefix(60))")
        }
      } else {
        if isGraphQL { checkVariables(line) }
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
      let path = ForeignText.trimmed(String(text.drop { $0 == "<" || $0 == "@" }))
      request.body = .file([.init(path: path, contentType: type)])
    } else if isGraphQL {
      let parts = Self.graphQL(content)
      request.body = .graphql(query: parts.query, variables: parts.variables)
    } else if type.lowercased().hasPrefix(FormEncoding.contentType), let rows = FormEncoding.rows(text) {
      request.body = .form(rows)
    } else {
      request.body = .text(BodyDefinition.TextKind(contentType: type), text)
    }
  }

  /// A request holds the variables themselves, not a file with them.
  private mutating func checkVariables(_ line: HTTPFileReader.Line) {
    guard HTTPFileReader.isComment(line.text), let mark = line.text.utf8.range(ofBytes: "@variables") else { return }
    let rest = ForeignText.trimmed(String(line.text[mark.upperBound...]))
    if !rest.isEmpty { tell(line, "the variables are not carried over: \(rest)") }
  }

  /// The query, followed, after an empty line or `# @variables`, by its variables as JSON.
  private static func graphQL(_ content: [String]) -> (query: String, variables: String) {
    let mark = content.lastIndex { HTTPFileReader.isComment($0) && $0.contains("@variables") }
    let gap =
      mark
      ?? content.indices.dropFirst().last { index in
        content[index].hasPrefix("{") && content[index - 1].unicodeScalars.allSatisfy(\.isBlank)
      }.map { $0 - 1 }
    guard let gap else { return (content.joined(separator: "\n"), "") }
    let query = ForeignText.trimmed(content[..<gap].joined(separator: "\n"))
    return (query, content[(gap + 1)...].joined(separator: "\n"))
  }
}
