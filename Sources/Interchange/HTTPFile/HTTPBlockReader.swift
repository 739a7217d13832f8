import Basics
import HTTPModel
import Workspaces

/// One request between two `###` lines.
///
///     comments and directives ─► request line ─► headers ─► empty line ─► body, checks, scripts
///
/// A block without a request is a remark on the file, which is added to the next request.
struct HTTPBlockReader {
  let file: HTTPFileContext
  var lines: ArraySlice<HTTPFileReader.Line>
  /// True if a later line may end a script of httpYac.
  var mayCloseScript = true
  var notices: [Notice] = []
  private(set) var fileVariables: [Row] = []
  var request: RequestDefinition
  var isGraphQL = false
  /// The operation of a query to send.
  var operation: String?
  /// The method of a gRPC call, given by a directive.
  var callMethod = ""
  var isPlain = false
  /// The location: from the first non-blank line to the last.
  let place: String
  let title: String
  private let above: [String]
  /// The remarks in this block and the preceding ones without a request.
  private(set) var remarks: [String] = []

  /// - Parameter above: remarks of the preceding blocks without a request.
  init(_ lines: [HTTPFileReader.Line], title: String, above: [String], in file: HTTPFileContext) {
    self.lines = lines[...]
    self.title = title
    self.above = above
    self.file = file
    let written = lines.filter { !HTTPFileText.isBlank($0.text) }
    let (first, last) = (written.first?.number ?? 0, written.last?.number ?? 0)
    place = last > first ? "lines \(first)-\(last)" : "line \(first)"
    request = RequestDefinition(name: title)
    request.docs = above.joined(separator: "\n")
  }

  mutating func read() -> [ImportedCollection.Item] {
    guard let line = readPreamble() else {
      leaveRemarks()
      return []
    }
    if let commands = curl(line) { return commands }
    guard let (method, url, _) = HTTPFileText.requestLine(value(line).text) else {
      let named = title.isEmpty ? "" : " (\(title))"
      notices.warn(place, "this is not a request line: \(line.text)\(named)")
      remarks = above
      return []
    }
    if ["MQTT", "TCP", "AMQP", "RSOCKET", "DUBBO"].contains(method) {
      let name = request.name.isEmpty ? url : request.name
      notices.warn(place, "\(name) is a \(method) request: left out")
      remarks = above
      return []
    }
    checkVersion(line)
    request.url = url
    readURLContinuation()
    settleMethod(method)
    readHeaders()
    settleHost()
    if request.name.isEmpty { request.name = request.url }
    request.params = QueryText.pairs(of: request.url).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    readBody()
    return [.request(request, options: TransferOptions())]
  }

  private mutating func settleMethod(_ method: String) {
    request.method = method
    switch method {
    case "GRAPHQL":
      request.method = "POST"
      isGraphQL = true
    case "GRPC": request.kind = .grpc
    case "WEBSOCKET", "WS": request.kind = .webSocket
    case "SSE", "EVENTSOURCE":
      request.method = "GET"
      request.headers.append(Row("Accept", "text/event-stream"))
    default: if request.url.hasPrefix("ws://") || request.url.hasPrefix("wss://") { request.kind = .webSocket }
    }
    if request.kind == .webSocket { request.method = "" }
  }

  /// Keeps the comments of a block without a request as remarks.
  private mutating func leaveRemarks() {
    remarks = ([title] + request.docs.split(separator: "\n", omittingEmptySubsequences: true).map(String.init))
      .filter { !$0.isEmpty }
    var plain = RequestDefinition(name: title)
    plain.docs = request.docs
    if request != plain || isGraphQL || operation != nil || !callMethod.isEmpty {
      notices.warn(place, "there is no request here; not carried over")
    }
  }

  /// Reports an HTTP version: a saved request uses the version that both sides support.
  private mutating func checkVersion(_ line: HTTPFileReader.Line) {
    guard let mark = line.text.utf8.range(ofBytes: " HTTP/") else { return }
    let version = ForeignText.trimmed(String(line.text[mark.upperBound...]))
    if version != "1.1" { report(line, "the version is not carried over: HTTP/\(version)") }
  }

  mutating func report(_ line: HTTPFileReader.Line, _ message: String) {
    notices.warn("line \(line.number)", message)
  }

  /// The line with its variables converted to our syntax.
  mutating func value(_ line: HTTPFileReader.Line) -> HTTPFileReader.Line {
    let (text, unknown) = file.values.converted(line.text)
    for name in unknown { report(line, "this has no equivalent, so the request is sent without it: \(name)") }
    return HTTPFileReader.Line(text: text, number: line.number)
  }

  // MARK: Before the request line

  /// Comments, directives, variables and scripts, up to the request line.
  private mutating func readPreamble() -> HTTPFileReader.Line? {
    while let line = lines.popFirst() {
      let text = ForeignText.trimmed(line.text)
      if text.isEmpty || Self.protoFile(text) != nil { continue }
      if HTTPFileText.isComment(text) {
        readComment(line)
      } else if let (name, _) = HTTPFileText.variable(text) {
        fileVariables.append(Row(name, HTTPFileText.variable(value(line).text)?.value ?? ""))
      } else if text.hasPrefix("<") || text.hasPrefix(">") || isScript(line) {
        keepScript(line, phase: "before-request")
      } else if text.hasPrefix("import ") || text.hasPrefix("run ") {
        report(line, "requests of other files are not carried over: \(text)")
      } else {
        return line
      }
    }
    return nil
  }

