import Basics

/// Finds types, fields, values and directives by name and description. Built once per schema; a search scans one text
/// of all entries with the C library, to keep up with typing even for 20,000 types.
package struct SchemaSearch: Sendable {
  private struct Row: Sendable {
    var entry: SchemaEntry
    /// The offset of its path in the text, with the owner: `query.user`.
    var start: Int
    var name: Int
    var description: Int
  }

  private let rows: [Row]
  /// The paths and descriptions of all rows in lower case, each terminated by a zero.
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

  /// The entries that contain every word in their name, their owner's name or their description. Exact names come
  /// first, then names that start with the first word, then names that contain it, then the rest.
  package func entries(matching text: String, limit: Int = 200) -> [SchemaEntry] {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.utf8.map(\.asciiLowercased) }
    guard let longest = words.max(by: { $0.count < $1.count }) else { return [] }
    var found: [[Int]] = Array(repeating: [], count: 4)
    self.text.withUnsafeBytes { all in
      var (row, start) = (0, 0)
      while let place = ByteSearch.first(longest, in: all, from: start) {
        while row + 1 < rows.count, rows[row + 1].start <= place { row += 1 }
        let end = row + 1 < rows.count ? rows[row + 1].start : all.count
        if let rank = Self.rank(rows[row], end, words, all), found[rank].count < limit { found[rank].append(row) }
        start = end
      }
    }
    return found.joined().prefix(limit).map { rows[$0].entry }
  }

  /// The rank of a row; `nil` if it lacks a word.
  private static func rank(_ row: Row, _ end: Int, _ words: [[UInt8]], _ all: UnsafeRawBufferPointer) -> Int? {
    func has(_ word: [UInt8], _ range: Range<Int>) -> Bool {
      ByteSearch.first(word, in: UnsafeRawBufferPointer(rebasing: all[range])) != nil
    }
    let (path, description) = (row.start..<row.description - 1, row.description..<end - 1)
    let isNamed = words.allSatisfy { has($0, path) }
    guard isNamed || words.allSatisfy({ has($0, path) || has($0, description) }) else { return nil }
    let name = all[row.name..<path.upperBound]
    return !isNamed ? 3 : name.elementsEqual(words[0]) ? 0 : name.starts(with: words[0]) ? 1 : 2
  }
}

/// One line of a schema list: a type, or a member of a type or directive.
package struct SchemaEntry: Hashable, Sendable {
  /// The subject of the line.
  package enum Kind: Hashable, Sendable {
    case type(SchemaType.Kind)
    case field, argument, inputField, value, directive
    /// An interface that the type implements.
    case interface
    /// A member of a union, or an object that implements the interface.
    case possibleType
  }

  package var kind: Kind
  /// The type, field or directive that the entry belongs to: `Query`, `Query.user`, `@skip`.
  package var owner: String?
  package var name: String
  /// The line: `user(id: ID!): User`.
  package var signature: String
  package var description: String?
  /// The reason for deprecation; `nil` if it is not deprecated.
  package var deprecation: String?
  /// The type to open from this entry.
  package var target: String?
}

extension GraphQLSchema {
  /// The members of a type in the order of its schema: interfaces, fields, values, possible types.
  package func entries(of type: SchemaType) -> [SchemaEntry] {
    var entries = type.interfaces.map { entry(.interface, $0, of: type) }
    entries += type.fields.map { field in
      SchemaEntry(
        kind: .field, owner: type.name, name: field.name, signature: field.signature, description: field.description,
        deprecation: field.deprecation, target: field.type.name)
    }
    entries += type.inputFields.map { Self.entry(.inputField, $0, of: type.name) }
    entries += type.values.map { value in
      SchemaEntry(
        kind: .value, owner: type.name, name: value.name, signature: value.name, description: value.description,
        deprecation: value.deprecation)
    }
    if type.isAbstract { entries += possibleTypes(of: type).map { entry(.possibleType, $0, of: type) } }
    return entries
  }

  package func entries(of field: SchemaField, in type: SchemaType) -> [SchemaEntry] {
    field.arguments.map { Self.entry(.argument, $0, of: "\(type.name).\(field.name)") }
  }

  package func entry(of type: SchemaType) -> SchemaEntry {
    SchemaEntry(
      kind: .type(type.kind), name: type.name, signature: "\(type.kind.keyword) \(type.name)",
      description: type.description, target: type.name)
  }

  private func entry(_ kind: SchemaEntry.Kind, _ name: String, of type: SchemaType) -> SchemaEntry {
    SchemaEntry(
      kind: kind, owner: type.name, name: name, signature: name, description: self.type(name)?.description,
      target: name)
  }

  private static func entry(_ kind: SchemaEntry.Kind, _ input: SchemaInput, of owner: String) -> SchemaEntry {
    SchemaEntry(
      kind: kind, owner: owner, name: input.name, signature: input.signature, description: input.description,
      deprecation: input.deprecation, target: input.type.name)
  }
}

extension SchemaType.Kind {
  /// The keyword that defines this kind of type.
  package var keyword: String {
    switch self {
    case .scalar: "scalar"
    case .object: "type"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .input: "input"
    }
  }
}

extension TypeSystemDefinition.Kind {
  /// The kind of type that it defines; `nil` for the schema and directives.
  var ofType: SchemaType.Kind? { SchemaType.Kind.allCases.first { $0.keyword == rawValue } }
}
