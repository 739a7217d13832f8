/// One of the user's sources that an exchange sent, with a fingerprint of what it held then: whether it still holds the
/// same decides what can be recognized in the answer later.
package struct SentSource: Hashable, Sendable {
  package var source: OutsideSource
  package var fingerprint: String

  package init(_ source: OutsideSource, fingerprint: String) {
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
