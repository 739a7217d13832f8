import Basics
import HTTPModel
import Workspaces

/// Converts one operation of a curl command line to the requests that it sends, one per URL.
///
///     settings ─► body, headers, authentication, transfer ─► for each URL: RequestDefinition + TransferOptions
struct CurlRequestBuilder {
  let operation: CurlOperation
  let line: Int
  let input: CurlInput
  let variables: ShellVariables
  var notices: [Notice] = []

  mutating func requests() -> [CurlImport.Imported] {
    reportNamed()
    if operation.urls.isEmpty { refuse("curl needs a URL here: add one") }
    if let conflict { refuse(conflict) }
    guard !isRefused else { return [] }
    let data = CurlData(operation, input: input, notices: &notices)
    var requests: [CurlImport.Imported] = []
    for (index, url) in operation.urls.enumerated() {
      let upload = index < operation.uploads.count ? operation.uploads[index] : CurlArgument(text: "")
      guard let url = literal(url), let upload = literal(upload),
        let request = request(url, index: index, upload: upload.text.isEmpty ? nil : upload, data: data)
      else { continue }
      // A request that is refused is not sent in another form.
      guard !isRefused else { return requests }
      requests.append(request)
    }
    return requests
  }

  private var isRefused: Bool { notices.contains { $0.severity == .error } }

  /// A URL or an upload as curl uses it; `nil` if it has a pattern.
  private mutating func literal(_ argument: CurlArgument) -> CurlArgument? {
    if let text = CurlGlob.literal(argument.text, isOff: operation.isOn("globoff")) {
      return CurlArgument(text: text, line: argument.line)
    }
    let words = "is not supported: give each URL, or add -g to use it literally"
    refuse("the pattern in \(CurlURL.shown(argument.text)) \(words)", line: argument.line)
    return nil
  }

  private mutating func request(
    _ argument: CurlArgument, index: Int, upload: CurlArgument?, data: CurlData
  ) -> CurlImport.Imported? {
    let (text, line) = (argument.text, argument.line)
    guard var url = CurlURL(text, operation: operation) else {
      refuse("\(CurlURL.shown(text)) is not a URL that curl accepts", line: line)
      return nil
    }
    guard url.isHTTP else {
      refuse("\(CurlURL.shown(text)) is not HTTP, and Apus sends only HTTP", line: line)
      return nil
    }
    if let upload { url.appendFileName(upload.text) }
    if operation.isOn("get"), let query = data.text { url.appendQuery(query) }
    if !(operation.isOn("get") && data.text != nil) {
      let queries = operation.settings.filter { $0.option.name == "url-query" }
      url.appendQueries(queries, data: data, notices: &notices)
    }
    guard !url.holdsBlanks else {
      refuse("\(CurlURL.shown(url.text)) is not a URL that curl accepts", line: line)
      return nil
    }
    let cookies = CurlCookieFiles(operation, input: input, notices: &notices)
    var headers = CurlHeaders(
      operation, cookies: cookies.pairs(for: Self.cookieAddress(url, operation)),
      leavesCookies: input.isHere && cookies.cookies != nil, notices: &notices)
    var imported = CurlImport.Imported(
      request: RequestDefinition(name: url.name), options: CurlTransfer.options(operation), line: self.line)
    imported.cookies = cookies.cookies
    imported.retry = CurlRetry.policy(operation)
    imported.output = CurlImport.Output(operation, index: index, url: url)
    if imported.output.lacksName, input.isHere {
      refuse("-O takes the file name from the URL, but \(url.text) has none: use -o", line: line)
    }
    setBody(of: &imported, upload: upload, data: data, headers: &headers)
    imported.request.method = method(hasUpload: upload != nil)
    // A saved request would change a standard method that is not in upper case.
    let method = imported.request.method
    imported.extras.method = RequestDefinition.standardCase(method) == method ? nil : method
    imported.extras.asksFirst = headers.asksFirst
    imported.request.url = url.text
    imported.request.params = url.queryRows.map { Parameter(.query, $0) }
    imported.request.headers = headers.rows
    imported.extras.suppressedHeaders.formUnion(headers.suppressed)
    setAuthentication(of: &imported, url: url, headers: headers)
    setSettings(of: &imported)
    // A command that runs now reports this when it sends.
    if !input.isHere {
      imported.keepTrust()
      imported.keepOmissions()
      imported.keepRetries(operation)
    }
    imported.request.variables = variables.rows(usedIn: imported.request.importedTexts)
    return imported
  }

  /// The URL for selecting cookies: a Host header takes precedence.
  private static func cookieAddress(_ url: CurlURL, _ operation: CurlOperation) -> String {
    let hosts = operation.values("header").compactMap { CurlFormPart.value(of: "Host", in: $0) }
    return URLParts(url.text).named(byHost: hosts.first).description
  }

  private func method(hasUpload: Bool) -> String {
    if let method = operation.values("request").last, !method.isEmpty { return method }
    if operation.isOn("head") { return "HEAD" }
    if hasUpload { return "PUT" }
    let sendsData = CurlData.isUsed(by: operation) && !operation.isOn("get")
    let posts = sendsData || CurlForm.isUsed(by: operation)
    return posts ? "POST" : "GET"
  }

