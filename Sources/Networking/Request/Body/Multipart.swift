import Basics

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
  public struct Part: Equatable, Sendable {
    /// The field's name.
    public var name: String
    /// The content that follows the part's head.
    public var content: Content
    /// Defaults to the last path component of a file; `""` sends none.
    public var fileName: String?
    /// Defaults for a file to curl's guess from its extension; `""` sends none.
    public var contentType: String?
    /// Sent after `Content-Disposition` and `Content-Type`.
    public var headers: Headers
    /// The header lines exactly as sent; `nil` derives them from the other fields.
    package var head: [String]?

    /// A part; `fileName` and `contentType` default to those of a file's path.
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

  /// In the order sent.
  public var parts: [Part]
  /// The separator between parts, without its dashes; random if `nil`.
  public var boundary: String?

  /// A body of these parts.
  public init(_ parts: [Part] = [], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// Adds a text field.
  public mutating func append(_ name: String, _ text: String) {
    parts.append(Part(name, .text(text)))
  }

  /// Adds a file, which is read while sending; if it is missing, `Request.with` throws.
  public mutating func append(
    _ name: String, file path: String, fileName: String? = nil, contentType: String? = nil
  ) {
    parts.append(Part(name, .file(path: path), fileName: fileName, contentType: contentType))
  }

  /// Adds bytes in memory.
  public mutating func append(_ name: String, data: [UInt8], fileName: String? = nil, contentType: String? = nil) {
    parts.append(Part(name, .data(data), fileName: fileName, contentType: contentType))
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
