import HTTPModel

/// The settings of `config.yml` and of a workspace's `apus.yml`; a value that no file sets is `nil`, and its default
/// applies.
///
/// `ConfigurationKey.all` describes each of them: its name, its type, its default and what it is for.
package struct Configuration: Hashable, Sendable {
  /// A value and the file that sets it.
  package struct Given<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var origin: ConfigurationOrigin
    /// The position of a value that may be resolved only when it is used.
    var place: YAMLPlace?

    package init(_ value: Value, _ origin: ConfigurationOrigin) {
      self.value = value
      self.origin = origin
    }

    /// Compares values and origins; the position in the file does not matter.
    package static func == (left: Given, right: Given) -> Bool {
      left.value == right.value && left.origin == right.origin
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(value)
      hasher.combine(origin)
    }

    /// A message about this value with its position: `config.yml:1:8: …`.
    package func fault(_ message: String) -> String {
      "\(origin.rawValue):\((place ?? YAMLPlace()).fault(message))"
    }
  }

  /// The keys that a file binds to one command.
  package struct Binding: Hashable, Sendable {
    package var command: String
    /// As written; the screen validates them.
    package var keys: [String]
    /// The positions of the command and of each key.
    package var place: YAMLPlace
    package var keyPlaces: [YAMLPlace]
  }

  package var theme: Given<String>?
  package var keys: Given<String>?
  package var bindings: Given<[Binding]>?
  package var editorCommand: Given<String>?
  package var editorVim: Given<Bool>?
  /// `send` or `keep`.
  package var enterInURL: Given<String>?
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
  /// In milliseconds.
  package var scriptTimeout: Given<Int>?
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

  /// In milliseconds; the system ends a child that computes longer.
  package static let longestScript = 600_000

  /// These values and, where there are none, those of `lower`.
  package func merging(over lower: Configuration) -> Configuration {
    var merged = self
    for key in ConfigurationKey.all { key.kind.fill(&merged, lower) }
    return merged
  }
}

/// The file that sets a value.
package enum ConfigurationOrigin: String, Hashable, Sendable, CaseIterable {
  /// The user's own file.
  case user = "config.yml"
  /// The workspace's file, which others may have written.
  case workspace = "apus.yml"
}

/// The defaults of each send, which a request, its environment and the command line override.
extension Configuration {
  /// The settings of a request, completed by these.
  package func completing(_ settings: RequestSettings) -> RequestSettings {
    var complete = settings
    complete.timeout = settings.timeout ?? timeout.map { Double($0.value) }
    complete.followRedirects = settings.followRedirects ?? followRedirects?.value
    complete.maximumBodySize = settings.maximumBodySize ?? maximumBody?.value
    complete.scriptTimeout = settings.scriptTimeout ?? scriptTimeout?.value
    return complete
  }

  /// Applies the options that no setting of a request covers.
  ///
  /// - Parameter trustIsGiven: whether the environment sets which servers to trust, which is more specific.
  func apply(to options: inout TransferOptions, trustIsGiven: Bool) {
    if let version = httpVersion.flatMap({ Self.versions[$0.value] }) { options.httpVersion = version }
    if verifyTLS?.value == false, !trustIsGiven {
      var tls = options.tls ?? TransferOptions.TLSOptions()
      tls.verifies = false
      options.tls = tls
    }
  }

  private static let versions: [String: TransferOptions.HTTPVersion] = [
    "1.0": .http10, "1.1": .http11, "2": .http2, "3": .http3,
  ]

  /// The consent required for a collection to use process variables, or files outside of it.
  func consent(to source: UserValueSource) -> ConfigurationConsent {
    let given: Given<String>? =
      switch source.kind {
      case .variable: processEnvironment
      case .file: filesOutside
      default: nil
      }
    return given.flatMap { ConfigurationConsent(rawValue: $0.value) } ?? .ask
  }
}
