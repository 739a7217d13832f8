/// Merges two edits of one request, one here and one on disk, if they change different fields.
package struct DefinitionMerge: Hashable, Sendable {
  package typealias Conflict = FieldMerge.Conflict

  /// The merged request; a conflict keeps mine unless its field is among those taken from theirs.
  package var merged: RequestDefinition
  package var conflicts: [Conflict]

  /// - Parameters:
  ///   - base: the version that both edits started from.
  ///   - mine: the draft.
  ///   - theirs: the version on disk.
  ///   - taken: the conflicting fields to take from theirs, as conflicts name them.
  package init(
    base: RequestDefinition, mine: RequestDefinition, theirs: RequestDefinition, taking taken: Set<String> = [],
    fields: [Field<RequestDefinition>] = RequestDefinition.fields
  ) {
    var merge = FieldMerge(taken: taken)
    merged = mine
    for field in fields { field.merge(&merged, base, theirs, &merge) }
    conflicts = merge.conflicts
  }
}

/// The conflicts found while the fields of two edits are merged.
package struct FieldMerge: Hashable, Sendable {
  /// A field that both sides changed to different values.
  package struct Conflict: Hashable, Sendable {
    /// As named on screen: `URL`, `header Accept`, `body`.
    package var field: String
    package var mine: String
    package var theirs: String
  }

  private(set) var conflicts: [Conflict] = []
  /// The conflicting fields to take from theirs, as conflicts name them.
  private let taken: Set<String>

  init(taken: Set<String>) { self.taken = taken }

  /// Records a conflict.
  /// - Returns: whether to take theirs.
  mutating func takesTheirs(_ field: String, mine: String, theirs: String) -> Bool {
    conflicts.append(Conflict(field: field, mine: mine, theirs: theirs))
    return taken.contains(field)
  }

  /// Merges row by row, matched by name; a list with a repeated name is merged as a whole.
  mutating func rows<Element: Hashable>(
    _ what: String, _ mine: inout [Element], _ old: [Element], _ other: [Element], name: (Element) -> String,
    words: (Element) -> String
  ) {
    if mine == other || other == old { return }
    if mine == old {
      mine = other
      return
    }
    guard let before = table(old, name), let here = table(mine, name), let there = table(other, name) else {
      let takes = takesTheirs(what + "s", mine: "\(mine.count) rows", theirs: "\(other.count) rows")
      if takes { mine = other }
      return
    }
    var result: [Element] = []
    for row in mine {
      let key = name(row)
      if there[key] == before[key] || there[key] == row {
        result.append(row)
      } else if before[key] == row {
        if let changed = there[key] { result.append(changed) }
      } else {
        let takes = takesTheirs(
          "\(what) \(key)", mine: words(row), theirs: there[key].map(words) ?? "removed")
        if let chosen = takes ? there[key] : row { result.append(chosen) }
      }
    }
    for row in other where here[name(row)] == nil {
      if before[name(row)] == nil {
        result.append(row)
      } else if before[name(row)] != row,
        takesTheirs("\(what) \(name(row))", mine: "removed", theirs: words(row))
      {
        result.append(row)
      }
    }
    mine = result
  }

  private func table<Element>(_ rows: [Element], _ name: (Element) -> String) -> [String: Element]? {
    var table: [String: Element] = [:]
    for row in rows {
      guard table.updateValue(row, forKey: name(row)) == nil else { return nil }
    }
    return table
  }
}
