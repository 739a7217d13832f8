import Basics
import Networking
import Workspaces

/// Converts one operation of a curl command line to the requests that it sends, one per URL.
///
///     settings ─► body, headers, authentication, transfer ─► for each URL: RequestDefinition + TransferOptions
struct CurlRequestBuilder {
  let operation: CurlOperation
  let line: Int
  let input: CurlInput
  let variables: ShellVariables
  var notices: [ImportNotice] = []
  /// Whether curl gives up here. An invalid URL does not stop it from requesting the others.
  private(set) var givesUp = false
  /// Whether the login of this URL is in a file that curl cannot parse.
  var hasBrokenNetrc = false
  /// Whether the last URL was invalid.
  private(set) var endsRefused = false

  init(_ operation: CurlOperation, line: Int, input: CurlInput, variables: ShellVariables) {
    self.operation = operation
    self.line = line
    self.input = input
    self.variables = variables
  }

  mutating func requests() -> [CurlImport.Imported] {
    tellLosses()
    guard !operation.urls.isEmpty else {
      // `curl --version` and similar options request no transfer.
      let asks = operation.isOn("version") || operation.isOn("help") || operation.isOn("manual")
      if !asks {
        givesUp = true
        refuse("curl needs a URL here: add one")
      }
      return []
    }
    if let conflict = Self.conflict(in: operation, uploads: true) {
      givesUp = true
      refuse(conflict)
      return []
    }
    let data = CurlData(operation, input: input, notices: &notices)
    var requests: [CurlImport.Imported] = []
    let isOff = operation.isOn("globoff")
    for (index, url) in operation.urls.enumerated() {
      let start = notices.count
      let matches = CurlGlob.expand(url.text, isOff: isOff, notices: &notices, line: url.line)
      guard !notices[start...].contains(where: { $0.severity == .error }) else {
        givesUp = true
        return requests
      }
      for upload in uploads(at: index) {
        for match in matches {
          let before = notices.count
          guard let request = request(match, at: url.line, index: index, upload: upload, data: data) else { continue }
          // What curl rejects is not sent in another form.
          guard !notices[before...].contains(where: { $0.severity == .error }) else {
            givesUp = true
            return requests
          }
          endsRefused = false
          requests.append(request)
        }
      }
    }
    return requests
  }

  /// The uploads for a URL, one after the other; `nil` stands for a request without an upload.
  private mutating func uploads(at index: Int) -> [CurlArgument?] {
    guard index < operation.uploads.count, !operation.uploads[index].text.isEmpty else { return [nil] }
    let upload = operation.uploads[index]
    return CurlGlob.expand(upload.text, isOff: operation.isOn("globoff"), notices: &notices, line: upload.line).map {
      CurlArgument($0.text, line: upload.line)
    }
  }

  private mutating func request(
    _ match: CurlGlob.Match, at line: Int, index: Int, upload: CurlArgument?, data: CurlData
  ) -> CurlImport.Imported? {
    let address = CurlArgument(match.text, line: line)
    hasBrokenNetrc = false
    guard var url = CurlURL(address.text, operation: operation) else {
      return skip("\(address.text) is not a URL that curl accepts", line: address.line)
    }
    guard url.isHTTP else {
      notices.append(ImportNotice(.warning, line: address.line, "\(address.text) is not HTTP: it is left out"))
      return nil
    }
    if operation.isOn("disallow-username-in-url"), url.user != nil {
      return skip("\(url.host): --disallow-username-in-url forbids a user in the URL", line: address.line)
    }
    if let upload { url.appendFileName(upload.text) }
    if operation.isOn("get"), let query = data.text { url.appendQuery(query) }
    if !(operation.isOn("get") && data.text != nil) { url.appendQueries(operation.values("url-query"), data: data) }
    guard !url.holdsBlanks else {
      return skip("\(url.text) is not a URL that curl accepts", line: address.line)
    }

    let cookies = CurlCookieFiles(operation, url: url.text, input: input, notices: &notices)
    var headers = CurlHeaders(
      operation, cookies: cookies.pairs(for: Self.cookieAddress(url, operation)),
      leavesCookies: input.isHere && cookies.cookies != nil, input: input, notices: &notices)
    var imported = CurlImport.Imported(
      request: RequestDefinition(name: url.name), options: CurlTransfer.options(operation, notices: &notices),
      line: self.line)
    imported.cookies = cookies.cookies
    imported.retry = CurlRetry.policy(operation, notices: &notices)
    imported.output = CurlImport.Output(operation, index: index, url: url, choices: match.choices)
    if imported.output.lacksName, input.isHere {
      refuse("-O takes the file name from the URL, but \(url.text) has none: use -o", line: address.line)
    }
    setBody(of: &imported, upload: upload, data: data, headers: &headers)
    imported.request.method = method(hasUpload: upload != nil)
    imported.extras.method = Self.lowerMethod(imported.request.method)
    imported.extras.asksFirst = headers.asksFirst
    imported.request.url = url.text
    imported.request.params = url.queryRows.map { Parameter(.query, $0) }
    imported.request.headers = headers.rows
    imported.extras.suppressedHeaders.formUnion(headers.suppressed)
    setAuthentication(of: &imported, url: url, headers: headers)
    if hasBrokenNetrc { return skip("curl cannot read .netrc: a quote in it is not closed", line: address.line) }
    setSettings(of: &imported)
    // A command that runs now says so for this very send.
    if !input.isHere { imported.keepTrust() }
    imported.request.variables = variables.rows(usedIn: imported.request.importedTexts)
    return imported
  }

