import Networking
import Workspaces

extension CurlImport {
  /// One request that curl would send.
  public struct Imported: Sendable {
    public var request: RequestDefinition
    /// How it is carried, also what a saved request cannot hold.
    public var options: TransferOptions
    public var extras = Extras()
    /// `--retry`.
    public var retry: RetryPolicy?
    /// `-b FILE`, `-c FILE`; `nil` without either.
    public var cookies: Cookies?
    /// `-n`, where redirects are followed.
    public var logins: Logins?
    public var output = Output()
    /// The line that the command starts on.
    public var line: Int

    init(request: RequestDefinition, options: TransferOptions, line: Int) {
      self.request = request
      self.options = options
      self.line = line
    }
  }
}

extension CurlImport {
  /// What goes into a request once its variables are resolved, since a saved one has no place for it.
  public struct Extras: Sendable {
    /// A body that a saved request has no place for.
    public enum Upload: Hashable, Sendable {
      /// Bytes that are no text.
      case bytes([UInt8])
      /// Bytes whose number curl does not tell: they go out in chunks.
      case chunked([UInt8])
      /// Standard input while it is read.
      case standardInput
    }

    /// Headers that must not be added by anybody (`-H 'Accept:'`).
    public var suppressedHeaders: Set<String> = []
    public var upload: Upload?
    /// A standard method in another case than the upper one that it goes out in otherwise.
    public var method: String?
    /// Whether `Expect` is what curl adds, which it does for no empty body.
    public var asksFirst = false
    /// From more than so many bytes of a body on `Expect` is added.
    public var asksFirstFrom: Int?
    /// The lines of the heads of parts of a form, by the index of the part.
    public var partHeads: [Int: [String]] = [:]
    /// What is sent for parts of a form in place of what they hold, by the index of the part.
    public var partEncodings: [Int: PartEncoding] = [:]
    /// Parts with nothing in them, which a saved form would not send: their indices from the first to the last.
    public var blankParts: [Int] = []

    /// The request with all of it.
    /// - Parameter standardInput: gives the body where the command reads one while it sends.
    public func completed(
      _ request: Request, standardInput: (() -> BodyStream)? = nil
    ) throws(RequestError) -> Request {
      try request.with { config in
        for name in suppressedHeaders.sorted() { config.suppress(name) }
        if let method { try config.setMethod(method) }
        // Nothing is no reason to ask first.
        if asksFirst, upload == nil, request.body.count == 0 { config.headers.remove("Expect") }
        switch upload {
        case .bytes(let bytes): config.body = .bytes(bytes)
        case .chunked(let bytes): config.body = .stream(BodyStream(chunked: bytes))
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
    guard !partHeads.isEmpty || !partEncodings.isEmpty || !blankParts.isEmpty else { return }
    guard var form = request.parts else { return }
    for index in blankParts where index <= form.parts.count {
      form.parts.insert(Multipart.Part("", .text("")), at: index)
    }
    // The boundary stays: the Content-Type names it already.
    for index in form.parts.indices {
      form.parts[index].head = partHeads[index].map { $0.map(Self.plain) }
      if let encoding = partEncodings[index] { form.parts[index] = encoding.applied(to: form.parts[index]) }
    }
    config.body = .multipart(form)
  }

  /// Braces stand for themselves where no variables are resolved.
  private static func plain(_ line: String) -> String {
    line.replacing("{{\(TemplateBraces.name)}}", with: "{{")
  }
}

extension CurlImport.Imported {
  /// The request ready to go as curl would send it, with what a saved request cannot hold.
  /// - Throws: `SendRefusal` as for a saved request.
  public func prepared(in context: SendContext, dynamic: DynamicValues = .live) throws -> PreparedRequest {
    var context = context
    context.options = options.merging(over: context.options)
    var prepared = try PreparedRequest(request, in: context, dynamic: dynamic)
    prepared.request = try extras.completed(prepared.request)
    return prepared
  }

  /// What is lost where this becomes a saved request, in curl's words.
  public var unsaved: [String] {
    var lost: [String] = []
    func note(_ isSet: Bool, _ name: String) { if isSet { lost.append(name) } }
    let isEmptyPost = extras.upload == .bytes([])
    // A request without a body has no head of one.
    let implied = isEmptyPost ? ["content-type", "content-length"] : []
    lost += extras.suppressedHeaders.sorted().filter { !implied.contains($0.lowercased()) }.map { "-H '\($0):'" }
    if let method = extras.method { lost.append("the method \(method) in this case") }
    note(extras.upload != nil && !isEmptyPost, "a body that is no text or has no length")
    note(!extras.partHeads.isEmpty || !extras.blankParts.isEmpty, "the headers of parts of a form")
    note(!extras.partEncodings.isEmpty, "the encoder of parts of a form, or bytes in one")
    note(retry != nil, "--retry")
    note(cookies?.savesTo != nil, "--cookie-jar")
    for status in options.redirects?.curl?.repeatsPostAt.sorted() ?? [] { lost.append("--post\(status)") }
    note(options.redirects?.curl?.keepsMethod == true, "-X for what a redirect leads to")
    note(options.tls?.verifies == false, "--insecure")
    note(options.tls?.caFile != nil, "--cacert")
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
