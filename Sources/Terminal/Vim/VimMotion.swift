/// A motion of vim's: where it leads, and what an operator takes of the way.
struct VimMotion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case exclusive, inclusive, linewise
  }

  var kind = Kind.exclusive
  /// Whether the column is that of the motion; vertical motions keep the one they aim at.
  var setsGoal = true
}

/// The last `f`, `t`, `F` or `T`, for `;` and `,`.
struct VimFind: Hashable, Sendable {
  var character: Character
  var isForward: Bool
  var isTill: Bool
}

/// How a motion is used.
struct VimUse: Hashable, Sendable {
  /// `nil` if none was typed.
  var count: Int?
  var hasOperator = false
  var isChange = false
  var isVisual = false

  var times: Int { count ?? 1 }
}

extension VimText {
  /// Moves by words: `w`. - Returns: whether it could.
  mutating func wordForward(_ count: Int, stopsAtLineEnd: Bool) -> Bool {
    for left in stride(from: count - 1, through: 0, by: -1) {
      let began = kind
      let isLast = cursor.line == lastLine
      let step = forward()
      if step == .atEnd || step != .inLine && isLast { return false }
      if step != .inLine, stopsAtLineEnd, left == 0 { return true }
      if began != 0 {
        while kind == began {
          let step = forward()
          if step == .atEnd || step != .inLine && stopsAtLineEnd && left == 0 { return true }
        }
      }
      while kind == 0 {
        if cursor.column == 0, isEmptyLine { break }
        let step = forward()
        if step == .atEnd || step != .inLine && isLast { return true }
      }
    }
    return true
  }

  /// `b`
  mutating func wordBackward(_ count: Int) -> Bool {
    for _ in 0..<count {
      guard backward() else { return false }
      var isFinished = false
      while kind == 0 {
        if cursor.column == 0, isEmptyLine {
          isFinished = true
          break
        }
        guard backward() else { return true }
      }
      if isFinished { continue }
      let kind = kind
      while self.kind == kind { guard backward() else { return true } }
      _ = forward()
    }
    return true
  }

  /// `e`
  /// - Parameter stops: whether the first word may end where the cursor is, as for `cw`.
  mutating func wordEnd(_ count: Int, stops: Bool) -> Bool {
    var stops = stops
    for _ in 0..<count {
      let began = kind
      if forward() == .atEnd { return false }
      if kind == began, began != 0 {
        guard skipForward(began) else { return false }
      } else if !stops || began == 0 {
        while kind == 0 { if forward() == .atEnd { return false } }
        guard skipForward(kind) else { return false }
      }
      _ = backward()
      stops = false
    }
    return true
  }

  private mutating func skipForward(_ kind: Int) -> Bool {
    while self.kind == kind { if forward() == .atEnd { return false } }
    return true
  }

  /// `f` and its relatives, within the line.
  /// - Parameter isRepeated: as by `;`, which does not stay before the same character.
  func found(_ find: VimFind, _ count: Int, isRepeated: Bool) -> Int? {
    let line = line
    var column = cursor.column
    var stops = !(isRepeated && count == 1 && find.isTill)
    for _ in 0..<count {
      while true {
        column += find.isForward ? 1 : -1
        guard line.indices.contains(column) else { return nil }
        if line[column] == find.character, stops { break }
        stops = true
      }
    }
    return find.isTill ? column + (find.isForward ? -1 : 1) : column
  }
}
