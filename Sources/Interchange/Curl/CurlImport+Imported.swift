import Basics
package import HTTPModel
package import Workspaces

extension CurlImport {
  /// One request that curl would send.
  package struct Imported: Sendable {
    package var request: RequestDefinition
    /// The transfer options, including those that a saved request cannot hold.
    package var options: TransferOptions
    package var extras = Extras()
    package var retry: RetryPolicy?
    /// The options for retries that a saved request cannot hold.
    var unsavedRetries: [String] = []
    /// `-b FILE` and `-c FILE`; `nil` without them.
    package var cookies: Cookies?
    package var output = Output()
    /// The first line of the command.
    package var line: Int
  }
}

extension CurlImport {
  /// Additions to the resolved request that a saved one cannot hold.
  package struct Extras: Sendable {
    /// A body that a saved request cannot hold.
    package enum Upload: Hashable, Sendable {
      /// Bytes that are not text.
      case bytes([UInt8])
      /// Standard input, streamed.
      case standardInput
    }

    /// Headers that must not be added (`-H 'Accept:'`).
    package var suppressedHeaders: Set<String> = []
    package var upload: Upload?
    /// A standard method that is not in upper case.
    package var method: String?
    /// True if curl itself added `Expect`, which it omits for an empty body.
    package var asksFirst = false
    /// `Expect` is added to bodies with more bytes than this.
    package var asksFirstFrom: Int?
    /// The head lines of form parts, by the index of the part.
    package var partHeads: [Int: [String]] = [:]

    /// Applies all of them to the request.
    /// - Parameter standardInput: provides the body if the command streams standard input.
    package func completed(
      _ request: Request, standardInput: (() -> BodyStream)? = nil
    ) throws(RequestError) -> Request {
      try request.with { config in
        for name in suppressedHeaders.sorted() { config.suppress(Headers.Name(name)) }
        if let method { try config.setMethod(method) }
        // curl omits `Expect` for an empty body.
        if asksFirst, upload == nil, request.body.count == 0 { config.headers.remove("Expect") }
        switch upload {
        case .bytes(let bytes): config.body = .bytes(bytes)
        case .standardInput: if let standardInput { config.body = .stream(standardInput()) }
        case nil: break
        }
        try addParts(to: &config, of: request)
        guard let limit = asksFirstFrom, try Request.with(config).body.count ?? .max > limit else { return }
        if config.headers["Expect"] == nil { config.headers.append("Expect", "100-continue") }
      }
    }
  }
}

extension CurlImport.Extras {
  private func addParts(to config: inout RequestConfig, of request: Request) throws(RequestError) {
    guard !partHeads.isEmpty, var form = request.parts else { return }
    // Keeps the boundary, because the Content-Type contains it.
    for index in form.parts.indices { form.parts[index].head = partHeads[index].map { $0.map(Self.plain) } }
    config.body = .multipart(form)
  }

  /// Unescapes braces if no variables are resolved.
  private static func plain(_ line: String) -> String {
    line.replacing("{{\(TemplateBraces.name)}}", with: "{{")
  }
}

extension CurlImport.Imported {
  /// Copies the trust settings that a saved request can hold.
  mutating func keepTrust() {
    guard let tls = options.tls else { return }
    if tls.verifies == false { request.trust.verifies = false }
    request.trust.authorities = tls.caFile
    // A list outside the collection is rejected.
    if let list = tls.revocationList, !list.hasPrefix("/"), !list.hasPrefix("~"), !list.hasPrefix("..") {
      request.trust.revocations = list
    }
    request.settings.minimumTLS = tls.minimumVersion.flatMap { TLSLimit(rawValue: $0.rawValue) }
    request.settings.maximumTLS = tls.maximumVersion.flatMap { TLSLimit(rawValue: $0.rawValue) }
  }

  mutating func keepRetries(_ operation: CurlOperation) {
    guard let retry else { return }
    request.settings.retries = retry.maximum
    unsavedRetries = CurlRetry.unsaved(operation)
  }

  /// Adds the suppressed headers as disabled rows.
  mutating func keepOmissions() {
    for name in extras.suppressedHeaders.sorted() where !name.isEmpty && name.utf8.allSatisfy(\.isToken) {
      request.headers.append(Row(name, isEnabled: false, omitsInherited: true))
      extras.suppressedHeaders.remove(name)
    }
  }

  /// The options that are lost when this becomes a saved request, in curl's syntax.
  package var unsaved: [String] {
    var lost: [String] = []
    func note(_ isSet: Bool, _ name: String) { if isSet { lost.append(name) } }
    let isEmptyPost = extras.upload == .bytes([])
    // Without a body there are no body headers to lose.
    let implied = isEmptyPost ? ["content-type", "content-length"] : []
    lost += extras.suppressedHeaders.sorted().filter { !implied.contains($0.lowercased()) }.map { "-H '\($0):'" }
    if let method = extras.method { lost.append("the letter case of the method \(method)") }
    note(extras.upload != nil && !isEmptyPost, "a body that is not text or has no known length")
    note(!extras.partHeads.isEmpty, "the headers of parts of a form")
    lost += unsavedRetries
    note(cookies?.savesTo != nil, "--cookie-jar")
    for status in options.redirects?.curl?.repeatsPostAt.sorted() ?? [] { lost.append("--post\(status)") }
    note(options.redirects?.curl?.keepsMethod == true, "-X after a redirect")
    let trust = request.trust
    note(options.tls?.verifies == false && trust.verifies != false, "--insecure")
    note(options.tls?.caFile != nil && trust.authorities == nil, "--cacert")
    note(options.tls?.revocationList != nil && trust.revocations == nil, "--crlfile")
    let (oldest, newest) = (options.tls?.minimumVersion, options.tls?.maximumVersion)
    let isHeld =
      oldest?.rawValue == request.settings.minimumTLS?.rawValue
      && newest?.rawValue == request.settings.maximumTLS?.rawValue
    note(!isHeld, "the version of TLS")
    note(options.tls?.certificateFile != nil, "--cert")
    note(options.tls?.keyFile != nil, "--key")
    note(options.tls?.pinnedPublicKeys != nil, "--pinnedpubkey")
    note(options.connectTimeout != nil, "--connect-timeout")
    note(options.idleTimeout != nil, "--speed-time")
    note(options.httpVersion != nil, "the version of HTTP")
    note(options.proxy != nil, "--proxy")
    note(options.noProxy != nil, "--noproxy")
    note(options.unixSocket != nil, "--unix-socket")
    note(options.resolve != nil, "--resolve")
    note(options.connectTo != nil, "--connect-to")
    note(options.interface != nil, "--interface")
    note(options.requestTarget != nil, "--request-target")
    if case .negotiate = options.authentication?.scheme { lost.append("--negotiate") }
    if case .any = options.authentication?.scheme { lost.append("the choice between several schemes") }
    return lost
  }
}
