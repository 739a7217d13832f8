extension VimEditor {
  mutating func runNormal(_ command: VimCommand) -> Outcome {
    if command.operation != nil { return runOperation(command) }
    if let short = Self.shorthands[command.name] {
      var long = command
      (long.operation, long.name) = short
      return runOperation(long)
    }
    switch command.name {
    case "i", "a", "I", "A", "o", "O": return beginInsert(command)
    case "p", "P":
      if !isRepeating { last = Change(command: command) }
      return changing(command) { $0.put(command) }
    case "r": return changing(command) { $0.replaceCharacters(command) }
    case "~": return changing(command) { $0.switchCase(command.count ?? 1) }
    case "J": return changing(command) { $0.join(command) }
    case "v", "V":
      mode = command.name == "v" ? .visual : .visualLine
      anchor = text.cursor
      return .done
    case "u", "\u{12}":
      let isUndo = command.name == "u"
      var isDone = false
      for _ in 0..<(command.count ?? 1) {
        guard let change = isUndo ? steps.undo() : steps.redo() else { break }
        change.apply(undoing: isUndo, to: &text)
        isDone = true
      }
      return ended(isDone ? .done : .failed)
    case ".": return repeatLast(command)
    case ":": return runLine(command)
    default:
      guard let motion = move(command, VimUse(count: command.count)) else { return .failed }
      settle()
      if motion.setsGoal { setGoal() }
      return .done
    }
  }

  private static let shorthands: [Character: (Character, Character)] = [
    "x": ("d", "l"), "X": ("d", "h"), "D": ("d", "$"), "C": ("c", "$"), "s": ("c", "l"), "S": ("c", "c"),
    "Y": ("y", "y"),
  ]

  /// Runs a change that is one undo step and that `.` repeats.
  mutating func changing(_ command: VimCommand, _ change: (inout VimEditor) -> Bool) -> Outcome {
    let before = text
    guard change(&self) else { return .failed }
    return changed(from: before, cursor: before.cursor, command)
  }

  /// Ends a command that changed the text: one undo step, which `.` repeats.
  mutating func changed(
    from before: VimText, cursor: VimText.Place, _ command: VimCommand, visual: Selection? = nil
  ) -> Outcome {
    steps.record(VimChange(from: before.lines, to: text.lines, cursor: cursor))
    if !isRepeating { last = Change(command: command, visual: visual) }
    return ended(.done)
  }

  mutating func ended(_ outcome: Outcome) -> Outcome {
    settle()
    setGoal()
    return outcome
  }

  private mutating func runLine(_ command: VimCommand) -> Outcome {
    switch command.argument {
    case "w": return .write
    case "q", "q!": return .quit
    case "wq", "x": return .writeAndQuit
    default:
      guard let number = Int(command.argument), number >= 0 else { return .failed }
      text.cursor.line = min(max(0, number - 1), text.lastLine)
      text.cursor.column = text.firstNonBlank(of: text.cursor.line)
      setGoal()
      return .done
    }
  }

  // MARK: Insert

  private mutating func beginInsert(_ command: VimCommand) -> Outcome {
    var insertion = Insertion(count: command.count ?? 1)
    insertion.before = text.lines
    insertion.change = command
    insertion.undoCursor = text.cursor
    switch command.name {
    case "a": text.cursor.column = min(text.line.count, text.cursor.column + 1)
    case "I":
      let line = text.line
      text.cursor.column = line.firstIndex { !VimText.isBlank($0) } ?? line.count
    case "A": text.cursor.column = text.line.count
    case "o", "O":
      let line = text.cursor.line + (command.name == "o" ? 1 : 0)
      text.lines.insert([], at: line)
      text.cursor = VimText.Place(line: line)
      insertion.opensLine = true
    default: break
    }
    if !insertion.opensLine { insertion.undoCursor = text.cursor }
    mode = .insert
    self.insertion = insertion
    return .done
  }

  private mutating func repeatLast(_ command: VimCommand) -> Outcome {
    guard var change = last else { return .failed }
    if let count = command.count, change.visual == nil {
      change.command.count = count
      last?.command.count = count
    }
    isRepeating = true
    defer { isRepeating = false }
    if let selection = change.visual { return repeatVisual(change, selection) }
    let outcome = runNormal(change.command)
    if mode == .insert {
      for key in change.typed { press(key) }
      press(VimParsed.escape)
    }
    return outcome
  }

  // MARK: Single changes

  private mutating func replaceCharacters(_ command: VimCommand) -> Bool {
    let count = command.count ?? 1
    guard let character = command.argument.first, text.cursor.column + count <= text.line.count else { return false }
    if character == VimParsed.enter {
      let end = VimText.Place(line: text.cursor.line, column: text.cursor.column + count)
      text.remove(from: text.cursor, to: end)
      text.cursor = text.insert("\n", at: text.cursor)
      return true
    }
    for column in text.cursor.column..<text.cursor.column + count { text.lines[text.cursor.line][column] = character }
    text.cursor.column += count - 1
    return true
  }

  private mutating func switchCase(_ count: Int) -> Bool {
    guard !text.isEmptyLine else { return false }
    let end = min(text.line.count, text.cursor.column + count)
    for column in text.cursor.column..<end {
      text.switchCase(at: VimText.Place(line: text.cursor.line, column: column))
    }
    text.cursor.column = end
    return true
  }

  private mutating func join(_ command: VimCommand) -> Bool {
    var count = max(2, command.count ?? 2)
    if text.cursor.line + count > text.lines.count {
      guard (command.count ?? 0) > 2 else { return false }
      count = text.lines.count - text.cursor.line
    }
    guard count >= 2 else {
      text.cursor.column = 0
      text.isEmptied = false
      return true
    }
    text.join(from: text.cursor.line, count)
    return true
  }

  private mutating func put(_ command: VimCommand) -> Bool {
    guard let register = registers[command.register.map { Character($0.lowercased()) } ?? "\""] else { return false }
    let count = command.count ?? 1
    let isBefore = command.name == "P"
    if register.isLinewise {
      let lines = register.text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }.dropLast()
      let line = text.cursor.line + (isBefore ? 0 : 1)
      for _ in 0..<count { text.lines.insert(contentsOf: lines, at: line) }
      text.cursor = VimText.Place(line: line, column: text.firstNonBlank(of: line))
      return true
    }
    guard !register.text.isEmpty else { return true }
    var start = text.cursor
    if !isBefore, !text.isEmptyLine { start.column += 1 }
    let end = text.insert(String(repeating: register.text, count: count), at: start)
    text.cursor = register.text.contains("\n") ? start : VimText.Place(line: end.line, column: end.column - 1)
    return true
  }
}

