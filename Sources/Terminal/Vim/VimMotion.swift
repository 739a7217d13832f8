/// A motion of vim: its target, and the text that an operator takes on the way.
struct VimMotion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case exclusive, inclusive, linewise
  }

  var kind = Kind.exclusive
  /// True if the motion sets the goal column; vertical motions keep theirs.
  var setsGoal = true
}

/// The last `f`, `t`, `F` or `T`, for `;` and `,`.
struct VimFind: Hashable, Sendable {
  var character: Character
  var isForward: Bool
  var isTill: Bool
}

/// The use of a motion.
struct VimUse: Hashable, Sendable {
  /// The typed count; `nil` without one.
  var count: Int?
  var hasOperator = false
  var isChange = false
  var isVisual = false

  var times: Int { count ?? 1 }
}

extension VimText {
  /// Moves by words: `w`. Returns true if it moved.
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
  /// - Parameter stops: true if the first word may end at the cursor, as for `cw`.
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
  /// - Parameter isRepeated: true for `;`, which does not stay before the same character.
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

extension VimEditor {
  mutating func move(_ command: VimCommand, _ use: VimUse) -> VimMotion? {
    let start = text.cursor
    let isFree = use.isVisual
    var motion = VimMotion()
    switch command.name {
    case "h", "\u{8}":
      guard text.cursor.column > 0 || use.hasOperator else { return nil }
      text.cursor.column = max(0, text.cursor.column - use.times)
    case "l", " ": guard moveRight(use, &motion) else { return nil }
    case "j", "k":
      motion.kind = .linewise
      motion.setsGoal = false
      let target = text.cursor.line + (command.name == "j" ? use.times : -use.times)
      guard command.name == "j" ? text.cursor.line < text.lastLine : text.cursor.line > 0 else { return nil }
      text.cursor.line = min(max(0, target), text.lastLine)
      text.cursor.column = column(isFree: isFree)
    case VimParsed.enter:
      motion.kind = .linewise
      guard text.cursor.line < text.lastLine else { return nil }
      text.cursor.line = min(text.cursor.line + use.times, text.lastLine)
      text.cursor.column = text.firstNonBlank(of: text.cursor.line)
    case "0": text.cursor.column = 0
    case "^": text.cursor.column = text.firstNonBlank(of: text.cursor.line)
    case "$":
      motion.kind = .inclusive
      motion.setsGoal = false
      goal = .max
      if use.times > 1 {
        guard text.cursor.line < text.lastLine else { return nil }
        text.cursor.line = min(text.cursor.line + use.times - 1, text.lastLine)
      }
      text.cursor.column = column(isFree: isFree)
    case "g", "G":
      motion.kind = .linewise
      let line = use.count.map { $0 - 1 } ?? (command.name == "g" ? 0 : text.lastLine)
      text.cursor.line = min(max(0, line), text.lastLine)
      text.cursor.column = text.firstNonBlank(of: text.cursor.line)
    case "w": return word(use)
    case "b":
      guard text.wordBackward(use.times) else {
        setGoal()
        return nil
      }
    case "e":
      motion.kind = .inclusive
      let isMoved = text.wordEnd(use.times, stops: false)
      keepOnCharacter(since: start, use)
      if !isMoved, !use.hasOperator, text.cursor == start {
        setGoal()
        return nil
      }
    case "f", "F", "t", "T", ";", ",": return look(command, use)
    case "/", "n", "N":
      guard seek(command, use) else {
        setGoal()
        return nil
      }
    default: return nil
    }
    return motion
  }

  private mutating func moveRight(_ use: VimUse, _ motion: inout VimMotion) -> Bool {
    let count = text.line.count
    let limit = use.isVisual ? count : max(0, count - 1)
    if text.cursor.column + use.times <= limit {
      text.cursor.column += use.times
      return true
    }
    if use.hasOperator {
      if count > 0 { motion.kind = .inclusive }
      text.cursor.column = max(0, count - 1)
      return true
    }
    guard text.cursor.column < limit else { return false }
    text.cursor.column = limit
    return true
  }

