/// A name offered while `{{` is being typed.
package struct VariableCompletion: Hashable, Sendable {
  package var name: String
  /// Resolved; masked for a secret; empty for a dynamic variable.
  package var value: String
  package var origin: VariableTable.Origin
  package var isSecret: Bool
}

extension VariableTable {
  /// Names for an unclosed `{{` before `offset` (UTF-8) in `text`, best first, and the range that the chosen one
  /// replaces. `nil` if no variable is being typed.
  package func completions(in text: String, at offset: Int) -> (range: Range<Int>, names: [VariableCompletion])? {
    let bytes = Array(text.utf8)
    guard let open = TemplateScanner.open(in: bytes, before: offset) else { return nil }
    let typed = open.typed.lowercased()
    let ranked = offered().compactMap { candidate -> (rank: Int, Offered)? in
      let name = candidate.name.lowercased()
      // Process variables are not declared anywhere: they are offered only once their prefix is being typed.
      if candidate.origin == .process { return !typed.isEmpty && name.hasPrefix(typed) ? (2, candidate) : nil }
      if name.hasPrefix(typed) { return (0, candidate) }
      return name.contains(typed) ? (1, candidate) : nil
    }
    let best = (0...2).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.1) }
    var expansion = VariableExpansion(self, .live)
    let names = best.prefix(Self.mostOffered).map { offered in
      let shown = offered.isSecret ? "••••" : offered.entry.map { expansion.resolved($0).text(masked: "••••") } ?? ""
      return VariableCompletion(name: offered.name, value: shown, origin: offered.origin, isSecret: offered.isSecret)
    }
    return (open.start..<min(offset, bytes.count), names)
  }

  /// What was typed behind an unclosed `{{` before `offset` (UTF-8), and its range; `nil` if there is none.
  package static func typedName(in text: String, at offset: Int) -> (range: Range<Int>, typed: String)? {
    let bytes = Array(text.utf8)
    guard let open = TemplateScanner.open(in: bytes, before: offset) else { return nil }
    return (open.start..<min(offset, bytes.count), open.typed)
  }

  /// Results are capped; typing on narrows them.
  private static let mostOffered = 500

  /// A matching name, before its value is computed.
  private struct Offered {
    var name: String
    /// `nil` for a dynamic variable.
    var entry: Entry?
    var origin: Origin
    var isSecret: Bool
  }

  /// Every name once with its winning entry, innermost first, dynamic ones last.
  private func offered() -> [Offered] {
    var seen: Set<String> = []
    var found: [Offered] = []
    for entry in entries {
      let name = entry.origin == .process ? Self.processPrefix + entry.name : entry.name
      guard seen.insert(name).inserted else { continue }
      found.append(Offered(name: name, entry: entry, origin: entry.origin, isSecret: entry.isSecret))
    }
    return found + DynamicValues.names.map { Offered(name: "$" + $0, entry: nil, origin: .dynamic, isSecret: false) }
  }
}
