import Basics

/// A body whose codings nobody undid on its way: it was asked for as it comes, or sent like that. Secrets may stand in it
/// all the same, so what looks for them needs what is inside.
enum CodedContent {
  /// What the first bytes of a body tell of its coding, whatever its head says.
  static func codings(of body: UnsafeRawBufferPointer) -> [String] {
    if body.starts(with: [0x1F, 0x8B, 0x08]) { return ["gzip"] }
    if body.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return ["zstd"] }
    return []
  }

  /// What is inside; `nil` where that cannot be read: the library for it is missing, it is damaged or cut, or more than
  /// `limit` bytes.
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
      // Why it cannot be read is of no use to anybody.
      return nil
    }
  }
}

/// What the head of a message says of its body.
package struct ContentLabel: Hashable, Sendable {
  /// The value of Content-Type.
  package var type: String
  /// The codings that are still on the body, in the order in which they were applied.
  package var codings: [String]

  package init(_ type: String, codings: [String] = []) {
    self.type = type
    self.codings = codings
  }
}

/// Why a body cannot be masked. One that is not masked is not written.
package enum MaskingError: Error, Equatable {
  case storage(ByteStoreError)
  /// It is compressed in a way that nobody here can undo, and there are secrets that may stand in it.
  case unreadable
}
