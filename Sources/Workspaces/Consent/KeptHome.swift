import Basics
package import Networking

/// The user's values that were sent to a receiver by consent, to be found in the server's answers: when a request would
/// send them on to another receiver, Apus asks again.
package struct KeptHome: Hashable, Sendable {
  /// One text and the source it belongs to.
  package struct Value: Hashable, Sendable {
    package var source: OutsideSource
    package var text: String

    package init(_ source: OutsideSource, _ text: String) {
      self.source = source
      self.text = text
    }
  }

  package var values: Set<Value>

  package init(_ values: Set<Value> = []) {
    self.values = values
  }

  /// The sources whose values a text contains, in any form that Apus masks; sorted by name.
  package func sources(in text: String) -> [OutsideSource] {
    let bytes = Array(text.utf8)
    let texts = Dictionary(grouping: values) { $0.source }.mapValues { $0.map(\.text) }
    return texts.filter { _, texts in bytes.withUnsafeBytes { SecretMatcher(texts).finds(in: $0) } }.keys
      .sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
  }
}

extension Redaction {
  /// Masks what is the user's, too, whatever it is called: for a file that others get.
  package func adding(_ home: KeptHome) -> Redaction { adding(Set(home.values.map(\.text))) }
}
