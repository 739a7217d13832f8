import Basics
import HTTPModel

/// Values that must not be written into a file without asking, with the names of their variables.
package struct KnownSecrets: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var name: String
    package var text: String
  }

  private let values: [Value]

  /// - Parameter values: short words are left out, because they occur by chance, as in the names of variables.
  package init(_ values: [Value]) {
    self.values = values.filter { value in
      let text = value.text.utf8
      return switch SecretReach(of: text) {
      case .nowhere: false
      case .wholeWord: text.allSatisfy(\.isASCIIDigit)
      case .anywhere: true
      }
    }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// Names of the secrets whose values occur in a file's new text but not in the old one.
  package func names(in new: [UInt8], notIn old: [UInt8] = []) -> [String] {
    guard !values.isEmpty else { return [] }
    let found = values.filter { secret in
      let matcher = SecretMatcher([secret.text])
      return Self.finds(secret, matcher, in: new) && !Self.finds(secret, matcher, in: old)
    }
    return Set(found.map(\.name)).sorted()
  }

  /// A file indents the lines of a block, so a secret of several lines is looked for without indentation, too.
  private static func finds(_ secret: Value, _ matcher: SecretMatcher, in text: [UInt8]) -> Bool {
    if text.withUnsafeBytes({ matcher.finds(in: $0) }) { return true }
    let lines = unindented(secret.text.utf8)
    return lines.contains(0x0A) && unindented(text).firstRange(of: lines) != nil
  }

  private static func unindented(_ text: some Sequence<UInt8>) -> [UInt8] {
    var isStart = true
    return text.filter { byte in
      let isIndentation = isStart && (byte == 0x20 || byte == 0x09)
      isStart = byte == 0x0A || isIndentation
      return !isIndentation
    }
  }
}

extension KnownSecrets {
  /// The names of the secrets whose values a request would add to its file.
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

extension Workspace {
  /// The names of the secrets whose values occur in a file's new text but not in the old one; ask the user before
  /// writing it. A save checks this itself (`SaveOptions`); exports and pasted texts call this function.
  ///
  /// - Parameters:
  ///   - path: the file to be written; determines which secrets are known.
  ///   - alsoKnown: values that are not in the secret store, by variable name.
  package func secretsInFile(
    _ new: [UInt8], at path: String, before old: [UInt8] = [], alsoKnown: [String: String] = [:]
  ) throws(WorkspaceError) -> [String] {
    try knownSecrets(of: [collection(of: path)], alsoKnown: alsoKnown).names(in: new, notIn: old)
  }

  /// The secrets in the store, for every environment of these collections, and further ones by name.
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

  /// Enforces the rule for secrets in files: an operation that would add the value of a known secret to a file, by an
  /// edit or because the file is new (created, copied, converted, imported, moved into another collection), stops until
  /// the user agrees. Restoring a file by undo is exempt.
  /// - Parameter source: the file or folder that is copied; the secrets of its collection are included.
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
