/// The parts of a `multipart/form-data` body (RFC 7578), in order.
public struct Multipart: Equatable, Sendable {
  /// What a part consists of.
  public enum Content: Equatable, Sendable {
    /// Sent as UTF-8.
    case text(String)
    /// Sent as they are.
    case data([UInt8])
    /// Read while it is sent; its length is known before.
    case file(path: String)
    /// Read while it is sent; sent in chunks where its length is not known.
    case stream(BodyStream)
  }

  /// One part; its name and file name are escaped when it is sent.
  public struct Part: Equatable, Sendable {
    /// The field's name.
    public var name: String
    /// What follows the part's head.
    public var content: Content
    /// For a file the last part of its path unless given; `""` sends none at all.
    public var fileName: String?
    /// For a file guessed from its extension as curl does unless given; `""` sends none at all.
    public var contentType: String?
    /// Sent after `Content-Disposition` and `Content-Type`.
    public var headers: Headers
    /// The lines of its head where they are given as they are sent; `nil` makes them of all the rest.
    package var head: [String]?

    /// A part; `fileName` and `contentType` follow from a file's path unless given.
    public init(
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

  /// In the order in which they are sent.
  public var parts: [Part]
  /// What separates the parts, without its dashes; made at random when `nil`.
  public var boundary: String?

  /// A body of these parts.
  public init(_ parts: [Part] = [], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// Adds a field of text.
  public mutating func append(_ name: String, _ text: String) {
    parts.append(Part(name, .text(text)))
  }

  /// Adds a file, which is read while it is sent; a missing one is an error of `Request.with`.
  public mutating func append(
    _ name: String, file path: String, fileName: String? = nil, contentType: String? = nil
  ) {
    parts.append(Part(name, .file(path: path), fileName: fileName, contentType: contentType))
  }

  /// Adds bytes that are in memory.
  public mutating func append(_ name: String, data: [UInt8], fileName: String? = nil, contentType: String? = nil) {
    parts.append(Part(name, .data(data), fileName: fileName, contentType: contentType))
  }
}

extension Multipart.Part {
  /// The file name that is sent.
  package var sentFileName: String? {
    if let fileName { return fileName.isEmpty ? nil : fileName }
    guard case .file(let path) = content else { return nil }
    return String(decoding: path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed(), as: UTF8.self)
  }

  /// The Content-Type that is sent.
  package var sentContentType: String? {
    if let contentType { return contentType.isEmpty ? nil : contentType }
    guard case .file(let path) = content else { return nil }
    return sentFileName.flatMap(Self.guessedType) ?? Self.guessedType(of: path) ?? "application/octet-stream"
  }

  /// The lines in front of the content: how it is disposed, its type, then whatever else it says of itself.
  package var headLines: [String] {
    if let head { return head }
    var disposition = "form-data; name=\"\(Multipart.quoted(name))\""
    if let fileName = sentFileName { disposition += "; filename=\"\(Multipart.quoted(fileName))\"" }
    var headers = headers
    if let type = sentContentType, headers["Content-Type"] == nil {
      headers.fields.insert(Header("Content-Type", type), at: 0)
    }
    // A part may say by itself how it is disposed.
    let own = headers.fields.first { $0.name.equalsIgnoringCase("Content-Disposition") }
    headers.remove("Content-Disposition")
    return [(own ?? Header("Content-Disposition", disposition)).line] + headers.fields.map(\.line)
  }

  /// curl's own table, so that the exported command sends the same.
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
