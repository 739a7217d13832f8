import Basics
import HTTPTypes

extension Request {
  /// Copies `base`, lets `configure` change it, and builds the request.
  /// - Throws: `RequestError` naming the offending text. Any other error that `configure` throws becomes
  ///   `.configuration` with its description.
  public static func with(
    _ base: RequestConfig = RequestConfig(), _ configure: (inout RequestConfig) throws -> Void = { _ in }
  ) throws(RequestError) -> Request {
    var config = base
    do {
      try configure(&config)
    } catch {
      throw error as? RequestError ?? .configuration(String(describing: error), cause: .init(error))
    }
    return try config.build()
  }

  /// Explains how a request is made.
  @available(*, unavailable, message: "build it: try Request.with(RequestConfig(url: text)); or client.get(url)")
  public init(url: some RequestConvertible) {
    self.init(
      method: .get, url: "", headers: [:], suppressedHeaders: [], body: .none, options: TransferOptions(), parts: nil,
      modifiers: RequestModifiers())
  }

  /// A copy with some parts changed, validated as a whole.
  public func with(_ configure: (inout RequestConfig) throws -> Void) throws(RequestError) -> Request {
    try Request.with(RequestConfig(self), configure)
  }

  /// Sets a header in place; for use in modifiers.
  /// - Throws: `RequestError` if the name or value cannot be sent; the request is then unchanged.
  public mutating func setHeader(_ name: Headers.Name, _ value: String) throws(RequestError) {
    self = try with { $0.headers[name] = value }
  }
}

extension RequestConfig {
  /// Builds and validates the request.
  package func build() throws(RequestError) -> Request {
    let (url, user) = try sentURL()
    let method = method ?? .get
    guard !method.rawValue.isEmpty, method.rawValue.utf8.allSatisfy(\.isToken) else {
      throw .method(method.rawValue)
    }
    var headers = headers
    if let user, headers["Authorization"] == nil {
      let plain = PercentEncoding.decode(user) + (user.contains(":") ? [] : [UInt8(ascii: ":")])
      headers.append("Authorization", "Basic " + Base64.encode(plain))
    }
    let hasTypeOfBody = headers["Content-Type"] == nil || headers["Content-Type"] == bodyType
    // Another body than that of the finished request brings its own type.
    if hasTypeOfBody, !body.isFinished { headers["Content-Type"] = nil }
    let opening = SentFile.Opening(options)
    let built = try body.build(contentType: headers["Content-Type"], known: contentTypes, opening)
    let isSuppressed = suppressedHeaders.contains { $0.equalsIgnoringCase("Content-Type") }
    if let type = built.contentType, !isSuppressed { headers.set("Content-Type", type) }
    try headers.check()
    try Self.checkLength(headers, built.body)
    let request = Request(
      method: method, url: url, headers: headers, suppressedHeaders: suppressedHeaders, body: built.body,
      options: options, parts: built.parts, modifiers: RequestModifiers(modifiers), credentials: credentials,
      bodyType: hasTypeOfBody ? headers["Content-Type"] : nil)
    try request.checkTexts()
    return request
  }

  static func checkLength(_ headers: Headers, _ body: Request.Body) throws(RequestError) {
    guard let actual = body.count else { return }
    for field in headers.fields where field.name.equalsIgnoringCase("Content-Length") {
      guard field.value.trimmingASCII(\.isASCIIWhitespace) == String(actual) else {
        throw .contentLength(field.value, actual: actual)
      }
    }
  }
}

extension Headers {
  /// libcurl sends these with a blank value, as curl on the command line does.
  private static let keepingBlanks = ["User-Agent", "Referer", "Host"]

  /// Rejects characters that would end a field or start another, and turns a blank value into an empty one.
  package mutating func check() throws(RequestError) {
    for index in fields.indices {
      let field = fields[index]
      if field.isPlain { continue }
      if let error = Self.fault(in: field, row: index + 1) { throw error }
      if field.value.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        !Self.keepingBlanks.contains(where: field.name.equalsIgnoringCase)
      {
        fields[index].value = ""
      }
    }
  }

