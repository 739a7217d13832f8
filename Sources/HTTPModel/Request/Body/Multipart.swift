import Basics
import Essentials

/// The parts of a `multipart/form-data` body (RFC 7578), in order.
public struct Multipart: Equatable, Sendable {
  /// The content of a part.
  public enum Content: Equatable, Sendable {
    /// Sent as UTF-8.
    case text(String)
    /// Sent unchanged.
    case data([UInt8])
    /// Read while sending; its length must be known in advance.
    case file(path: String)
    /// Read while sending; sent in chunks if its length is unknown.
    case stream(BodyStream)
  }

  /// One part; its name and file name are escaped when sent.
  package struct Part: Equatable, Sendable {
    /// The field's name.
    package var name: String
    /// The content that follows the part's head.
    package var content: Content
    /// Defaults to the last path component of a file; `""` sends none.
    package var fileName: String?
    /// Defaults for a file to curl's guess from its extension; `""` sends none.
    package var contentType: String?
    /// Sent after `Content-Disposition` and `Content-Type`.
    package var headers: Headers
    /// The header lines exactly as sent; `nil` derives them from the other fields.
    package var head: [String]?

    /// A part; `fileName` and `contentType` default to those of a file's path.
    package init(
      _ name: String, _ content: Content, fileName: String? = nil, contentType: String? = nil,
      headers: Headers = Headers()
    ) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.contentType = contentType
      self.headers = headers
    }
  }

  /// In the order sent.
  package var parts: [Part]
  /// The separator between parts, without its dashes; random if `nil`.
  package var boundary: String?

  /// A body without parts yet; its boundary is random if `nil`.
  public init(boundary: String? = nil) {
    self.init([], boundary: boundary)
  }

  package init(_ parts: [Part], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// Adds a part. The name and type of a file default to those of its path; `""` sends none. A file is read while
  /// sending; if it is missing, `Request.with` throws.
  public mutating func append(
    _ name: String, _ content: Content, fileName: String? = nil, contentType: String? = nil,
    headers: Headers = Headers()
  ) {
    parts.append(Part(name, content, fileName: fileName, contentType: contentType, headers: headers))
  }
}

extension Multipart.Part {
  /// The file name as sent.
  package var sentFileName: String? {
    if let fileName { return fileName.isEmpty ? nil : fileName }
    guard case .file(let path) = content else { return nil }
    return String(decoding: path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed(), as: UTF8.self)
  }

  /// The Content-Type as sent.
  package var sentContentType: String? {
    if let contentType { return contentType.isEmpty ? nil : contentType }
    guard case .file(let path) = content else { return nil }
    return sentFileName.flatMap(Self.guessedType) ?? Self.guessedType(of: path) ?? "application/octet-stream"
  }

  /// The part's header lines: disposition, type, then its other headers.
  package var headLines: [String] {
    if let head { return head }
    var disposition = "form-data; name=\"\(Multipart.quoted(name))\""
    if let fileName = sentFileName { disposition += "; filename=\"\(Multipart.quoted(fileName))\"" }
    var headers = headers
    if let type = sentContentType, headers["Content-Type"] == nil {
      headers.fields.insert(Header("Content-Type", type), at: 0)
    }
    // A part may set its own disposition.
    let own = headers.fields.first { $0.name.equalsIgnoringCase("Content-Disposition") }
    headers.remove("Content-Disposition")
    return [(own ?? Header("Content-Disposition", disposition)).line] + headers.fields.map(\.line)
  }

  /// curl's table, so that the exported command sends the same.
  private static func guessedType(of path: String) -> String? {
    let types = [
      ("gif", "image/gif"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("png", "image/png"),
      ("svg", "image/svg+xml"), ("txt", "text/plain"), ("htm", "text/html"), ("html", "text/html"),
      ("pdf", "application/pdf"), ("xml", "application/xml"),
    ]
    let name = path.asciiLowercased
    return types.first { name.hasSuffix("." + $0.0) }?.1
  }
}

extension Multipart {
  /// The encoded body, with a known length if all parts have one.
  /// - Parameter given: the Content-Type from the headers. Its boundary is used; a missing one is added.
  func build(
    contentType given: String?, _ opening: SentFile.Opening
  ) throws(RequestError) -> RequestConfig.Body.Built {
    let isMultipart = given.map { $0.asciiLowercased.hasPrefix("multipart/") } ?? true
    let named = given.flatMap { MediaType($0).parameters["boundary"] }
    let boundary = named ?? boundary ?? Self.makeBoundary()
    guard !boundary.isEmpty, boundary.utf8.count <= 70, boundary.utf8.allSatisfy(Self.isBoundaryCharacter) else {
      throw .body("the boundary '\(boundary.visible)' is not 1 to 70 letters, digits or '()+_,-./:=?")
    }
    var pieces = Pieces(opening: opening)
    for part in parts { try pieces.append(part, boundary: boundary) }
    pieces.append("--\(boundary)--\r\n")
    var header: String?
    if isMultipart, named == nil {
      let needsQuotes = !boundary.utf8.allSatisfy(\.isToken)
      let parameter = needsQuotes ? "\"\(boundary)\"" : boundary
      header = (given ?? "multipart/form-data") + "; boundary=" + parameter
    }
    return RequestConfig.Body.Built(body: pieces.body, contentType: header, parts: self)
  }

