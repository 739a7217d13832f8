import Basics

/// Marks the parts of a request that hold a credential: a header written by authentication, a value from a secret
/// variable. A redirect to another origin drops them.
///
/// `Authorization`, cookies and other headers that are credentials by name need no mark.
package struct CredentialMarks: Hashable, Sendable {
  /// In lower case.
  private var headers: Set<String> = []
  /// Whether the body contains a credential.
  package var body = false
  /// Texts that may go to the request's own origin only, wherever in a request they stand.
  package var texts: Set<String> = []

  package init() {}

  package mutating func mark(header name: String) { headers.insert(name.asciiLowercased) }

  /// Whether the header is a credential, by its mark or by its name.
  package func cover(_ name: String) -> Bool { isMarked(name) || CredentialName.isHeader(name.asciiLowercased) }

  /// Whether a text contains one of them, in any form that is recognized as a secret.
  func holds(_ text: String) -> Bool {
    guard !texts.isEmpty else { return false }
    return Array(text.utf8).withUnsafeBytes { SecretMatcher(texts).finds(in: $0) }
  }

  func isMarked(_ name: String) -> Bool { !headers.isEmpty && headers.contains(name.asciiLowercased) }

  /// Adds the marks of `other`, so that merged layers keep theirs.
  mutating func formUnion(_ other: CredentialMarks) {
    headers.formUnion(other.headers)
    body = body || other.body
    texts.formUnion(other.texts)
  }
}