  /// An invalid URL fails like a transfer; the next one follows.
  private mutating func skip(_ message: String, line: Int) -> CurlImport.Imported? {
    refuse(message, line: line)
    endsRefused = true
    return nil
  }

  /// A Host header selects the cookies.
  private static func cookieAddress(_ url: CurlURL, _ operation: CurlOperation) -> String {
    let hosts = operation.values("header").compactMap { CurlMimePart.value(of: "Host", in: $0) }
    return URLParts(url.text).named(byHost: hosts.first).description
  }

  private func method(hasUpload: Bool) -> String {
    if let method = operation.values("request").last, !method.isEmpty { return method }
    if operation.isOn("head") { return "HEAD" }
    if hasUpload { return "PUT" }
    let sendsData = CurlData.isUsed(by: operation) && !operation.isOn("get")
    let posts = sendsData || CurlFormReader.isUsed(by: operation)
    return posts ? "POST" : "GET"
  }

  /// A standard method that is not in upper case; a saved request would change that.
  private static func lowerMethod(_ method: String) -> String? {
    RequestDefinition.standardCase(method) == method ? nil : method
  }

  private func setSettings(of imported: inout CurlImport.Imported) {
    imported.request.settings.encodeURL = false
    // curl accepts compressed answers only on request.
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

  /// What curl rejects before it sends anything.
  static func refusals(of operation: CurlOperation, line: Int, input: CurlInput) -> [ImportNotice] {
    var notices = conflict(in: operation, uploads: false).map { [ImportNotice(.error, line: line, $0)] } ?? []
    if let setting = operation.last("request"), setting.value.isEmpty {
      notices.append(ImportNotice(.error, line: setting.line, "-X has no method: add one, or remove -X"))
    }
    if operation.isOn("fail"), operation.isOn("fail-with-body") {
      notices.append(ImportNotice(.error, line: line, "curl refuses -f together with --fail-with-body: remove one"))
    }
    if operation.isOn("include") || operation.isOn("head"), operation.isOn("remote-header-name") {
      notices.append(ImportNotice(.error, line: line, "curl refuses -i and -I together with -J: remove one"))
    }
    if CurlFormReader.isUsed(by: operation) { _ = CurlFormReader.parts(operation, input: input, notices: &notices) }
    return notices.filter { $0.severity == .error }
  }

  /// curl's rejection of two kinds of body for one request.
  static func conflict(in operation: CurlOperation, uploads: Bool) -> String? {
    var kinds: [String] = []
    if operation.isOn("head") { kinds.append("-I") }
    if !operation.isOn("get"), CurlData.isUsed(by: operation) { kinds.append("-d") }
    if CurlFormReader.isUsed(by: operation) { kinds.append("-F") }
    if uploads, operation.uploads.contains(where: { !$0.text.isEmpty }) { kinds.append("-T") }
    if !operation.isOn("head"), operation.isOn("get"), CurlData.isUsed(by: operation) { kinds.append("-G with -d") }
    guard kinds.count > 1 else { return nil }
    return "curl sends one kind of request at a time, not \(kinds.joined(separator: " and ")): remove one"
  }

  /// One notice for each option that changes the transfer and that our requests cannot hold.
  private mutating func tellLosses() {
    for setting in operation.settings where setting.option.name == "alpn" && !setting.isOn {
      notices.append(ImportNotice(.warning, line: setting.line, "curl's --no-alpn is not carried over"))
    }
    for setting in operation.settings where setting.option.use == .lost && setting.isOn {
      notices.append(
        ImportNotice(.warning, line: setting.line, "curl's --\(setting.option.name) is not carried over"))
    }
  }

  mutating func refuse(_ message: String, line: Int? = nil) {
    notices.append(ImportNotice(.error, line: line ?? self.line, message))
  }
}

extension RequestDefinition {
  /// All texts that may contain variables.
  var importedTexts: [String] {
    var texts = [url] + headers.flatMap { [$0.name, $0.value] } + authentication.fields.map(\.value)
    switch body {
    case .text(_, let text): texts.append(text)
    case .form(let rows): texts += rows.flatMap { [$0.name, $0.value] }
    case .multipart(let parts):
      for part in parts {
        texts.append(part.name)
        switch part.content {
        case .text(let text): texts.append(text)
        case .files(let paths): texts += paths
        }
      }
    case .file(let files): texts += files.map(\.path)
    case .graphql(let query, let variables): texts += [query, variables]
    case .none: break
    }
    return texts
  }
}