  private static func fault(in field: Header, row: Int) -> RequestError? {
    guard !field.name.isEmpty else { return .headerName("", row: row, character: nil) }
    if !field.name.utf8.allSatisfy(\.isToken) {
      let bad = field.name.unicodeScalars.first { UInt8(exactly: $0.value)?.isToken != true }
      return .headerName(field.name, row: row, character: bad?.spelled)
    }
    guard field.value.utf8.contains(where: { $0 == 0x0d || $0 == 0x0a || $0 == 0 }) else { return nil }
    for (position, scalar) in field.value.unicodeScalars.enumerated() where "\r\n\0".unicodeScalars.contains(scalar) {
      return .headerValue(name: field.name, row: row, character: scalar.spelled, position: position + 1)
    }
    return nil
  }
}

extension Header {
  /// True if it needs no further checks, like nearly every field: the name has only letters, digits and hyphens; the
  /// value starts with a visible ASCII character and contains only those and spaces.
  fileprivate var isPlain: Bool {
    let name = name.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2d } && !bytes.isEmpty
    }
    let value = value.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } && (bytes.first ?? 0x20) != 0x20
    }
    return name == true && value == true
  }
}

/// A text that is sent verbatim, in a request head or as a libcurl option.
///
/// CR and LF would end a header line and start an unintended one, and NUL ends a string in C. `Request.with` rejects
/// all three in every text, and the client checks again just before sending.
struct VerbatimText {
  enum Kind {
    case word
    /// Never part of a head; a file path may contain anything but NUL.
    case path
  }

  /// The user's name for it, in messages.
  let place: String
  let text: String
  var kind = Kind.word

  func check() throws(RequestError) {
    let isPath = kind == .path
    // Contiguous bytes are searched much faster, and all but bridged strings have them.
    func isRejected(_ byte: UInt8) -> Bool { byte == 0 || !isPath && (byte == 0x0D || byte == 0x0A) }
    let found = text.utf8.withContiguousStorageIfAvailable { $0.contains(where: isRejected) }
    guard found ?? text.utf8.contains(where: isRejected) else { return }
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard scalar == "\0" || !isPath && (scalar == "\r" || scalar == "\n") else { continue }
      throw .text(place: place, character: scalar.spelled, position: position + 1)
    }
  }
}

extension Request {
  /// Rejects a text that would end a line of the head, in any place of use.
  package func checkTexts() throws(RequestError) {
    guard method.rawValue.utf8.allSatisfy(\.isToken) else { throw .method(method.rawValue) }
    try VerbatimText(place: "the URL", text: url).check()
    var headers = headers
    try headers.check()
    for name in suppressedHeaders { try VerbatimText(place: "the name of a suppressed header", text: name).check() }
    guard !options.areUntouched else { return }
    for text in options.verbatimTexts { try text.check() }
  }
}

extension TransferOptions {
  /// All texts in the options that are passed on.
  var verbatimTexts: [VerbatimText] {
    var texts: [VerbatimText] = []
    func add(_ place: String, _ text: String?, _ kind: VerbatimText.Kind = .word) {
      if let text { texts.append(VerbatimText(place: place, text: text, kind: kind)) }
    }
    add("the proxy", proxy)
    add("the no-proxy list", noProxy)
    add("the Unix socket", unixSocket, .path)
    for entry in resolve ?? [] { add("--resolve", entry) }
    for entry in connectTo ?? [] { add("--connect-to", entry) }
    add("the interface", interface)
    add("the request target", requestTarget)
    add("the file with logins", loginFile?.path, .path)
    if let tls {
      add("the file of certificate authorities", tls.caFile, .path)
      for file in tls.authorities.values { add("the file of certificate authorities", file, .path) }
      add("the list of revoked certificates", tls.revocationList, .path)
      add("the client certificate", tls.certificateFile, .path)
      add("the client key", tls.keyFile, .path)
      add("the passphrase of the client key", tls.keyPassword)
      add("the pinned public key", tls.pinnedPublicKeys)
    }
    for certificate in clientCertificates ?? [] {
      add("the client certificate", certificate.file, .path)
      add("the client key", certificate.keyFile, .path)
      add("the passphrase of the client key", certificate.password)
    }
    if let authentication {
      add("the user name", authentication.user)
      add("the password", authentication.password)
      add("the session token", authentication.sessionToken)
      if case .awsSignature(let region, let service) = authentication.scheme {
        add("the AWS region", region)
        add("the AWS service", service)
      }
    }
    return texts
  }
}
