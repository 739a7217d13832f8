extension Request {
  /// One line for logs: `GET https://…`.
  public var summary: String { "\(method.rawValue) \(url)" }

  /// The body as text for logs, at most `limit` bytes; a short description if it is not text, `nil` if there is none.
  public func bodyText(limit: Int = 64 << 10) -> String? {
    switch body {
    case .none: nil
    case .bytes(let bytes): BodyText.text(of: bytes, limit: limit)
    case .file(let path, let size): "@\(path) (\(size) bytes)"
    case .sequence(let pieces):
      pieces.map { piece in
        switch piece {
        case .bytes(let bytes): BodyText.text(of: bytes, limit: limit)
        case .file(let path, let size): "@\(path) (\(size) bytes)"
        }
      }.joined()
    case .stream(let stream): stream.count.map { "a stream of \($0) bytes" } ?? "a stream"
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

/// Body bytes as a log shows them.
enum BodyText {
  /// Text up to `limit` bytes; for binary data only its size, so that no control sequence reaches a terminal.
  static func text(of bytes: some Collection<UInt8>, limit: Int, total: Int? = nil) -> String {
    let total = total ?? bytes.count
    var cut = Array(bytes.prefix(max(0, limit)))
    let isCut = cut.count < total
    // The limit may have split a character, of which at most three bytes remain.
    for _ in 0..<3 where isCut && String(validating: cut, as: UTF8.self) == nil && !cut.isEmpty { cut.removeLast() }
    guard let text = String(validating: cut, as: UTF8.self), ShellQuoting.isPasteable(text.withoutReturns) else {
      return "\(total) bytes"
    }
    return isCut ? "\(text)… (\(total) bytes)" : text
  }
}

extension String {
  fileprivate var withoutReturns: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\r" }))
  }
}
