import Basics

/// Finds types, fields, values and directives by their names and descriptions. Made once for a schema; a search takes a time
/// that grows with the schema.
package struct SchemaSearch: Sendable {
  private struct Row: Sendable {
    var entry: SchemaEntry
    /// In lower case, with the owner: `query.user`.
    var path: [UInt8]
    var nameStart: Int
    var description: [UInt8]
  }

  private let rows: [Row]

  package init(_ schema: GraphQLSchema) {
    var entries: [SchemaEntry] = []
    for type in schema.types where !type.name.utf8.starts(with: "__".utf8) {
      entries.append(schema.entry(of: type))
      entries += schema.entries(of: type).filter { $0.kind != .interface && $0.kind != .possibleType }
    }
    entries += schema.directives.map { directive in
      SchemaEntry(
        kind: .directive, name: "@\(directive.name)",
        signature: "@\(directive.name)"
          + (directive.arguments.isEmpty ? "" : "(\(directive.arguments.map(\.signature).joined(separator: ", ")))"),
        description: directive.description)
    }
    rows = entries.map { entry in
      let owner = entry.owner.map { "\($0)." } ?? ""
      return Row(
        entry: entry, path: (owner + entry.name).utf8.map(\.asciiLowercased), nameStart: owner.utf8.count,
        description: (entry.description ?? "").utf8.map(\.asciiLowercased))
    }
  }

  /// The entries that contain every word, in their name, their owner's or their description; the best first: the name itself,
  /// names that start with the first word, names that contain it, the rest.
  package func entries(matching text: String, limit: Int = 200) -> [SchemaEntry] {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.utf8.map(\.asciiLowercased) }
    guard let first = words.first else { return [] }
    var found: [[SchemaEntry]] = Array(repeating: [], count: 4)
    for row in rows {
      let name = row.path[row.nameStart...]
      let isNamed = words.allSatisfy { Self.contains(row.path[...], $0) }
      guard isNamed || words.allSatisfy({ Self.contains(row.path[...], $0) || Self.contains(row.description[...], $0) })
      else { continue }
      let rank = !isNamed ? 3 : name.elementsEqual(first) ? 0 : name.starts(with: first) ? 1 : 2
      if found[rank].count < limit { found[rank].append(row.entry) }
    }
    return Array(found.joined().prefix(limit))
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    var start = text.startIndex
    while start <= text.endIndex - word.count {
      if text[start] == first, text[start...].starts(with: word) { return true }
      start += 1
    }
    return false
  }
}
