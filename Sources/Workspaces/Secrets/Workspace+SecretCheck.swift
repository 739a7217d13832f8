extension Workspace {
  /// Names of the secrets whose values stand in a file's new text and did not stand in the old one: to be asked about
  /// before it is written. A save does this by itself (`SaveOptions`); for exports and texts that are pasted, ask here.
  ///
  /// - Parameters:
  ///   - path: where the text is to be written; decides whose secrets are known.
  ///   - alsoKnown: values that the secret store does not have, by the names of their variables.
  public func secretsInFile(
    _ new: [UInt8], at path: String, before old: [UInt8] = [], alsoKnown: [String: String] = [:]
  ) throws(WorkspaceError) -> [String] {
    let collection = collection(of: path)
    let store = secretStore(of: collection)
    var known: [(name: String, value: String)] = alsoKnown.map { ($0.key, $0.value) }
    for environment in environmentNames(of: collection) {
      known += try store.values(of: environment).map { ($0.key, $0.value) }
    }
    let values = known.filter { $0.value.utf8.count >= Self.shortestSecret }
    guard !values.isEmpty else { return [] }
    let (after, before) = (Self.texts(in: new), Self.texts(in: old))
    let found = values.filter { secret in
      after.contains { $0.contains(secret.value) } && !before.contains { $0.contains(secret.value) }
    }
    return Set(found.map(\.name)).sorted()
  }

  /// Shorter values stand everywhere by chance.
  private static let shortestSecret = 4

  /// The text as it stands, and every scalar as it reads: a quoted value is written otherwise than it is meant.
  private static func texts(in bytes: [UInt8]) -> [String] {
    var texts = [String(decoding: bytes, as: UTF8.self)]
    // A text that is no YAML has no scalars.
    guard bytes.contains(UInt8(ascii: "\\")), let root = try? YAMLDocument(bytes).root else { return texts }
    var nodes = [root]
    while let node = nodes.popLast() {
      if let text = node.text { texts.append(text) }
      nodes += node.items ?? []
      nodes += (node.entries ?? []).map(\.value)
    }
    return texts
  }
}

extension SendContext {
  /// The values that must not be written into a file, by the names of their variables: for `SaveOptions.secrets`.
  public var secretValues: [String: String] {
    let secret = variables.entries.filter(\.isSecret).map { ($0.name, variables.resolved($0.value).text) }
    return Dictionary(secret) { first, _ in first }
  }
}
