public import HTTPTypes

/// A finished request: valid by construction, made by `Request.with`, sent by a `Client` exactly as it is.
public struct Request: Equatable, Sendable {
  /// Stored behind one reference, because a request is copied often.
  @Indirect private var content: Fields

  private struct Fields: Equatable, Sendable {
    var method: HTTPRequest.Method
    var url: String
    var headers: Headers
    var suppressedHeaders: Set<String>
    var body: Body
    var options: TransferOptions
    var parts: Multipart?
    var modifiers: RequestModifiers
    var credentials: CredentialMarks
    @Uncompared var bodyType: String?
  }

  init(
    method: HTTPRequest.Method, url: String, headers: Headers, suppressedHeaders: Set<String>, body: Body,
    options: TransferOptions, parts: Multipart?, modifiers: RequestModifiers,
    credentials: CredentialMarks = CredentialMarks(), bodyType: String? = nil
  ) {
    content = Fields(
      method: method, url: url, headers: headers, suppressedHeaders: suppressedHeaders, body: body, options: options,
      parts: parts, modifiers: modifiers, credentials: credentials, bodyType: bodyType)
  }

  /// Any token (RFC 9110, section 9.1), case preserved.
  public package(set) var method: HTTPRequest.Method {
    get { content.method }
    set { content.method = newValue }
  }

  /// Absolute, exactly as it will be sent; no lower layer normalises it.
  public package(set) var url: String {
    get { content.url }
    set { content.url = newValue }
  }

  /// In the order sent, duplicates and case preserved; an empty value is sent as an empty field.
  public package(set) var headers: Headers {
    get { content.headers }
    set { content.headers = newValue }
  }

  /// Names of headers that the transport would add on its own and must not (`User-Agent`, `Accept`, `Expect`…).
  package var suppressedHeaders: Set<String> {
    get { content.suppressedHeaders }
    set { content.suppressedHeaders = newValue }
  }

  /// The body, sent after the head.
  public package(set) var body: Body {
    get { content.body }
    set { content.body = newValue }
  }

  /// The transfer options: timeouts, redirects, TLS, proxy.
  public package(set) var options: TransferOptions {
    get { content.options }
    set { content.options = newValue }
  }

  /// The parts `body` was built from, if it is multipart.
  package var parts: Multipart? {
    get { content.parts }
    set { content.parts = newValue }
  }

  package var modifiers: RequestModifiers {
    get { content.modifiers }
    set { content.modifiers = newValue }
  }

  /// The parts that must not reach another origin, in addition to headers that are credentials by name.
  package var credentials: CredentialMarks {
    get { content.credentials }
    set { content.credentials = newValue }
  }

  /// The Content-Type if it came with the body: another body brings its own.
  var bodyType: String? { content.bodyType }
}

/// A value that says nothing about what is sent.
@propertyWrapper
private struct Uncompared<Value: Sendable>: Equatable, Sendable {
  var wrappedValue: Value

  static func == (left: Self, right: Self) -> Bool { true }
}

extension Request {
  /// The body of a request.
  public enum Body: Equatable, Sendable {
    /// No body.
    case none
    /// Bytes in memory.
    case bytes([UInt8])
    /// The content of a file, read while sending; `size` in bytes.
    case file(path: String, size: Int)
    /// Bytes and files in sequence: a multipart body of known length.
    case sequence([Piece])
    /// Bytes produced while sending.
    case stream(BodyStream)

    /// A piece of a `sequence`.
    public enum Piece: Equatable, Sendable {
      /// Bytes in memory.
      case bytes([UInt8])
      /// The content of a file, read while sending; `size` in bytes.
      case file(path: String, size: Int)
    }

    /// The exact length in bytes; `nil` for a stream of unknown length.
    public var count: Int? {
      switch self {
      case .none: 0
      case .bytes(let bytes): bytes.count
      case .file(_, let size): size
      case .sequence(let pieces): pieces.reduce(0) { $0 + $1.count }
      case .stream(let stream): stream.count
      }
    }
  }
}

/// A body that is produced while it is sent. `open` is called once per hop and attempt, so that a redirect or retry can
/// send the body again; the closure it returns gives the next bytes, `nil` at the end.
public struct BodyStream: Equatable, Sendable {
  /// Returns the next bytes, `nil` at the end. An error it throws fails the transfer.
  package typealias Reader = @Sendable () async throws -> [UInt8]?
  /// The length in bytes, sent as `Content-Length`; `nil` uses chunked transfer coding (RFC 9112, section 7.1).
  package let count: Int?
  /// Opens the stream; starts from the beginning each time.
  package let open: @Sendable () throws -> Reader
  /// The stream's bytes, if known in advance.
  package let content: [UInt8]?
  private let token: Token

