/// The settings of `config.yml` and of a workspace's `apus.yml`; a value that no file gives is `nil`, and its default
/// applies.
///
/// `ConfigurationKey.all` describes each of them: its name, its type, its default and what it is for.
package struct Configuration: Hashable, Sendable {
  /// A value and the file that gives it.
  package struct Given<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var origin: ConfigurationOrigin
    /// Of a name, which is looked for only where it is used.
    var place: YAMLPlace?

    package init(_ value: Value, _ origin: ConfigurationOrigin) {
      self.value = value
      self.origin = origin
    }

    /// Wherever it stands in the file.
    package static func == (left: Given, right: Given) -> Bool {
      left.value == right.value && left.origin == right.origin
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(value)
      hasher.combine(origin)
    }

    /// What is wrong with it, with its place: `config.yml:1:8: …`.
    package func fault(_ message: String) -> String {
      "\(origin.rawValue):\((place ?? YAMLPlace()).fault(message))"
    }
  }

  /// The keys that a file gives one command.
  package struct Binding: Hashable, Sendable {
    package var command: String
    /// As written; the screen knows which are keys.
    package var keys: [String]
    /// Where the command and each key stand.
    package var place: YAMLPlace
    package var keyPlaces: [YAMLPlace]
  }

  package var theme: Given<String>?
  package var keys: Given<String>?
  package var bindings: Given<[Binding]>?
  package var editorCommand: Given<String>?
  package var editorVim: Given<Bool>?
  package var tree: Given<String>?
  package var split: Given<String>?
  package var mouse: Given<Bool>?
  package var borders: Given<String>?
  package var motion: Given<Bool>?
  /// In milliseconds; 0 for none.
  package var timeout: Given<Int>?
  package var followRedirects: Given<Bool>?
  /// In bytes; 0 for any.
  package var maximumBody: Given<Int>?
  package var verifyTLS: Given<Bool>?
  package var httpVersion: Given<String>?
  /// Exchanges; 0 for any number.
  package var historyKeep: Given<Int>?
  /// 0 for any age.
  package var historyDays: Given<Int>?
  /// In bytes.
  package var historyBodies: Given<Int>?
  package var processEnvironment: Given<String>?
  package var filesOutside: Given<String>?
  package var clipboard: Given<String>?
  package var linear: Given<Bool>?
  package var announce: Given<Bool>?

  package init() {}

  /// These values and, where there are none, those of `lower`.
  package func merging(over lower: Configuration) -> Configuration {
    var merged = self
    for key in ConfigurationKey.all { key.kind.fill(&merged, from: lower) }
    return merged
  }
}

/// Which file gives a value.
package enum ConfigurationOrigin: String, Hashable, Sendable, CaseIterable {
  /// The user's own.
  case user = "config.yml"
  /// The workspace's, which others may have written.
  case workspace = "apus.yml"
}