  private static func makeBoundary() -> String {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    let random = (0..<22).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] }
    return "------------------------" + String(decoding: random, as: UTF8.self)
  }

  /// RFC 2046, section 5.1.1, without the space.
  private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "'()+_,-./:=?".utf8.contains(byte)
  }

  /// A quoted name as browsers encode it: `"` and line ends escaped, everything else as UTF-8.
  package static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A body under construction; adjacent bytes are merged into one piece.
private struct Pieces {
  let opening: SentFile.Opening
  var pieces: [Request.Body.Piece] = []
  /// Used once a part is a stream; everything is then read in this order.
  var sources: [Source] = []
  var isStreamed = false

  enum Source: Sendable {
    case piece(Request.Body.Piece)
    case stream(BodyStream)
  }

  mutating func append(_ part: Multipart.Part, boundary: String) throws(RequestError) {
    var part = part
    try part.headers.check()
    let lines = part.headLines
    if let line = lines.first(where: { $0.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } }) {
      throw .body("the head of part '\(part.name.visible)' has a line with CR, LF or NUL: '\(line.visible)'")
    }
    append("--\(boundary)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
    switch part.content {
    case .text(let text): append(text)
    case .data(let bytes): append(bytes)
    case .file(let path): append(.piece(.file(path: path, size: try opening.size(of: path))))
    case .stream(let stream):
      isStreamed = true
      append(.stream(stream))
    }
    append("\r\n")
  }

  mutating func append(_ text: String) { append(Array(text.utf8)) }

  mutating func append(_ bytes: [UInt8]) {
    if case .piece(.bytes(let before)) = sources.last {
      sources[sources.count - 1] = .piece(.bytes(before + bytes))
    } else {
      append(.piece(.bytes(bytes)))
    }
  }

  private mutating func append(_ source: Source) { sources.append(source) }

  /// The whole body, if all of it is in memory; otherwise `nil`.
  private var known: [UInt8]? {
    var all: [UInt8] = []
    for source in sources {
      switch source {
      case .piece(.bytes(let bytes)): all += bytes
      case .piece(.file): return nil
      case .stream(let stream):
        guard let content = stream.content else { return nil }
        all += content
      }
    }
    return all
  }

  var body: Request.Body {
    let pieces = sources.compactMap { source in
      if case .piece(let piece) = source { piece } else { nil }
    }
    guard isStreamed else {
      if pieces.count == 1, case .bytes(let bytes) = pieces[0] { return .bytes(bytes) }
      return .sequence(pieces)
    }
    var count: Int? = 0
    for source in sources {
      switch source {
      case .piece(let piece): count = count.map { $0 + (Request.Body.sequence([piece]).count ?? 0) }
      case .stream(let stream): count = count.flatMap { sum in stream.count.map { sum + $0 } }
      }
    }
    if count == nil, let bytes = known { return .stream(BodyStream(chunked: bytes)) }
    return .stream(BodyStream(count: count) { [sources, opening] in try SourceReader(sources, opening).read })
  }
}

/// Reads the sources in sequence. An actor because calls come one at a time, but from different tasks.
private actor SourceReader {
  private var rest: ArraySlice<Pieces.Source>
  private var current: BodyStream.Reader?
  private let opening: SentFile.Opening

  init(_ sources: [Pieces.Source], _ opening: SentFile.Opening) throws {
    self.opening = opening
    rest = sources[...]
  }

  @Sendable func read() async throws -> [UInt8]? {
    while true {
      if let reader = current {
        if let bytes = try await reader() { return bytes }
        current = nil
      }
      guard let next = rest.popFirst() else { return nil }
      switch next {
      case .piece(.bytes(let bytes)): return bytes
      case .piece(.file(let path, _)): current = try opening.reader(of: path)
      case .stream(let stream): current = try stream.open()
      }
    }
  }
}
