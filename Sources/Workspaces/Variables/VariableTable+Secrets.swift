import Networking

extension VariableTable {
  /// Names that an environment declares secret, with or without a value on this machine.
  package var declaredSecrets: Set<String> {
    Set(entries.filter { $0.isSecret && ($0.origin.isEnvironment || $0.origin == .workspace) }.map(\.name))
      .union(unsetSecrets.keys)
  }

  /// Declared secret, or named like one: a value from an answer has no declaration of its own.
  func isSecret(_ name: String) -> Bool { Self.isSecret(name, declaredSecrets) }

  static func isSecret(_ name: String, _ declared: Set<String>) -> Bool {
    namesSecret(name) || declared.contains(name)
  }

  /// Whether a name says that its value is secret.
  package static func namesSecret(_ name: String) -> Bool { CredentialName.isOne(name) }

  /// Whether an entry is secret, or written under a name that is usually secret.
  func mayBeSecret(at index: Int) -> Bool {
    entries[index].isSecret || entries[index].origin.scope.isWritten && Self.namesSecret(entries[index].name)
  }
}

extension VariableTable.Origin {
  fileprivate var isEnvironment: Bool { if case .environment = self { true } else { false } }
}