  /// Parses `proto < ./shop.proto`.
  static func protoFile(_ line: String) -> String? {
    guard line.hasPrefix("proto "), let mark = line.firstIndex(of: "<") else { return nil }
    return ForeignText.trimmed(String(line[line.index(after: mark)...]))
  }

  /// Reads a curl command in place of the request line.
  private mutating func curl(_ line: HTTPFileReader.Line) -> [ImportedCollection.Item]? {
    guard line.text.hasPrefix("curl ") else { return nil }
    let text = ([line] + lines).map { value($0).text }.joined(separator: "\n")
    let (items, curlNotices) = CurlImport.read(text).imported
    notices += curlNotices.map { $0.shifted(by: line.number - 1) }
    guard case .request(var first, let options)? = items.first else {
      remarks = [title, request.docs].filter { !$0.isEmpty }
      return []
    }
    // The text before the command describes it.
    if !request.name.isEmpty { first.name = request.name }
    first.docs = [request.docs, first.docs].filter { !$0.isEmpty }.joined(separator: "\n")
    first.tags = request.tags
    first.scripts = request.scripts
    first.variables = request.variables
    first.condition = request.condition
    if let follows = request.settings.followRedirects { first.settings.followRedirects = follows }
    if let timeout = request.settings.timeout { first.settings.timeout = timeout }
    first.settings.cookies = request.settings.cookies
    first.settings.history = request.settings.history
    if request.authentication != .inherit { first.authentication = request.authentication }
    return [.request(first, options: options)] + items.dropFirst()
  }

  // MARK: The request

  /// Reads the continuation lines of a URL, which start with `?` or `&`, or with `/` if they are indented.
  private mutating func readURLContinuation() {
    while let line = lines.first {
      let text = ForeignText.trimmed(line.text)
      let isIndented = line.text.unicodeScalars.first?.isBlank == true
      guard text.hasPrefix("?") && !text.hasPrefix("?? ") || text.hasPrefix("&") || isIndented && text.hasPrefix("/"),
        !text.hasPrefix("//")
      else { return }
      lines.removeFirst()
      let url = ForeignText.trimmed(value(line).text)
      guard let version = url.utf8.range(ofBytes: " HTTP/") else {
        request.url += url
        continue
      }
      request.url += ForeignText.trimmed(String(url[..<version.lowerBound]))
      return
    }
  }

  private mutating func readHeaders() {
    while let line = lines.popFirst() {
      let text = ForeignText.trimmed(line.text)
      if text.isEmpty { return }
      if HTTPFileText.isComment(text) {
        readComment(line)
        continue
      }
      if readMark(line) { continue }
      let written = ForeignText.trimmed(value(line).text)
      guard let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        report(line, "this is not a header: \(text.prefix(60))")
        continue
      }
      let name = String(written[..<colon])
      readHeader(name, ForeignText.trimmed(String(written[written.utf8.index(after: colon)...])), line)
    }
  }

  private mutating func readHeader(_ name: String, _ value: String, _ line: HTTPFileReader.Line) {
    switch name.lowercased() {
    case "authorization":
      switch HTTPFileLogin(value) {
      case .asWritten: request.headers.append(Row(name, value))
      case .login(let login): request.authentication = login
      case .unsupported(let scheme): report(line, "the login \(scheme) is not supported: left out")
      }
    case "x-request-type" where value.lowercased() == "graphql": isGraphQL = true
    case "x-graphql-operation": operation = value
    default: request.headers.append(Row(name, value))
    }
  }

  /// Sends `GET /path` to the host of the Host header, or to that of the variable `host`.
  private mutating func settleHost() {
    guard request.url.hasPrefix("/") else { return }
    let index = request.headers.firstIndex { $0.name.lowercased() == "host" && !$0.value.isEmpty }
    let hasVariable = file.dialect.prependsHost || file.values.variables["host"] != nil
    guard let host = index.map({ request.headers[$0].value }) ?? (hasVariable ? "{{host}}" : nil) else {
      notices.warn(place, "the URL has no host, and there is no Host header: \(request.url)")
      return
    }
    if let index { request.headers.remove(at: index) }
    let name = ForeignText.trimmed(host.filter { $0 != "{" && $0 != "}" })
    let known = host.hasPrefix("{{") ? file.values.variables[name] : host
    let isSecure = known?.hasSuffix(":443") == true || known?.hasSuffix(":8443") == true
    // The value of a variable may include a scheme.
    let hasScheme = known.map { $0.contains("://") } ?? true
    request.url = (hasScheme ? "" : isSecure ? "https://" : "http://") + host + request.url
  }
}

