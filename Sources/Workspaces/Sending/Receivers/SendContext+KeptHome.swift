import Basics
import Networking

extension SendContext {
  /// The values of these sources that this context knows, and those of everything that its collection was ever allowed:
  /// an earlier run may have sent them.
  package func keptHome(_ sources: Set<OutsideSource> = []) -> KeptHome {
    guard let consent else { return KeptHome() }
    var home = KeptHome()
    for source in sources.union(consent.allowed) {
      for text in keptTexts(of: source) { home.values.insert(KeptHome.Value(source, text)) }
    }
    return home
  }

  /// What a source holds now, in pieces that can be recognized; empty if this context does not know it.
  func keptTexts(of source: OutsideSource) -> Set<String> {
    if case .file(let path) = source { return consent?.texts(of: path) ?? [] }
    return Set(variables.entries.lazy.filter { $0.source == source }.map(\.value))
  }

  /// Adds a value of another answer under the name that the request uses for it. It is treated as a secret, because it
  /// is usually a token.
  /// - Parameter lost: what may be in it and cannot be recognized.
  package mutating func addAnswer(
    _ value: String, for reference: ResponseReference, _ home: KeptHome, lost: [OutsideSource] = []
  ) {
    let held = home.sources(in: value)
    variables.entries.append(
      VariableTable.Entry(
        reference.name, value, isSecret: true, origin: .response(reference.requestID),
        held: held + lost.filter { !held.contains($0) }))
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
