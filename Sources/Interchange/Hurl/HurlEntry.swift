import Basics
import HTTPModel
import Workspaces

/// One request with its sections, its body, and the expected response.
struct HurlEntry {
  var reader: HurlReader
  var request: RequestDefinition
  var options = TransferOptions()
  private var query: [QueryText.Pair] = []
  var isDigest = false
  var isNTLM = false
  /// `aws-sigv4`; its key comes from `user`.
  var signature: String?

  /// - Parameters:
  ///   - comments: the comments directly above; the first is the name.
  ///   - free: the comments above those, separated by an empty line.
  init(reader: HurlReader, comments: [String], free: [String]) {
    self.reader = reader
    request = RequestDefinition(name: comments.first ?? "", authentication: .none)
    request.docs = (free + comments.dropFirst()).joined(separator: "\n")
  }

  mutating func read() -> (RequestDefinition, TransferOptions) {
    request.method = reader.scanner.text(until: [" ", "\t", "\n"])
    request.url = text(reader.scanner.raw(until: ["#"]))
    reader.endLine()
    // Hurl follows redirects only on request.
    request.settings.followRedirects = false
    readRequest()
    finish()
    if HurlReader.isResponseLine(reader.scanner.wholeLine) {
      var checks = HurlCheckReader(reader: reader)
      checks.read()
      reader = checks.reader
      request.assertions = checks.assertions
      request.captures = checks.captures
    }
    request.document(reader.comments)
    reader.comments = []
    return (request, options)
  }

  private mutating func finish() {
    if !query.isEmpty { request.url = QueryText.url(request.url, with: QueryText.pairs(of: request.url) + query) }
    request.params = QueryText.pairs(of: request.url).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    if let signature { sign(signature) }
    if isDigest, request.authentication.scheme == .basic { request.authentication.scheme = .digest }
    if isNTLM, request.authentication.scheme == .basic { request.authentication.scheme = .ntlm }
    let isLoggedIn = request.authentication.scheme != .none
    if isDigest || isNTLM, !isLoggedIn {
      reader.report("the option \(isDigest ? "digest" : "ntlm") has no user: not carried over")
    }
    if request.settings.followRedirects == true, request.settings.maxRedirects == 5 {
      // The values equal our defaults, so they need not be stored.
      request.settings.followRedirects = nil
      request.settings.maxRedirects = nil
    }
    if request.name.isEmpty { request.name = request.url }
    guard case .text(.text, let text) = request.body else { return }
    guard let type = request.headers.first(where: { $0.name.lowercased() == "content-type" })?.value else {
      return reader.report("the body of \(request.name) is sent as text/plain; Hurl sends it without a type")
    }
    request.body = .text(BodyDefinition.TextKind(contentType: type), text)
  }

  // MARK: Lines

  /// One `key: value`.
  struct Pair {
    var name: String
    /// The text as written, without a following comment.
    var raw: String
    var value: String
    var line: Int
  }

  private func plain(_ raw: String) -> (text: String, notice: String?) {
    var notice: String?
    let text = HurlScanner.unescaped(raw).hurlTemplates { notice = $0 }
    return (text, notice)
  }

  /// The text with its variables converted; computed variables are reported.
  private mutating func text(_ raw: String) -> String {
    let (text, notice) = plain(raw)
    if let notice { reader.report(notice) }
    return text
  }

  /// Reads a pair; `nil` for any other line, which is not consumed.
  private mutating func pair() -> Pair? {
    let start = reader.scanner
    let name = reader.scanner.raw(until: [":", "#", "`", "\""])
    guard reader.scanner.take(":") else {
      reader.scanner = start
      return nil
    }
    let raw = reader.scanner.raw(until: ["#"])
    let pair = Pair(name: text(name), raw: raw, value: text(raw), line: start.line)
    reader.endLine()
    return pair
  }

  private mutating func readRequest() {
    var section = ""
    while let line = reader.nextLine(in: &section, endingAt: HurlReader.isResponseLine) {
      let number = reader.scanner.line
      var body = HurlBodyReader(scanner: reader.scanner)
      if let read = body.read() {
        reader.scanner = body.scanner
        set(read, from: number)
        reader.keep(body.rest, line: reader.scanner.line - 1)
        // The expected response may follow after empty lines and comments.
        reader.skipSpace()
        return
      }
      if HurlReader.isRequestLine(line) { return }
      guard let pair = pair() else {
        reader.report("this is not supported: \(reader.scanner.restOfLine())", line: number)
        continue
      }
      add(pair, in: section)
    }
  }

  // MARK: Sections

