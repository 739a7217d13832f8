import Workspaces

/// Two versions of a request side by side, after the user and another program changed the same fields: the user chooses
/// a version for each field, or one for all.
package struct ConflictPage: Equatable, Sendable {
  package let key: RequestKey
  package let name: String
  /// Whether these are the settings of a folder or a collection.
  let isShared: Bool
  /// The disk version displayed here; a newer one has to be shown before a decision.
  let version: Int
  var fields: [Field]
  /// Whether to save after the choice, because a save led here.
  let savesAfter: Bool
  /// The field under the cursor, and the first visible row.
  var cursor = 0
  var offset = 0

  enum Side: Hashable, Sendable {
    case mine, theirs
  }

  /// A field that both changed; a long text takes several lines.
  struct Field: Equatable, Sendable {
    /// The field's name in the merge.
    let id: String
    let lines: [Line]
    var side = Side.mine
  }

  struct Line: Equatable, Sendable {
    var title: String
    var mine: String
    var theirs: String
  }

  init(
    key: RequestKey, mine: RequestDefinition, theirs: DiskVersion, conflicts: [DefinitionMerge.Conflict],
    savesAfter: Bool
  ) {
    self.key = key
    name = mine.name
    isShared = mine.kind.isShared
    version = theirs.number
    self.savesAfter = savesAfter
    fields = conflicts.map { Field(id: $0.field, lines: Self.lines(of: $0, mine, theirs.definition)) }
  }

  /// The marked sides as a choice.
  var choice: ConflictChoice { .fields(theirs: Set(fields.filter { $0.side == .theirs }.map(\.id))) }

  mutating func choose(_ side: Side?) {
    guard fields.indices.contains(cursor) else { return }
    fields[cursor].side = side ?? (fields[cursor].side == .mine ? .theirs : .mine)
  }

  /// The keys in the bottom line; Enter applies the marked sides, a letter decides for the whole request.
  var keys: [(key: String, label: String)] {
    let both = answers["b"] == nil ? [] : [(key: "b", label: "keep both")]
    return [("Enter", "keep marked"), ("Space", "switch"), ("m", "all mine"), ("t", "all theirs")] + both
      + [("Esc", "later")]
  }

  /// A folder cannot have its settings twice.
  var answers: [Character: ConflictChoice] {
    isShared ? ["m": .mine, "t": .theirs] : ["m": .mine, "t": .theirs, "b": .both]
  }
}
