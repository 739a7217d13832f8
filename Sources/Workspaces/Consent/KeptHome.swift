import Basics
import Networking

/// Values of the user's that went to a receiver by consent, to find them again in what a server answers: by whichever way
/// they come back, another receiver is asked about.
public struct KeptHome: Hashable, Sendable {
  /// One text and what it is of.
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

  /// What of the user's stands in a text, in any form in which Apus would mask it; in the order of the names.
  public func sources(in text: String) -> [OutsideSource] {
    let bytes = Array(text.utf8)
    let texts = Dictionary(grouping: values) { $0.source }.mapValues { $0.map(\.text) }
    return texts.filter { _, texts in bytes.withUnsafeBytes { SecretMatcher(texts).finds(in: $0) } }.keys
      .sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
  }
}

extension SendContext {
  /// What these sources hold as far as this context knows it, and with them all that its collection was ever allowed:
  /// an earlier program may have sent it.
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

  /// The value of another answer under the name by which the request asks for it. Secret, because a token is what is
  /// usually taken.
  package mutating func addAnswer(_ value: String, for reference: ResponseReference, _ home: KeptHome) {
    variables.entries.append(
      VariableTable.Entry(
        reference.name, value, isSecret: true, origin: .response(reference.requestID), held: home.sources(in: value)))
  }
}

extension ConsentPolicy {
  /// A larger file is not looked for.
  private static let largestFile = 64 << 10
  /// A shorter line stands in answers by chance.
  private static let shortestLine = 8

  /// The file as a whole and each of its lines: a server may give back a part.
  fileprivate func texts(of path: String) -> Set<String> {
    // One that is gone by now, or no text, cannot be found in a value.
    guard let bytes = try? Disk.read(path, limit: Self.largestFile), let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingASCII(\.isBlank) }
    return Set(lines.filter { $0.utf8.count >= Self.shortestLine } + [text])
  }
}
