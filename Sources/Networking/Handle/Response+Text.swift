public import Basics
import HTTPModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Response {
  /// The parsed Content-Type.
  public var mediaType: MediaType? { headers["Content-Type"].map(MediaType.init) }

  /// The body, decompressed.
  public var bytes: [UInt8] { body.allBytes }
  /// The body, decompressed, as Foundation's `Data`.
  public var data: Data { body.withUnsafeBytes { Data($0) } }

  /// The body as text, as in browsers: decoded by `charset`, else by its byte order mark or Content-Type, else as UTF-8
  /// if valid, else as windows-1252.
  /// - Throws: `NetworkError` of category `decoding` for an unknown character set.
  public func text(charset: String? = nil) throws(NetworkError) -> String {
    let bytes = bytes
    if charset == nil, let marked = Charset.marked(bytes) { return marked.text(of: bytes) }
    if let named = charset ?? mediaType?.charset {
      guard let known = Charset(label: named) else {
        throw failure("unknown character set '\(named.visible)': pass another to text(charset:)")
      }
      return known.text(of: bytes)
    }
    return String(validating: bytes, as: UTF8.self) ?? Charset.windows1252.text(of: bytes)
  }

  /// An error of category `decoding` about this response.
  func failure(_ message: String, detail: String? = nil, underlying: (any Error)? = nil) -> NetworkError {
    NetworkError(
      .decoding, "\(request.summary): \(message)", detail: detail, request: request, response: self,
      underlying: underlying)
  }
}
