/// Values that must not get into a file without a question, by the names of their variables.
public struct KnownSecrets: Hashable, Sendable {
  public struct Value: Hashable, Sendable {
    public var name: String
    public var text: String

    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  private let values: [Value]
  /// Shorter values stand everywhere by chance.
  private static let shortest = 4

  public init(_ values: [Value]) {
    self.values = values.filter { $0.text.utf8.count >= Self.shortest }
  }

  public var isEmpty: Bool { values.isEmpty }

  /// Names of the secrets whose values stand in a file's new text and not in the old one.
  public func names(in new: [UInt8], notIn old: [UInt8] = []) -> [String] {
    guard !values.isEmpty else { return [] }
    let (after, before) = (Self.texts(in: new), Self.texts(in: old))
    let found = values.filter { secret in
      after.contains { $0.contains(secret.text) } && !before.contains { $0.contains(secret.text) }
    }
    return Set(found.map(\.name)).sorted()
  }

  /// The same for a request that has no file yet.
  public func names(in definition: RequestDefinition) -> [String] {
    isEmpty ? [] : names(in: YAMLEmitter.file(RequestWriter.file(definition)))
  }

  /// The same for what a folder or a collection shares.
  public func names(in settings: SharedSettings) -> [String] {
    guard !isEmpty else { return [] }
    let empty = SettingsWriter.collection(named: "")
    return names(in: YAMLEmitter.file(SettingsWriter.tree(empty, from: SharedSettings(), to: settings)))
  }

  /// The same for an environment's file, which does not hold the values of its own secrets.
  public func names(in environment: Environment) -> [String] {
    isEmpty ? [] : names(in: YAMLEmitter.file(EnvironmentWriter.file(environment)))
  }

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
