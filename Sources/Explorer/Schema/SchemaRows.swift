import GraphQL

/// The rows of a list of the schema. A schema may have 20,000 types, of which a page is shown: rows that are no more than
/// their entries are made as they are asked for.
struct SchemaRows: RandomAccessCollection {
  private let made: [SchemaRow]
  private let entries: [SchemaEntry]

  init(_ rows: [SchemaRow]) { (made, entries) = (rows, []) }

  /// Types, and what a search finds: each leads somewhere.
  init(of entries: [SchemaEntry]) { (made, self.entries) = ([], entries) }

  var startIndex: Int { 0 }
  var endIndex: Int { Swift.max(made.count, entries.count) }

  subscript(position: Int) -> SchemaRow {
    entries.isEmpty ? made[position] : SchemaRow(entry: entries[position], canOpen: true)
  }
}
