extension KnownSecrets {
  /// Names of the secrets whose values a request would bring into a file that it does not have yet.
  package func names(in definition: RequestDefinition) -> [String] {
    isEmpty ? [] : names(in: YAMLEmitter.file(RequestWriter.file(definition)))
  }

  /// The same for the settings of a folder or a collection.
  package func names(in settings: SharedSettings) -> [String] {
    guard !isEmpty else { return [] }
    let empty = SettingsWriter.collection(named: "")
    return names(in: YAMLEmitter.file(SettingsWriter.tree(empty, from: SharedSettings(), to: settings)))
  }

  /// The same for an environment's file, which does not contain the values of its own secrets.
  package func names(in environment: Environment) -> [String] {
    isEmpty ? [] : names(in: YAMLEmitter.file(EnvironmentWriter.file(environment)))
  }
}
