import Workspaces

/// Two versions of one request side by side, where a draft and another program changed the same fields: which of the
/// two each field keeps, or one answer for all of them.
public struct ConflictPage: Equatable, Sendable {
  public let key: RequestKey
  public let name: String
  /// The version of the disk that is shown: what came after it has to be seen first.
  let version: Int
  var fields: [Field]
  /// Whether the choice is saved straight away, because a save asked for it.
  let savesAfter: Bool
  /// The field under the cursor, and the first row that is shown.
  var cursor = 0
  var offset = 0

  enum Side: Hashable, Sendable {
    case mine, theirs
  }

  /// A field that both changed; one with a long text takes several lines.
  struct Field: Equatable, Sendable {
    /// As the merge calls it.
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
    version = theirs.number
    self.savesAfter = savesAfter
    fields = conflicts.map { Field(id: $0.field, lines: Self.lines(of: $0, mine, theirs.definition)) }
  }

  /// What the marks say, as a choice.
  var choice: ConflictChoice { .fields(theirs: Set(fields.filter { $0.side == .theirs }.map(\.id))) }

  mutating func choose(_ side: Side?) {
    guard fields.indices.contains(cursor) else { return }
    fields[cursor].side = side ?? (fields[cursor].side == .mine ? .theirs : .mine)
  }

  /// What the bottom line says; Enter keeps what is marked, a letter answers for the whole request.
  static let keys: [(key: String, label: String)] = [
    ("Enter", "keep marked"), ("Space", "switch"), ("m", "all mine"), ("t", "all theirs"), ("b", "keep both"),
    ("Esc", "later"),
  ]

  static let answers: [Character: ConflictChoice] = ["m": .mine, "t": .theirs, "b": .both]
}
