import HTTPTypes

extension Request {
  /// One line for logs: `GET https://…`.
  public var summary: String { "\(method.rawValue) \(url)" }

  /// The body as text for logs, at most `limit` bytes; a short description if it is not text, `nil` if there is none.
  public func bodyText(limit: Int = 64 << 10) -> String? {
    switch body {
    case .none: nil
    case .bytes(let bytes): BodyText.text(of: bytes, limit: limit)
    case .file(let path, let size): BodyText.file(path, size)
    case .sequence(let pieces):
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes): BodyText.text(of: bytes, limit: limit)
        case .file(let path, let size): BodyText.file(path, size)
        }
      }.joined()
    case .stream(let stream): BodyText.stream(stream.count)
    }
  }

  /// Like `with`, but off the caller's actor: for bodies that are slow to encode.
  @concurrent
  public static func building(
    _ base: RequestConfig = RequestConfig(),
    _ configure: @escaping @Sendable (inout RequestConfig) throws -> Void = { _ in }
  ) async throws(RequestError) -> Request {
    try with(base, configure)
  }
}
