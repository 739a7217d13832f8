import Basics
import Networking

/// One of the user's sources that an exchange sent, with a fingerprint of what it held then: whether it still holds the
/// same decides what can be recognized in the answer later.
public struct SentSource: Hashable, Sendable {
  public var source: OutsideSource
  public var fingerprint: String

  public init(_ source: OutsideSource, fingerprint: String) {
    self.source = source
    self.fingerprint = fingerprint
  }

  /// `variable 3f… MYVAR`, as the history has it.
  var text: String { "\(source.kind) \(fingerprint) \(source.name)" }

  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let source = OutsideSource(kind: parts[0], name: parts[2]) else { return nil }
    self.init(source, fingerprint: parts[1])
  }
}

/// The key of all fingerprints. It is in the user's state folder: without it, nobody who reads a history can try values.
struct FingerprintKey: Sendable {
  private static let count = 32
  private let path: String

  init(stateFolder: String) { path = FilePaths.join(stateFolder, "fingerprints.key") }

  /// `nil` if the key can neither be read nor stored: then no fingerprint ever matches.
  func bytes() -> [UInt8]? {
    if let known = read() { return known }
    let made = (0..<Self.count).map { _ in UInt8.random(in: 0...UInt8.max) }
    // Another program may make it at the same time; what is there in the end counts.
    try? Disk.makeDirectory(FilePaths.parent(of: path) ?? "/", mode: 0o700)
    try? AtomicFile(.live).create(path, made, mode: 0o600)
    return read()
  }

  private func read() -> [UInt8]? {
    // A key that is not there, or was damaged, is none.
    guard let bytes = try? Disk.read(path, limit: Self.count), bytes.count == Self.count else { return nil }
    return bytes
  }
}

extension SendContext {
  /// What a request has sent of the user's, for its record.
  package func fingerprints(of sources: Set<OutsideSource>) -> [SentSource] {
    guard !sources.isEmpty, let key = consent?.fingerprintKey() else { return [] }
    return sources.map { SentSource($0, fingerprint: fingerprint(of: $0, key) ?? "") }
      .sorted { $0.text < $1.text }
  }

  /// Those of an earlier exchange of which nothing can be recognized in its answer any more: they are gone, or hold
  /// something else by now.
  package func unrecognizable(_ sent: [SentSource]) -> [OutsideSource] {
    guard !sent.isEmpty else { return [] }
    let key = consent?.fingerprintKey()
    return sent.filter { sent in
      guard let key, let now = fingerprint(of: sent.source, key) else { return true }
      return now != sent.fingerprint
    }.map(\.source)
  }

  private func fingerprint(of source: OutsideSource, _ key: [UInt8]) -> String? {
    let texts = keptTexts(of: source)
    guard !texts.isEmpty else { return nil }
    return Digest.keyed(texts.sorted().joined(separator: "\0").utf8, key: key)
  }
}
