import Basics
import Networking

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
