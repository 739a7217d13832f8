import Basics

extension RequestConfig.Body {
  struct Built {
    var body: RequestBody
    /// The Content-Type to send if the headers have none.
    var contentType: String?
    var parts: Multipart?
  }

  /// The body as bytes or files.
  /// - Parameter given: the Content-Type from the headers.
  func build(
    contentType given: String?, known: ContentTypes, _ opening: SentFile.Opening
  ) throws(RequestError) -> Built {
    let type = given == nil ? contentType : nil
    switch content {
    case .none: return Built(body: .none)
    case .bytes(let bytes): return Built(body: .bytes(bytes), contentType: type)
    case .json(let value): return Built(body: .bytes(Array(value.text.utf8)), contentType: type)
    case .encoded(let write): return Built(body: .bytes(try Self.write(write)), contentType: type)
    case .value(let value):
      guard let type = known.type(for: given) else {
        throw .body("no encoder for \(given ?? "any content type"): register one in contentTypes")
      }
      return Built(
        body: .bytes(try Self.write { try type.coder.encode(value) }), contentType: given == nil ? type.name : nil)
    case .form(let form): return Built(body: .bytes(Array(form.text.utf8)), contentType: type)
    case .multipart(let parts): return try parts.build(contentType: given, opening)
    case .file(let path):
      return Built(body: .file(path: path, size: try opening.size(of: path)), contentType: type)
    case .stream(let stream): return Built(body: .stream(stream), contentType: type)
    case .finished(let body, let parts): return Built(body: body, parts: parts)
    }
  }

  private static func write(_ encode: () throws -> [UInt8]) throws(RequestError) -> [UInt8] {
    do {
      return try encode()
    } catch {
      throw error as? RequestError ?? .body(words(for: error), cause: .init(error))
    }
  }

  /// The encoder's error, with the coding path of the value it could not encode.
  static func words(for error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return String(describing: error) }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