  private func setSettings(of imported: inout CurlImport.Imported) {
    imported.request.settings.encodeURL = false
    // curl only requests compressed responses on demand.
    if !operation.isOn("compressed") { imported.request.settings.acceptsCompression = false }
    imported.request.settings.followRedirects = imported.options.redirects?.follows ?? false
    if imported.options.redirects?.follows == true {
      imported.request.settings.maxRedirects = imported.options.redirects?.maximum
      if imported.options.redirects?.forwardsCredentials == true {
        imported.request.settings.forwardAuthorization = true
      }
    }
    if let limit = imported.options.totalTimeout {
      imported.request.settings.timeout = Double(limit.wholeMilliseconds)
    }
  }

  /// The reason to refuse options that exclude each other.
  private var conflict: String? {
    var kinds: [String] = []
    let (hasData, hasForm) = (CurlData.isUsed(by: operation), CurlForm.isUsed(by: operation))
    if operation.isOn("head") { kinds.append("-I") }
    if !operation.isOn("get"), hasData { kinds.append("-d") }
    if hasForm { kinds.append("-F") }
    if operation.uploads.contains(where: { !$0.text.isEmpty }) { kinds.append("-T") }
    if !operation.isOn("head"), operation.isOn("get"), hasData { kinds.append("-G with -d") }
    if kinds.count > 1 {
      return "curl sends one kind of request at a time, not \(kinds.joined(separator: " and ")): remove one"
    }
    if operation.last("range") != nil, let kind = kinds.first, ["-d", "-F", "-T"].contains(kind) {
      return "-r with \(kind) is not supported: remove one"
    }
    return nil
  }

  /// Adds one notice for each option without an effect here.
  private mutating func reportNamed() {
    for setting in operation.settings where setting.option.use == .named && setting.isOn {
      notices.warn(line: setting.line, "curl's --\(setting.option.name) is not carried over")
    }
  }

  mutating func refuse(_ message: String, line: Int? = nil) {
    notices.append(Notice(.error, line: line ?? self.line, message))
  }
}

extension RequestDefinition {
  /// All texts that may contain variables.
  var importedTexts: [String] {
    [url] + headers.flatMap { [$0.name, $0.value] } + authentication.fields.map(\.value) + body.texts
  }
}

extension CurlRequestBuilder {
  /// The body size in bytes from which curl sends `Expect`.
  private static let expectThreshold = 1 << 20

  mutating func setBody(
    of imported: inout CurlImport.Imported, upload: CurlArgument?, data: CurlData, headers: inout CurlHeaders
  ) {
    let mayAsk = imported.options.httpVersion != .http10
    if let upload {
      setUpload(upload, of: &imported)
      if headers["Content-Type"] == nil { imported.extras.suppressedHeaders.insert("Content-Type") }
      if mayAsk { headers.addExpect() }
    } else if CurlForm.isUsed(by: operation) {
      setForm(of: &imported, headers: &headers)
      if mayAsk, !headers.suppresses("Expect") { imported.extras.asksFirstFrom = Self.expectThreshold }
    } else if !operation.isOn("get"), CurlData.isUsed(by: operation) {
      setData(data, of: &imported, headers: &headers)
      if mayAsk, data.count > Self.expectThreshold { headers.addExpect() }
      if mayAsk, !headers.suppresses("Expect") { imported.extras.asksFirstFrom = Self.expectThreshold }
    } else {
      headers.addRange(operation)
    }
  }

  private mutating func setForm(of imported: inout CurlImport.Imported, headers: inout CurlHeaders) {
    if let type = headers["Content-Type"] ?? (headers.suppresses("Content-Type") ? "" : nil) {
      guard type.lowercased().split(separator: ";").first?.trimmed == "multipart/form-data" else {
        return refuse("-F with a Content-Type other than multipart/form-data is not supported: remove the header")
      }
      headers.writeFormType()
    }
    let form = CurlForm(operation, input: input)
    notices += form.notices
    imported.request.body = .multipart(form.parts)
    imported.extras.partHeads = form.heads
  }

  private mutating func setUpload(_ upload: CurlArgument, of imported: inout CurlImport.Imported) {
    guard upload.text == "-" || upload.text == "." else {
      imported.request.body = .file([.init(path: upload.text)])
      return
    }
    if input.path(of: "-") != nil { refuse("-T - with < is not supported: name the file with -T", line: upload.line) }
    imported.extras.upload = .standardInput
  }

  private mutating func setData(
    _ data: CurlData, of imported: inout CurlImport.Imported, headers: inout CurlHeaders
  ) {
    let header = headers["Content-Type"]
    let type = header ?? (operation.last("json") != nil ? "application/json" : FormEncoding.contentType)
    let isTypeless = header == nil && headers.suppresses("Content-Type")
    if let path = data.wholeFile {
      imported.request.body = .file([.init(path: path, contentType: isTypeless ? "" : type)])
    } else if let text = data.text {
      if isTypeless, text.isEmpty {
        // A body-less upload: a saved empty text would get a content type.
        imported.extras.upload = .bytes([])
        return
      }
      if !isTypeless, type == FormEncoding.contentType, let rows = FormEncoding.rows(text) {
        imported.request.body = .form(rows)
        return
      }
      imported.request.body = .text(isTypeless ? .text : BodyDefinition.TextKind(contentType: type), text)
    } else if let bytes = data.bytes {
      imported.extras.upload = .bytes(bytes)
    }
    if header == nil, !isTypeless { headers.add("Content-Type", type) }
  }
}