  /// The target column of vertical moves, in the cursor's line.
  func column(isFree: Bool) -> Int {
    let count = text.line.count
    let last = isFree ? count : max(0, count - 1)
    return goal == .max ? last : min(last, text.column(ofScreen: goal, line: text.cursor.line))
  }

  private mutating func word(_ use: VimUse) -> VimMotion? {
    let start = text.cursor
    var motion = VimMotion()
    let isMoved: Bool
    if use.isChange, let character = text.character(at: start), !VimText.isBlank(character) {
      motion.kind = .inclusive
      isMoved = text.wordEnd(use.times, stops: true)
    } else {
      isMoved = text.wordForward(use.times, stopsAtLineEnd: use.hasOperator)
    }
    keepOnCharacter(since: start, use)
    if motion.kind == .exclusive, use.hasOperator, landsPastEnd { motion.kind = .inclusive }
    if isMoved || use.hasOperator || text.cursor != start { return motion }
    setGoal()
    return nil
  }

  /// Moves the cursor back from behind the last character of a line, unless the motion did not move it.
  private mutating func keepOnCharacter(since start: VimText.Place, _ use: VimUse) {
    landsPastEnd = false
    guard start < text.cursor, text.cursor.column > 0, text.cursor.column >= text.line.count, !use.isVisual else {
      return
    }
    text.cursor.column = text.line.count - 1
    landsPastEnd = true
  }

  private mutating func look(_ command: VimCommand, _ use: VimUse) -> VimMotion? {
    var wanted: VimFind
    switch command.name {
    case ";", ",":
      guard let find else { return nil }
      wanted = find
      if command.name == "," { wanted.isForward.toggle() }
    default:
      guard let character = command.argument.first else { return nil }
      wanted = VimFind(
        character: character, isForward: "ft".contains(command.name), isTill: "tT".contains(command.name))
      find = wanted
    }
    let isRepeated = command.name == ";" || command.name == ","
    guard let column = text.found(wanted, use.times, isRepeated: isRepeated) else { return nil }
    text.cursor.column = column
    return VimMotion(kind: wanted.isForward ? .inclusive : .exclusive)
  }

  private mutating func seek(_ command: VimCommand, _ use: VimUse) -> Bool {
    if command.name == "/", !command.argument.isEmpty { pattern = command.argument }
    guard let pattern, !pattern.isEmpty else { return false }
    let start = text.cursor
    for _ in 0..<min(use.times, 1_000) {
      guard let place = text.match(of: Array(pattern), isForward: command.name != "N") else {
        text.cursor = start
        return false
      }
      text.cursor = place
    }
    return true
  }
}

extension VimText {
  /// The next match in the text, wrapping around the end.
  func match(of pattern: [Character], isForward: Bool) -> Place? {
    /// The columns of matches as counted by vim, from the start of the line: each begins after the end of the previous
    /// one.
    func places(_ line: Int) -> [Int] {
      let characters = lines[line]
      var (places, column) = ([Int](), 0)
      while column + pattern.count <= characters.count {
        let isFound = characters[column..<column + pattern.count].elementsEqual(pattern)
        if isFound { places.append(column) }
        column += isFound ? pattern.count : 1
      }
      return places
    }
    for step in 0...lines.count {
      let line = ((cursor.line + (isForward ? step : -step)) % lines.count + lines.count) % lines.count
      var columns = places(line)
      if step == 0 { columns = columns.filter { isForward ? $0 > cursor.column : $0 < cursor.column } }
      if step == lines.count { columns = columns.filter { isForward ? $0 <= cursor.column : $0 >= cursor.column } }
      if let column = isForward ? columns.first : columns.last { return Place(line: line, column: column) }
    }
    return nil
  }
}
