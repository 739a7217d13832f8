import Basics
import Networking

/// The user's values that were sent to a receiver by consent, to be found in the server's answers: when a request would
/// send them on to another receiver, Apus asks again.
public struct KeptHome: Hashable, Sendable {
  /// One text and the source it belongs to.
  public struct Value: Hashable, Sendable {
    public var source: OutsideSource
    public var text: String

    public init(_ source: OutsideSource, _ text: String) {
      self.source = source
      self.text = text
    }
  }

  public var values: Set<Value>

  public init(_ values: Set<Value> = []) {
    self.values = values
  }

  /// The sources whose values a text contains, in any form that Apus masks; sorted by name.
  public func sources(in text: String) -> [OutsideSource] {
    let bytes = Array(text.utf8)
    let texts = Dictionary(grouping: values) { $0.source }.mapValues { $0.map(\.text) }
    return texts.filter { _, texts in bytes.withUnsafeBytes { SecretMatcher(texts).finds(in: $0) } }.keys
      .sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
  }
}

extension SendContext {
  /// The values of these sources that this context knows, and those of everything that its collection was ever allowed:
  /// an earlier run may have sent them.
  package func keptHome(_ sources: Set<OutsideSource> = []) -> KeptHome {
    guard let consent else { return KeptHome() }
    let all = sources.union(consent.allowed)
    var home = KeptHome()
    for entry in variables.entries {
      if let source = entry.source, all.contains(source) { home.values.insert(KeptHome.Value(source, entry.value)) }
    }
    for case .file(let path) in all {
      for text in consent.texts(of: path) { home.values.insert(KeptHome.Value(.file(path), text)) }
    }
    return home
  }

  /// Adds a value of another answer under the name that the request uses for it. It is treated as a secret, because it
  /// is usually a token.
  package mutating func addAnswer(_ value: String, for reference: ResponseReference, _ home: KeptHome) {
    variables.entries.append(
      VariableTable.Entry(
        reference.name, value, isSecret: true, origin: .response(reference.requestID), held: home.sources(in: value)))
  }
}

extension ConsentPolicy {
  /// In bytes; the content of larger files is not searched for.
  private static let largestFile = 64 << 10
  /// In bytes; a shorter line occurs in answers by chance.
  private static let shortestLine = 8

  /// The file as a whole and each of its lines: a server may return a part.
  fileprivate func texts(of path: String) -> Set<String> {
    // A file that is gone, or is not text, cannot occur in a value.
    guard let bytes = try? Disk.read(path, limit: Self.largestFile), let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingASCII(\.isBlank) }
    return Set(lines.filter { $0.utf8.count >= Self.shortestLine } + [text])
  }
}
