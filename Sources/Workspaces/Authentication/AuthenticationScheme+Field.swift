extension AuthenticationScheme {
  /// One field of a scheme: its name in OpenCollection, and how it is shown, written and stored.
  package struct Field: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case text
      /// One of these; an empty value means the first.
      case choice([String])
      /// Written without quotes if the value is a valid flag or number.
      case flag, number
      /// A map whose place in the order is known; its content is stored elsewhere.
      case nested
    }

    /// Nested fields have a dot: `credentials.clientId`.
    package let name: String
    /// `nil` for a field that the editor shows by its name, and only if the file has it.
    package let title: String?
    package var kind = Kind.text
    package var isSecret = false
    /// Written even if it is empty.
    package var isRequired = false
    /// Sent to the login servers, not to the request's server.
    package var isForLogin = false
    /// Whether the value may have several lines: it is no part of the request's head.
    package var hasLines = false

    package init(
      _ name: String, _ title: String? = nil, _ kind: Kind = .text, isSecret: Bool = false, isRequired: Bool = false,
      isForLogin: Bool = false, hasLines: Bool = false
    ) {
      self.name = name
      self.title = title
      self.kind = kind
      self.isSecret = isSecret
      self.isRequired = isRequired
      self.isForLogin = isForLogin
      self.hasLines = hasLines
    }

    /// Whether a value is written without quotes.
    func isBare(_ value: String) -> Bool {
      switch kind {
      case .flag: value == "true" || value == "false"
      case .number: Int(value) != nil
      case .text, .choice, .nested: false
      }
    }
  }
}
