import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
  /// The Content-Type, read.
  public var mediaType: MediaType? { headers["Content-Type"].map(MediaType.init) }

  /// The body as it came, decompressed.
  public var bytes: [UInt8] { body.allBytes }
  /// The same as `bytes`, for Foundation.
  public var data: Data { body.withUnsafeBytes { Data($0) } }

  /// The body as text: in `charset`, else in the one that its byte order mark or its Content-Type names, else as UTF-8
  /// where it is, else as windows-1252, as browsers do.
  /// - Throws: `NetworkError` of category `decoding` for a character set that is not known.
  public func text(charset: String? = nil) throws(NetworkError) -> String {
    let bytes = bytes
    if let named = charset ?? TextDecoder.mark(of: bytes) ?? mediaType?.charset {
      guard let text = TextDecoder.decode(bytes, charset: named) else {
        throw failure("the character set '\(named.visible)' is not known: pass another to text(charset:)")
      }
      return text
    }
    return String(validating: bytes, as: UTF8.self) ?? TextDecoder.decode(bytes, charset: "windows-1252") ?? ""
  }

  /// An error of category `decoding` about this response.
  func failure(_ message: String, detail: String? = nil) -> NetworkError {
    NetworkError(
      .decoding, "\(request.summary): \(message)", detail: detail, request: request.summary, response: head)
  }
}