extension HTTPBlockReader {
  /// Reads a comment, which may be a directive: `# @name login`.
  mutating func readComment(_ line: HTTPFileReader.Line) {
    let comment = HTTPFileText.comment(line.text)
    guard let (word, value) = HTTPFileText.directive(comment) else {
      if !comment.isEmpty { document(comment) }
      return
    }
    guard let directive = file.dialect.directive(word), apply(directive, value, line) else {
      return report(line, "the directive @\(word) is not carried over: \(value)")
    }
  }

  private mutating func document(_ text: String) {
    request.docs += (request.docs.isEmpty ? "" : "\n") + text
  }

  /// - Returns: true if the value has a meaning here.
  private mutating func apply(
    _ directive: HTTPDialect.Directive, _ value: String, _ line: HTTPFileReader.Line
  ) -> Bool {
    switch directive {
    case .name:
      // The title is kept for readers.
      if !title.isEmpty, title != value, request.docs != title { request.document([title]) }
      request.name = value
    case .title: if request.name.isEmpty { request.name = value } else { document(value) }
    case .description: document(value)
    case .note:
      document(value)
      report(line, "a note is kept as documentation, without a question before sending: \(value)")
    case .tags: request.tags += value.split(separator: " ").map(String.init)
    case .prompt(let isHidden): return ask(value, isHidden: isHidden)
    case .authentication:
      guard let login = HTTPFileLogin.directive(self.value(.init(text: value, number: line.number)).text) else {
        return false
      }
      request.authentication = login
    case .graphQL: isGraphQL = value.lowercased() != "false"
    case .operation: operation = value
    case .webSocket:
      request.kind = .webSocket
      return value.isEmpty
    case .call:
      request.kind = .grpc
      callMethod = value
    case .plain: isPlain = value.lowercased() != "false"
    case .protoFile:
      guard request.conversation.call.protoFile.isEmpty else { return false }
      request.conversation.call.protoFile = value
    case .display: break
    default: return set(directive, value)
    }
    return true
  }

  /// Applies a directive that is a setting of the request.
  private mutating func set(_ directive: HTTPDialect.Directive, _ value: String) -> Bool {
    switch directive {
    case .timeout:
      guard let time = Duration(words: value) else { return false }
      request.settings.timeout = time.inMilliseconds
    case .noRedirects: request.settings.followRedirects = false
    case .noCookies: request.settings.cookies = .off
    case .noHistory: request.settings.history = .off
    case .asWritten: request.settings.encodeURL = false
    case .unverified: request.trust.verifies = false
    case .disabled: request.condition = "false"
    default: return false
    }
    return true
  }

  /// `NAME label`: declares a variable of the request whose value Apus asks for.
  private mutating func ask(_ value: String, isHidden: Bool) -> Bool {
    let name = value.prefix { $0 != " " && $0 != "\t" }
    guard !name.isEmpty else { return false }
    let label = HTTPFileQuestion.quoted(String(value.dropFirst(name.count)))
    let isPassword = isHidden || ["password", "passwd", "pass"].contains(name.lowercased())
    let question = (label.isEmpty ? String(name) : label) + (isPassword ? "|hidden" : "")
    request.variables.append(Row(String(name), "{{?\(question)}}"))
    return true
  }
}

extension HTTPBlockReader {
  /// Reads the messages after the headers of a WebSocket or a gRPC call, separated by lines `===`.
  mutating func readMessages(_ content: [HTTPFileReader.Line]) {
    var texts: [[String]] = [[]]
    for line in content {
      guard line.text.hasPrefix("===") else {
        texts[texts.count - 1].append(value(line).text)
        continue
      }
      let rest = ForeignText.trimmed(String(line.text.drop { $0 == "=" }))
      if !rest.isEmpty { report(line, "messages do not wait for the server: \(rest)") }
      texts.append([])
    }
    var messages = texts.map { $0.joined(separator: "\n").trimmed }.filter { !$0.isEmpty }
    if request.kind == .grpc {
      messages = messages.flatMap(GRPCurlText.values)
      settleCall()
    }
    request.conversation.messages = messages.enumerated().map { index, text in
      // A message that is not JSON is text.
      let isJSON = request.kind == .webSocket && (try? JSONValue(parsing: text.utf8)) != nil
      return .init(
        ConversationDefinition.Message.standardName(at: index), kind: isJSON ? "json" : "text", text,
        isSelected: true)
    }
  }

  /// Parses `GRPC host/package.Service/Method`, `GRPC host package.Service/Method`, or the method in a directive.
  private mutating func settleCall() {
    let words = HTTPFileText.words(request.url)
    var (server, method) = (request.url, callMethod)
    if method.isEmpty {
      (server, method) = words.count == 2 ? (words[0], words[1]) : CallAddress.split(request.url)
    }
    if !server.contains("://"), !server.hasPrefix("{{") {
      server = (isPlain || file.dialect.isPlainGRPC ? "grpc://" : "grpcs://") + server
    }
    if request.name == request.url { request.name = String(method.split(separator: "/").last ?? "Call") }
    request.url = server
    request.method = method.isEmpty || method.hasPrefix("/") ? method : "/" + method
    request.params = []
    if request.conversation.call.protoFile.isEmpty { request.conversation.call.protoFile = file.protoFile }
  }
}
