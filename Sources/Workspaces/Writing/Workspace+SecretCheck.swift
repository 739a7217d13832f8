extension Workspace {
  /// Names of the secrets whose values occur in a file's new text but not in the old one: ask the user before writing
  /// it. A save checks this itself (`SaveOptions`); exports and pasted texts call this.
  ///
  /// - Parameters:
  ///   - path: where the text is to be written; determines whose secrets are known.
  ///   - alsoKnown: values that are not in the secret store, by variable name.
  package func secretsInFile(
    _ new: [UInt8], at path: String, before old: [UInt8] = [], alsoKnown: [String: String] = [:]
  ) throws(WorkspaceError) -> [String] {
    try knownSecrets(of: [collection(of: path)], alsoKnown: alsoKnown).names(in: new, notIn: old)
  }

  /// The values in the secret store, for every environment of these collections, and others by name.
  package func knownSecrets(
    of collections: Set<String>, alsoKnown: [String: String] = [:]
  ) throws(WorkspaceError) -> KnownSecrets {
    var known: [KnownSecrets.Value] = alsoKnown.map { KnownSecrets.Value(name: $0.key, text: $0.value) }
    for collection in collections.sorted() {
      let store = secretStore(of: collection)
      for environment in environmentNames(of: collection) {
        known += try store.values(of: environment).map { KnownSecrets.Value(name: $0.key, text: $0.value) }
      }
    }
    return KnownSecrets(known)
  }

  /// The rule for secrets in files: an operation that would put the value of a known secret into a file that did not
  /// contain it, by an edit or because the file is new (created, copied, converted, imported, moved into another
  /// collection), stops until the user agrees. Restoring a file by undo is exempt.
  /// - Parameter source: the file or folder that is copied: the secrets of its collection count, too.
  func checkNew(
    _ steps: [WorkspaceChange.Step], from source: String? = nil, _ options: SaveOptions
  ) throws(WorkspaceError) {
    guard !options.mayWriteSecrets else { return }
    var collections = Set(source.map { [collection(of: $0)] } ?? [])
    for case .write(let path, nil, _) in steps { collections.insert(collection(of: path)) }
    let known = try knownSecrets(of: collections, alsoKnown: options.secrets)
    if known.isEmpty { return }
    for case .write(let path, nil, let new?) in steps {
      let names = known.names(in: new)
      if !names.isEmpty { throw .secretsWouldBeWritten(path: path, names) }
    }
  }
}
