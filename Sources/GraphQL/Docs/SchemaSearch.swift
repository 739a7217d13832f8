import Basics

/// Finds types, fields, values and directives by their names and descriptions. Made once for a schema; a search goes through
/// one text with all of them, with the C library, so that it keeps up with typing also in a schema of 20,000 types.
package struct SchemaSearch: Sendable {
  private struct Row: Sendable {
    var entry: SchemaEntry
    /// Where its path begins in the text, with the owner: `query.user`.
    var start: Int
    var name: Int
    var description: Int
  }

  private let rows: [Row]
  /// Of all rows, in lower case: the path, the description, each with a zero behind it.
  private let text: [UInt8]

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
    var text: [UInt8] = []
    rows = entries.map { entry in
      let start = text.count
      if let owner = entry.owner { text += owner.utf8.map(\.asciiLowercased) + [UInt8(ascii: ".")] }
      let name = text.count
      text += entry.name.utf8.map(\.asciiLowercased) + [0]
      let description = text.count
      text += (entry.description ?? "").utf8.map(\.asciiLowercased) + [0]
      return Row(entry: entry, start: start, name: name, description: description)
    }
    self.text = text
  }

  /// The entries that contain every word, in their name, their owner's or their description; the best first: the name itself,
  /// names that start with the first word, names that contain it, the rest.
  package func entries(matching text: String, limit: Int = 200) -> [SchemaEntry] {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.utf8.map(\.asciiLowercased) }
    guard let longest = words.max(by: { $0.count < $1.count }) else { return [] }
    var found: [[Int]] = Array(repeating: [], count: 4)
    self.text.withUnsafeBytes { all in
      var (row, start) = (0, 0)
      while let place = Self.place(of: longest, in: all, from: start) {
        while row + 1 < rows.count, rows[row + 1].start <= place { row += 1 }
        let end = row + 1 < rows.count ? rows[row + 1].start : all.count
        if let rank = Self.rank(rows[row], end, words, all), found[rank].count < limit { found[rank].append(row) }
        start = end
      }
    }
    return found.joined().prefix(limit).map { rows[$0].entry }
  }

  /// How well a row fits; `nil` if it lacks a word.
  private static func rank(_ row: Row, _ end: Int, _ words: [[UInt8]], _ all: UnsafeRawBufferPointer) -> Int? {
    func has(_ word: [UInt8], _ range: Range<Int>) -> Bool {
      place(of: word, in: UnsafeRawBufferPointer(rebasing: all[range]), from: 0) != nil
    }
    let (path, description) = (row.start..<row.description - 1, row.description..<end - 1)
    let isNamed = words.allSatisfy { has($0, path) }
    guard isNamed || words.allSatisfy({ has($0, path) || has($0, description) }) else { return nil }
    let name = all[row.name..<path.upperBound]
    return !isNamed ? 3 : name.elementsEqual(words[0]) ? 0 : name.starts(with: words[0]) ? 1 : 2
  }

  private static func place(of word: [UInt8], in all: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let rest = UnsafeRawBufferPointer(rebasing: all[start...])
    return word.withUnsafeBytes { ByteSearch.first($0, in: rest) }.map { $0 + start }
  }
}
