import Workspaces

/// Two versions of one request side by side, where a draft and another program changed the same fields: each field is
/// chosen by itself, or one version for all.
public struct ConflictPage: Equatable, Sendable {
  public let key: RequestKey
  public let name: String
  let lines: [Line]
  /// Whether the choice is saved straight away, because a save asked for it.
  let savesAfter: Bool
  /// The fields that both changed, in order, as the merge names them.
  let fields: [String]
  /// The field that the keys choose for.
  var cursor = 0
  /// The fields that are taken from the file.
  var taken: Set<String> = []
  var offset = 0

  /// One line of the comparison; a field with a long text takes several.
  struct Line: Equatable, Sendable {
    /// The number of its field.
    var number = 0
    var field: String
    var mine: String
    var theirs: String
  }

  init(
    key: RequestKey, base: RequestDefinition, mine: RequestDefinition, theirs: RequestDefinition,
    conflicts: [DefinitionMerge.Conflict], savesAfter: Bool
  ) {
    self.key = key
    name = mine.name
    self.savesAfter = savesAfter
    fields = conflicts.map(\.field)
    lines = conflicts.enumerated().flatMap { number, conflict -> [Line] in
      let lines =
        switch conflict.field {
        case "body": Self.lines("body", mine.body.lines, theirs.body.lines)
        case "docs": Self.lines("docs", mine.docs.textLines, theirs.docs.textLines)
        default: [Line(field: conflict.field, mine: conflict.mine, theirs: conflict.theirs)]
        }
      return lines.map { Line(number: number, field: $0.field, mine: $0.mine, theirs: $0.theirs) }
    }
  }

  /// The lines of a text that differ, and a mark where equal ones are left out.
  private static func lines(_ field: String, _ mine: [String], _ theirs: [String]) -> [Line] {
    var head = 0
    while head < min(mine.count, theirs.count), mine[head] == theirs[head] { head += 1 }
    var tail = 0
    while tail < min(mine.count, theirs.count) - head,
      mine[mine.count - 1 - tail] == theirs[theirs.count - 1 - tail]
    { tail += 1 }
    let left = mine[head..<mine.count - tail].prefix(200)
    let right = theirs[head..<theirs.count - tail].prefix(200)
    return (0..<max(left.count, right.count, 1)).map { index in
      let line = head + index
      return Line(
        field: index == 0 ? "\(field), line \(line + 1)" : "",
        mine: index < left.count ? left[left.startIndex + index] : "",
        theirs: index < right.count ? right[right.startIndex + index] : "")
    }
  }

  /// The letters that decide at once, with their words; the bottom line shows them.
  static let choices: [(key: String, label: String, choice: ConflictChoice)] = [
    ("m", "all mine", .mine), ("t", "all theirs", .theirs), ("b", "keep both", .both),
  ]

  func isTaken(_ line: Line) -> Bool { fields.indices.contains(line.number) && taken.contains(fields[line.number]) }

  /// Chooses for the field under the cursor; the other version when `theirs` is `nil`.
  mutating func choose(theirs: Bool?) {
    guard fields.indices.contains(cursor) else { return }
    let field = fields[cursor]
    if theirs ?? !taken.contains(field) { taken.insert(field) } else { taken.remove(field) }
  }
}

extension BodyDefinition {
  /// As it is shown beside another.
  fileprivate var lines: [String] {
    switch self {
    case .none: ["no body"]
    case .text(let kind, let text): kind == .json ? text.textLines : ["\(kind.rawValue):"] + text.textLines
    case .form(let rows): rows.map { "\($0.isEnabled ? "" : "(off) ")\($0.name) = \($0.value)" }
    case .multipart(let parts):
      parts.map { part in
        switch part.content {
        case .text(let text): "\(part.name) = \(text)"
        case .files(let paths): "\(part.name) = file \(paths.joined(separator: ", "))"
        }
      }
    case .file(let choices): choices.map { "\($0.isSelected ? "file " : "(off) file ")\($0.path)" }
    case .graphql(let query, let variables): query.textLines + ["variables:"] + variables.textLines
    }
  }
}

extension String {
  fileprivate var textLines: [String] {
    split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }
}