extension VimText {
  mutating func switchCase(at place: Place) {
    let old = lines[place.line][place.column]
    let new = old.isUppercase ? old.lowercased() : old.uppercased()
    if new.count == 1, let character = new.first { lines[place.line][place.column] = character }
  }

  /// Joins lines with one blank between them; the cursor goes to the last joint.
  mutating func join(from first: Int, _ count: Int) {
    var joined = lines[first]
    var ends = (joined.last, joined.dropLast().last)
    var column = 0
    for line in (first + 1)..<(first + count) {
      let next = Array(lines[line].drop { Self.isBlank($0) })
      var spaces = 0
      if let begin = next.first, begin != ")", !joined.isEmpty, ends.0 != "\t" {
        if ends.0 != " " { spaces = 1 }
      }
      column = joined.count
      joined += Array(repeating: " ", count: spaces) + next
      ends = (next.last, next.dropLast().last)
    }
    lines.replaceSubrange(first..<first + count, with: [joined])
    cursor = Place(line: first, column: column)
  }
}

/// A complete command of normal or visual mode, as it was typed: `"a3d2w`.
struct VimCommand: Hashable, Sendable {
  var register: Character?
  var count: Int?
  /// `d`, `c`, `y`, `<` or `>`.
  var operation: Character?
  /// The command, or the motion of the operation; the operation itself for whole lines.
  var name: Character
  /// The argument: the character for `f`, the kind of object, or the search pattern.
  var argument = ""
}

/// The result of parsing the keys typed so far.
enum VimParsed {
  case incomplete, invalid
  case command(VimCommand)

  static let escape: Character = "\u{1B}"
  static let enter: Character = "\r"

  init(_ keys: [Character], isVisual: Bool) {
    var rest = keys[...]
    var command = VimCommand(name: " ")
    guard let next = VimParsed.prefix(&rest, &command) else {
      self = .incomplete
      return
    }
    if next == VimParsed.escape {
      self = .invalid
      return
    }
    guard !isVisual, "dcy<>".contains(next) else {
      self = VimParsed.rest(next, rest, command, isObjectAllowed: isVisual)
      return
    }
    command.operation = next
    guard let motion = VimParsed.prefix(&rest, &command) else {
      self = .incomplete
      return
    }
    if motion == next {
      command.name = next
      self = .command(command)
    } else if VimParsed.motions.contains(motion) || "ia".contains(motion) {
      self = VimParsed.rest(motion, rest, command, isObjectAllowed: true)
    } else {
      self = .invalid
    }
  }

  static let motions = "hjklwbe0^$gGfFtT;,/nN \r\u{8}"

  /// Takes registers and counts; returns the character after them, `nil` if it is not typed yet.
  private static func prefix(_ rest: inout ArraySlice<Character>, _ command: inout VimCommand) -> Character? {
    while let next = rest.popFirst() {
      if next == "\"", command.operation == nil {
        guard let name = rest.popFirst() else { return nil }
        if name == escape { return escape }
        command.register = name
        continue
      }
      var number: Int?
      var digit: Character? = next
      while let character = digit, let value = character.wholeNumberValue, character.isASCII, value > 0 || number != nil
      {
        number = min((number ?? 0) * 10 + value, 99_999)
        digit = rest.popFirst()
        if digit == nil { return nil }
      }
      if let number { command.count = min((command.count ?? 1) * number, 99_999) }
      guard let found = digit else { return nil }
      if found == "\"", command.operation == nil, number != nil {
        rest = [found] + rest
        continue
      }
      return found
    }
    return nil
  }

  private static func rest(
    _ name: Character, _ rest: ArraySlice<Character>, _ command: VimCommand, isObjectAllowed: Bool
  ) -> VimParsed {
    var command = command
    command.name = name
    switch name {
    case "f", "F", "t", "T", "r":
      guard let argument = rest.first else { return .incomplete }
      if argument == escape { return .invalid }
      command.argument = String(argument)
    case "g":
      guard let argument = rest.first else { return .incomplete }
      if argument != "g" { return .invalid }
    case "i" where isObjectAllowed, "a" where isObjectAllowed:
      guard let argument = rest.first else { return .incomplete }
      guard "w\"'`()b[]{}B<>t".contains(argument) else { return .invalid }
      command.argument = String(argument)
    case "/", ":":
      guard rest.last == enter else { return rest.last == escape ? .invalid : .incomplete }
      command.argument = String(rest.dropLast())
    default: break
    }
    return .command(command)
  }
}
