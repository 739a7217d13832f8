import Networking

/// Values that must not be written into a file without asking, with the names of their variables.
package struct KnownSecrets: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  private let values: [Value]
  /// In bytes; shorter values occur everywhere by chance.
  private static let shortest = 4

  package init(_ values: [Value]) {
    self.values = values.filter { $0.text.utf8.count >= Self.shortest }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// Names of the secrets whose values occur in a file's new text but not in the old one.
  package func names(in new: [UInt8], notIn old: [UInt8] = []) -> [String] {
    guard !values.isEmpty else { return [] }
    let found = values.filter { secret in
      let matcher = SecretMatcher([secret.text])
      return new.withUnsafeBytes { matcher.finds(in: $0) } && !old.withUnsafeBytes { matcher.finds(in: $0) }
    }
    return Set(found.map(\.name)).sorted()
  }
}