  private mutating func add(_ pair: Pair, in section: String) {
    switch section {
    case "": request.headers.append(Row(pair.name, pair.value))
    case "QueryStringParams", "Query":
      query.append(QueryText.Pair(FormEncoding.encodePath(pair.name), FormEncoding.encodePath(pair.value)))
    case "FormParams", "Form":
      request.body = .form(request.body.rows + [Row(pair.name, pair.value)])
    case "MultipartFormData", "Multipart":
      request.body = .multipart(request.body.parts + [HurlText.part(pair)])
    case "Cookies":
      let text = "\(pair.name)=\(pair.value)"
      if let index = request.headers.firstIndex(where: { $0.name.lowercased() == "cookie" }) {
        request.headers[index].value += "; " + text
      } else {
        request.headers.append(Row("Cookie", text))
      }
    case "BasicAuth":
      request.authentication = Authentication(
        .basic, [.init("username", pair.name), .init("password", pair.value)])
    case "Options": addOption(pair)
    default: reader.report("the section [\(section)] is not carried over: \(pair.name)", line: pair.line)
    }
  }

  private mutating func set(_ body: HurlBodyReader.Body, from line: Int) {
    if [.form, .multipart].contains(request.body.kind) { reader.report("the body replaces the form, as in Hurl") }
    switch body {
    case .definition(let definition):
      var notice: String?
      request.body = definition
      request.body.text = definition.text.hurlTemplates { notice = $0 }
      request.body.variables = definition.variables.hurlTemplates { notice = $0 }
      if let notice { reader.report(notice) }
    case .bytes: reader.report("the body is not text and is left out", from: line)
    case .broken(let why): reader.report(why, from: line)
    }
    if case .graphql = request.body { request.kind = .graphql }
  }
}

extension HurlEntry {
  /// Boolean options.
  private static let switches: Set<String> = [
    "location", "location-trusted", "digest", "ntlm", "compressed", "insecure", "http1.0", "http1.1", "http2", "http3",
  ]

  mutating func addOption(_ pair: Pair) {
    let isOn = pair.value == "true"
    if Self.switches.contains(pair.name), !isOn, pair.value != "false" { return refuse(pair) }
    switch pair.name {
    case "location": request.settings.followRedirects = isOn
    case "location-trusted":
      request.settings.followRedirects = isOn
      request.settings.forwardAuthorization = isOn
    case "max-redirs":
      guard let count = Int(pair.value) else { return refuse(pair) }
      request.settings.maxRedirects = count
    case "max-time":
      guard let time = Duration(words: pair.value) else { return refuse(pair) }
      request.settings.timeout = time.inMilliseconds
    case "user":
      let user = pair.value.prefix { $0 != ":" }
      let password = String(pair.value.dropFirst(user.count + 1))
      request.authentication = Authentication(
        .basic, [.init("username", String(user)), .init("password", password)])
    case "digest": isDigest = isOn
    case "ntlm": isNTLM = isOn
    case "aws-sigv4": signature = pair.value
    case "insecure":
      request.trust.verifies = !isOn
      options.tls = .init(verifies: !isOn)
    case "cacert": request.trust.authorities = pair.value
    case "compressed": request.settings.acceptsCompression = isOn
    case "variable":
      let name = pair.value.prefix { $0 != "=" }
      request.variables.append(Row(String(name), String(pair.value.dropFirst(name.count + 1))))
    case "header":
      let name = pair.value.prefix { $0 != ":" }
      let value = ForeignText.trimmed(String(pair.value.dropFirst(name.count + 1)))
      request.headers.append(Row(String(name), value))
    // Verbosity affects output only.
    case "verbose", "very-verbose", "verbosity": break
    default: if !addTransfer(pair, isOn) { refuse(pair) }
    }
  }

  private mutating func refuse(_ pair: Pair) {
    reader.report("the option \(pair.name): \(pair.value) is not carried over", line: pair.line)
  }

  /// Sets an option of the transfer, which a saved request cannot hold.
  private mutating func addTransfer(_ pair: Pair, _ isOn: Bool) -> Bool {
    switch pair.name {
    case "http1.0": options.httpVersion = isOn ? .http10 : nil
    case "http1.1": options.httpVersion = isOn ? .http11 : nil
    case "http2": options.httpVersion = isOn ? .http2 : nil
    case "http3": options.httpVersion = isOn ? .http3 : nil
    case "proxy": options.proxy = pair.value
    case "noproxy": options.noProxy = pair.value
    case "unix-socket": options.unixSocket = pair.value
    case "resolve": options.resolve = (options.resolve ?? []) + [pair.value]
    case "connect-to": options.connectTo = (options.connectTo ?? []) + [pair.value]
    default: return false
    }
    reader.report("the option \(pair.name): \(pair.value) cannot be saved in a request", line: pair.line)
    return true
  }

  /// Applies a signature: `user` is its key, which Basic would send in clear text.
  mutating func sign(_ signature: String) {
    let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.first != "aws" || parts.count > 1 && parts[1] != "amz" {
      reader.report("aws-sigv4 is signed as aws:amz, the only one supported: \(signature)")
    }
    let key = request.authentication
    request.authentication = Authentication(awsSignature: signature, key: key["username"], secret: key["password"])
  }
}
