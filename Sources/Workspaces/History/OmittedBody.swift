import Basics
import Networking

/// What the history records of a body that it does not store.
package struct OmittedBody: Hashable, Sendable, CustomStringConvertible {
  /// Why it is not stored.
  enum Reason: String {
    case large
    /// It is compressed, could not be decompressed, and may contain a secret.
    case unreadable
  }

  /// In bytes.
  package var size: Int
  /// Of the bytes as received, in hexadecimal digits.
  package var sha256: String
  private var reason: Reason

  init(_ body: ByteStore, _ reason: Reason) {
    size = body.count
    sha256 = body.withUnsafeBytes { Digest.hexadecimal($0) { body.releaseResidentMemory(in: $0) } }
    self.reason = reason
  }

  init?(_ node: JSONValue?) {
    guard let size = node?["size"]?.int, let sha256 = node?["sha256"]?.string else { return nil }
    (self.size, self.sha256) = (size, sha256)
    reason = node?["reason"]?.string.flatMap(Reason.init) ?? .large
  }

  var json: JSONValue {
    .object([
      "size": .int(size), "sha256": .string(sha256),
      "reason": reason == .large ? nil : .string(reason.rawValue),
    ])
  }

  package var description: String {
    switch reason {
    case .large: "the body of \(ByteCount(size)) was too large to store; its SHA-256 is \(sha256)"
    case .unreadable:
      "the body of \(ByteCount(size)) is compressed, could not be searched for secrets, and was not stored; "
        + "its SHA-256 is \(sha256)"
    }
  }
}
