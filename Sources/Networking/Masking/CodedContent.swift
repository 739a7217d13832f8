package import Basics

/// A body that is still compressed: it was requested without decoding, or sent like that. It may contain secrets, so it
/// must be decoded for the search.
enum CodedContent {
  /// The codings that the first bytes of a body indicate, regardless of its head.
  static func codings(of body: UnsafeRawBufferPointer) -> [String] {
    if body.starts(with: [0x1F, 0x8B, 0x08]) { return ["gzip"] }
    if body.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return ["zstd"] }
    return []
  }

  /// The decoded content; `nil` if it cannot be decoded: a library is missing, it is damaged or truncated, or longer
  /// than `limit` bytes.
  static func decoded(_ body: UnsafeRawBufferPointer, _ codings: [String], limit: Int) -> [UInt8]? {
    guard case .library(let library) = CurlLibrary.loaded, let known = library.codings else { return nil }
    let decoding = BodyDecoding(codings, known)
    var content: [UInt8] = []
    do throws(DecodingFault) {
      let (_, isTaken) = try decoding.decode(body) { piece in
        guard content.count + piece.count <= limit else { return false }
        content += piece
        return true
      }
      return isTaken && decoding.isWhole ? content : nil
    } catch {
      // The reason does not matter to the caller.
      return nil
    }
  }
}

/// What the head of a message says about its body.
package struct ContentLabel: Hashable, Sendable {
  /// The value of Content-Type.
  package var type: String
  /// The codings still applied to the body, in the order in which they were applied.
  package var codings: [String]

  package init(_ type: String, codings: [String] = []) {
    self.type = type
    self.codings = codings
  }
}

/// Why a body cannot be masked. An unmasked body is not written.
package enum MaskingError: Error, Equatable {
  case storage(ByteStoreError)
  /// It has a coding that cannot be decoded, and there are secrets that it may contain.
  case unreadable
}
