import Basics
import Networking

/// What the history knows of a body that was too large for it.
public struct OmittedBody: Hashable, Sendable, CustomStringConvertible {
  /// In bytes.
  public var size: Int
  /// Of the bytes as they were received, in hexadecimal digits.
  public var sha256: String

  init(_ body: ByteStore) {
    size = body.count
    sha256 = body.withUnsafeBytes { Digest.hexadecimal($0) { body.releaseResidentMemory(in: $0) } }
  }

  init?(_ node: JSONNode?) {
    guard let size = node?["size"]?.int, let sha256 = node?["sha256"]?.string else { return nil }
    (self.size, self.sha256) = (size, sha256)
  }

  var json: JSONNode { .object(["size": .int(size), "sha256": .string(sha256)]) }

  public var description: String { "the body of \(ByteCount(size)) was too large to be kept; its SHA-256 is \(sha256)" }
}
