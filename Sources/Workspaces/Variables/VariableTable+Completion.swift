/// A name offered while `{{` is being typed.
public struct VariableCompletion: Hashable, Sendable {
  public var name: String
  /// Resolved; masked for a secret; empty for a dynamic one.
  public var value: String
  public var origin: VariableTable.Origin
  public var isSecret: Bool
}

extension VariableTable {
  /// Names for an unclosed `{{` before `offset` (UTF-8) of `text`, best first, and the range that a choice replaces.
  /// `nil` where no variable is being typed.
  public func completions(in text: String, at offset: Int) -> (range: Range<Int>, names: [VariableCompletion])? {
    let bytes = Array(text.utf8)
    guard let open = TemplateScanner.open(in: bytes, before: offset) else { return nil }
    let typed = open.typed.lowercased()
    let ranked = all().compactMap { candidate -> (Int, VariableCompletion)? in
      let name = candidate.name.lowercased()
      // Nobody declared what the process has: it is offered to whoever begins to write its prefix, never among the rest.
      if candidate.origin == .process { return !typed.isEmpty && name.hasPrefix(typed) ? (2, candidate) : nil }
      if name.hasPrefix(typed) { return (0, candidate) }
      return name.contains(typed) ? (1, candidate) : nil
    }
    return (open.start..<min(offset, bytes.count), (0...2).flatMap { rank in ranked.filter { $0.0 == rank }.map(\.1) })
  }

  /// Every name once with the value that wins, innermost first, dynamic ones last.
  private func all() -> [VariableCompletion] {
    var seen: Set<String> = []
    var found: [VariableCompletion] = []
    for entry in entries {
      let name = entry.origin == .process ? Self.processPrefix + entry.name : entry.name
      guard seen.insert(name).inserted else { continue }
      let shown = entry.isSecret ? "••••" : resolved(entry.value).text(masked: "••••")
      found.append(VariableCompletion(name: name, value: shown, origin: entry.origin, isSecret: entry.isSecret))
    }
    return found
      + DynamicValues.names.map { VariableCompletion(name: "$" + $0, value: "", origin: .dynamic, isSecret: false) }
  }
}