  /// A stream; `open` must produce the same bytes each time, or a retry sends something else.
  package init(count: Int? = nil, open: @escaping @Sendable () throws -> Reader) {
    self.count = count
    self.open = open
    content = nil
    token = Token()
  }

  /// A stream of the chunks of a sequence.
  /// - Parameters:
  ///   - count: the length of all chunks in bytes; `nil` uses chunked transfer coding.
  ///   - chunks: called once per hop and attempt; must give the same bytes each time. An error of the sequence fails
  /// the
  ///     transfer.
  public init<Chunks: AsyncSequence & Sendable>(
    count: Int? = nil, chunks: @escaping @Sendable () throws -> Chunks
  ) where Chunks.Element == [UInt8] {
    self.init(count: count) {
      let reader = ChunkReader(try chunks())
      return { try await reader.next() }
    }
  }

  /// A stream of these bytes without `Content-Length`: HTTP/1.1 sends them in chunks.
  package init(chunked bytes: [UInt8]) {
    count = nil
    content = bytes
    open = {
      let rest = OneUse(bytes)
      return { await rest.take() }
    }
    token = Token()
  }

  private final class Token: Sendable {}
  /// Streams are equal if one is a copy of the other; their bytes are not compared.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left.token === right.token }
}

/// Reads a sequence, one chunk at a time.
private actor ChunkReader<Chunks: AsyncSequence & Sendable> where Chunks.Element == [UInt8] {
  private var iterator: Chunks.AsyncIterator

  init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

  func next() async throws -> [UInt8]? {
    var iterator = iterator
    defer { self.iterator = iterator }
    if #available(macOS 15, iOS 18, *) { return try await iterator.next(isolation: self) }
    // Unchecked: on older systems the call leaves this actor, and nothing else uses the iterator meanwhile.
    nonisolated(unsafe) var own = iterator
    defer { iterator = own }
    return try await own.next()
  }
}

/// Bytes that can be taken once.
private actor OneUse {
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.isEmpty ? nil : bytes
  }

  func take() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}

extension Request {
  /// One line for logs: `GET https://…`, with credentials masked.
  public var summary: String { Redaction.masked(line, about: self) }

  /// `summary` for texts that are masked as a whole.
  package var line: String { "\(method.rawValue) \(url)" }

  /// The body as text for logs, at most `limit` bytes, with the values of secret names masked; a short description if it
  /// is not text, `nil` if there is none.
  public func bodyText(limit: Int = 64 << 10) -> String? {
    switch body {
    case .none: nil
    case .bytes(let bytes): text(of: bytes, limit: max(0, limit))
    case .file(let path, let size): BodyText.file(path, size)
    case .sequence(let pieces):
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes): text(of: bytes, limit: max(0, limit))
        case .file(let path, let size): BodyText.file(path, size)
        }
      }.joined()
    case .stream(let stream): BodyText.stream(stream.count)
    }
  }

  private func text(of bytes: [UInt8], limit: Int) -> String {
    let masked = Redaction.standard.masked(logged: bytes, limit: limit, type: headers["Content-Type"] ?? "")
    return BodyText.text(of: masked, isCut: bytes.count > limit, total: bytes.count)
  }
}

/// The closures that change a request just before each attempt, in order (`RequestConfig.modifiers`). Closures cannot
/// be compared: two values are equal if both are empty or one is a copy of the other.
package struct RequestModifiers: Equatable, Sendable {
  package let steps: [@Sendable (inout Request) async throws -> Void]
  private let token: Token?

  package init(_ steps: [@Sendable (inout Request) async throws -> Void] = []) {
    self.steps = steps
    token = steps.isEmpty ? nil : Token()
  }

  private final class Token: Sendable {}
  package static func == (left: RequestModifiers, right: RequestModifiers) -> Bool { left.token === right.token }
}

extension Request {
  /// The request for one attempt: a copy after every modifier has run. The original never changes, so the next attempt
  /// starts from it.
  /// - Throws: the error of the first modifier that fails.
  package func modified() async throws -> Request {
    var copy = self
    for step in modifiers.steps { try await step(&copy) }
    return copy
  }
}

extension Request {
  /// True if it uses TLS.
  package var isSecure: Bool {
    var bytes = url.utf8.makeIterator()
    for expected in "https".utf8 {
      guard let byte = bytes.next(), byte | 0x20 == expected else { return false }
    }
    return bytes.next() == UInt8(ascii: ":")
  }
}
