extension AuthenticationScheme {
  /// One field of a scheme: its name in OpenCollection, and how it is shown, written and kept.
  package struct Field: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case text
      /// One of these; the first is what an empty value means.
      case choice([String])
      /// Written without quotes, where its value is one.
      case flag, number
      /// Its place is known, its content is kept elsewhere.
      case nested
    }

    /// Of a nested field with a dot: `credentials.clientId`.
    package let name: String
    /// `nil` for a field that the editor shows by its name, and only where the file has it.
    package let title: String?
    package var kind = Kind.text
    package var isSecret = false
    /// Written even where it is empty.
    package var isRequired = false
    /// Goes to the servers of a login, and not to that of the request.
    package var isForLogin = false

    package init(
      _ name: String, _ title: String? = nil, _ kind: Kind = .text, isSecret: Bool = false, isRequired: Bool = false,
      isForLogin: Bool = false
    ) {
      self.name = name
      self.title = title
      self.kind = kind
      self.isSecret = isSecret
      self.isRequired = isRequired
      self.isForLogin = isForLogin
    }

    /// Whether a value is written as it stands, without quotes.
    func isBare(_ value: String) -> Bool {
      switch kind {
      case .flag: value == "true" || value == "false"
      case .number: Int(value) != nil
      case .text, .choice, .nested: false
      }
    }
  }
}
