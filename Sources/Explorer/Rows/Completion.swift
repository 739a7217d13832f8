import Workspaces

/// A list of completions below a field.
struct Completion: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    var text: String
    /// Shown dim beside the text: a value, a meaning.
    var detail = ""
    /// The saved request that it opens instead of being inserted, by its file.
    var opens: String?
    /// Whether there is more to choose behind it.
    var goesOn = false
    /// What is shown instead of the text that is inserted.
    var label: String?
    /// Where the caret goes in the text, in UTF-8; `nil` for its end.
    var caret: Int?
  }

  var items: [Item]
  /// `nil` while Enter still accepts the text as typed.
  var chosen: Int?
  /// UTF-8 offsets in the line that a choice replaces.
  var range: Range<Int>

  static let limit = 6

  mutating func move(by step: Int) {
    guard !items.isEmpty else { return }
    guard let chosen else {
      self.chosen = step > 0 ? 0 : items.count - 1
      return
    }
    self.chosen = (chosen + step + items.count) % items.count
  }

  /// Names for a `{{` being typed.
  static func ofVariables(in line: String, at caret: Int, table: VariableTable?) -> Completion? {
    guard let table, let found = table.completions(in: line, at: caret), !found.names.isEmpty else { return nil }
    let items = found.names.prefix(limit).map { name in
      // The detail includes the origin, which distinguishes variables of the same name.
      let detail = [name.value, name.origin.words].filter { !$0.isEmpty }.joined(separator: "  ")
      return Item(text: "\(name.name)}}", detail: detail)
    }
    // Existing closing braces are replaced by the choice.
    let after = Array(line.utf8.dropFirst(caret).prefix(2))
    let end = after == [0x7D, 0x7D] ? caret + 2 : caret
    return Completion(items: items, chosen: 0, range: found.range.lowerBound..<end)
  }

  /// These, and others for the same text; those of the other list come last and have room.
  func joined(with other: Completion?) -> Completion {
    guard let other else { return self }
    let kept = items.prefix(max(Self.limit / 2, Self.limit - other.items.count))
    var list = self
    list.items = Array(kept) + other.items.prefix(Self.limit - kept.count)
    return list
  }

  /// Names or values of headers.
  static func ofHeaders(_ row: TableRow, column: Int, typed: String, caret: Int) -> Completion? {
    guard caret == typed.utf8.count else { return nil }
    let all: [String]
    switch column {
    case 0: all = typed.isEmpty ? [] : KnownHeaders.names
    case 1: all = KnownHeaders.values(of: row[0])
    default: return nil
    }
    let typedLower = typed.lowercased()
    let found = all.filter { $0.lowercased().hasPrefix(typedLower) && $0 != typed }
    guard !found.isEmpty else { return nil }
    return Completion(items: found.prefix(limit).map { Item(text: $0) }, chosen: nil, range: 0..<typed.utf8.count)
  }

  /// The operators of assertions.
  static func ofOperators(typed: String) -> Completion? {
    let all = [
      "eq", "neq", "gt", "gte", "lt", "lte", "contains", "notContains", "startsWith", "endsWith", "matches",
      "notMatches", "in", "notIn", "between", "length", "isDefined", "isUndefined", "isNull", "isEmpty", "isNotEmpty",
      "isTruthy", "isFalsy", "isJson", "isNumber", "isString", "isBoolean", "isArray", "matchesSchema",
      "sameAsRecorded",
    ]
    let found = all.filter { $0.lowercased().hasPrefix(typed.lowercased()) && $0 != typed }
    guard !found.isEmpty else { return nil }
    return Completion(
      items: found.prefix(limit).map { Item(text: $0, detail: meaning(of: $0)) }, chosen: nil,
      range: 0..<typed.utf8.count)
  }

  /// What is written behind an operator that its name does not say.
  private static func meaning(of name: String) -> String {
    switch OwnOperator(rawValue: name) {
    case .matchesSchema: "a file of the collection, or JSON"
    case .sameAsRecorded: "but for $.date, $..id"
    case nil: ""
    }
  }
}
