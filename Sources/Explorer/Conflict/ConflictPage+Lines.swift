import Workspaces

extension ConflictPage {
  /// Both sides of a field, in as many lines as it takes to show the difference.
  static func lines(
    of conflict: DefinitionMerge.Conflict, _ mine: RequestDefinition, _ theirs: RequestDefinition
  ) -> [Line] {
    switch conflict.field {
    case "body": lines("body", mine.body.lines, theirs.body.lines)
    case "docs": lines("docs", mine.docs.textLines, theirs.docs.textLines)
    case "authentication": lines("authentication", mine.authentication.words, theirs.authentication.words)
    case "scripts": lines("scripts", mine.scripts.flatMap(\.words), theirs.scripts.flatMap(\.words))
    default: [Line(title: conflict.field, mine: conflict.mine, theirs: conflict.theirs)]
    }
  }

  /// The differing lines of a text, with the number of the first one.
  private static func lines(_ field: String, _ mine: [String], _ theirs: [String]) -> [Line] {
    var head = 0
    while head < min(mine.count, theirs.count), mine[head] == theirs[head] { head += 1 }
    var tail = 0
    while tail < min(mine.count, theirs.count) - head,
      mine[mine.count - 1 - tail] == theirs[theirs.count - 1 - tail]
    { tail += 1 }
    let left = mine[head..<mine.count - tail].prefix(200)
    let right = theirs[head..<theirs.count - tail].prefix(200)
    let isLong = max(mine.count, theirs.count) > 1
    return (0..<max(left.count, right.count, 1)).map { index in
      Line(
        title: index > 0 ? "" : isLong ? "\(field), line \(head + 1)" : field,
        mine: index < left.count ? left[left.startIndex + index] : "",
        theirs: index < right.count ? right[right.startIndex + index] : "")
    }
  }
}

extension BodyDefinition {
  /// The text compared with the other version.
  fileprivate var lines: [String] {
    switch self {
    case .none: ["no body"]
    case .text(let kind, let text): kind == .json ? text.textLines : ["\(kind.word):"] + text.textLines
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

extension Authentication {
  /// The scheme and its fields; secrets are distinguished without being shown.
  fileprivate var words: [String] {
    lines(inheritedFrom: "").filter { $0.kind != .fact && (!$0.value.isEmpty || $0.id == "scheme") }.map { line in
      let isSecret = line.kind == .text(isSecret: true) && !line.value.contains("{{")
      return line.id == "scheme"
        ? line.value : "\(line.label): \(isSecret ? "•••• (\(line.value.count) characters)" : line.value)"
    }
  }
}

extension Script {
  fileprivate var words: [String] { ["\(phase):"] + code.textLines }
}

extension String {
  fileprivate var textLines: [String] {
    split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }
}
