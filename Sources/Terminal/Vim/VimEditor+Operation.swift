extension VimEditor {
  /// The text affected by an operation.
  struct Region {
    var start: VimText.Place
    /// The end, not included.
    var end: VimText.Place
    var isLinewise: Bool
    /// True if the motion did not move, so that the region is empty.
    var isVoid = false

    var lines: Int { end.line - start.line + 1 }
  }

  mutating func runOperation(_ command: VimCommand) -> Outcome {
    let before = text
    guard let operation = command.operation, let region = region(of: command) else {
      settle()
      // A missing text object resets the goal column, like an existing one.
      if "ia".contains(command.name) { setGoal() }
      return .failed
    }
    return operate(operation, on: region, command, before: before)
  }

  private mutating func region(of command: VimCommand) -> Region? {
    let start = text.cursor
    let use = VimUse(count: command.count, hasOperator: true, isChange: command.operation == "c")
    if command.name == command.operation {
      let last = start.line + use.times - 1
      guard use.times <= 1 || start.line < text.lastLine else { return nil }
      var first = start
      if last == start.line, command.operation != "y" {
        first.column = min(start.column, text.firstNonBlank(of: start.line))
      }
      return Region(start: first, end: VimText.Place(line: min(last, text.lastLine)), isLinewise: true)
    }
    if command.name == "i" || command.name == "a" {
      guard let object = object(command) else { return nil }
      let isInclusive = !object.isExclusive
      return adjusted(
        min(object.start, object.end), max(object.start, object.end), isInclusive ? .inclusive : .exclusive, command)
    }
    guard let motion = move(command, use) else { return nil }
    let (from, to) = (min(start, text.cursor), max(start, text.cursor))
    if motion.kind == .linewise {
      return Region(start: from, end: VimText.Place(line: to.line), isLinewise: true)
    }
    return adjusted(from, to, motion.kind, command)
  }

  /// vim's adjustment of a region of characters that ends at the start of a line, or contains whole lines.
  private func adjusted(
    _ start: VimText.Place, _ end: VimText.Place, _ kind: VimMotion.Kind, _ command: VimCommand
  ) -> Region {
    let isVoid = kind == .exclusive && start == end
    var (end, isInclusive) = (end, kind == .inclusive)
    if !isInclusive, end.column == 0, end.line > start.line {
      end.line -= 1
      // A word ends with its line, even in a line of blanks.
      let isWord = command.name == "w" && command.count ?? 1 == 1 && !text.lines[start.line].isEmpty
      if !isWord, text.isInIndent(start) { return Region(start: start, end: end, isLinewise: true) }
      end.column = text.lines[end.line].count
      if end.column > 0 {
        end.column -= 1
        isInclusive = true
      }
    }
    if isInclusive, end.column < text.lines[end.line].count { end.column += 1 }
    if command.operation == "d", end.line > start.line, text.isInIndent(start),
      text.lines[end.line][min(end.column, text.lines[end.line].count)...].allSatisfy(VimText.isBlank)
    {
      return Region(start: start, end: end, isLinewise: true)
    }
    return Region(start: start, end: end, isLinewise: false, isVoid: isVoid)
  }

  /// Carries out an operation as one undo step.
  mutating func operate(
    _ operation: Character, on region: Region, _ command: VimCommand, before: VimText, visual: Selection? = nil
  ) -> Outcome {
    text.cursor = region.start
    let undoCursor = text.cursor
    if operation != "y", !isRepeating { last = Change(command: command, visual: visual) }
    switch operation {
    case "y":
      keep(region, in: command.register)
      return ended(.done)
    case "<", ">":
      text.shift(
        from: region.start.line, to: region.end.line,
        by: (visual == nil ? 1 : command.count ?? 1) * (operation == "<" ? -2 : 2))
      text.cursor = VimText.Place(line: region.start.line, column: text.firstNonBlank(of: region.start.line))
    case "d":
      if text.hasNoLine { return ended(.failed) }
      if region.isVoid { break }
      // An empty line has nothing to take.
      if !region.isLinewise && region.start == region.end { return ended(.failed) }
      keep(region, in: command.register)
      remove(region)
    default:
      if !region.isVoid, !text.hasNoLine { keep(region, in: command.register) }
      var insertion = Insertion()
      insertion.isStep = true
      (insertion.before, insertion.change, insertion.undoCursor) = (before.lines, command, undoCursor)
      insertion.visual = visual
      if region.isLinewise {
        if region.lines > 1 { insertion.undoCursor.line += 1 }
        text.lines.replaceSubrange(region.start.line...region.end.line, with: [[]])
        text.cursor = VimText.Place(line: region.start.line)
      } else {
        text.remove(from: region.start, to: region.end)
        text.cursor = region.start
      }
      mode = .insert
      self.insertion = insertion
      return .done
    }
    return changed(from: before, cursor: undoCursor, command, visual: visual)
  }

  private mutating func remove(_ region: Region) {
    if region.isLinewise {
      text.lines.removeSubrange(region.start.line...region.end.line)
      if text.lines.isEmpty { (text.lines, text.isEmptied) = ([[]], true) }
      let line = min(region.start.line, text.lastLine)
      text.cursor = VimText.Place(line: line, column: text.firstNonBlank(of: line))
    } else {
      text.remove(from: region.start, to: region.end)
      text.cursor = region.start
    }
  }

  private mutating func keep(_ region: Region, in name: Character?) {
    let kept: Register
    if region.isLinewise {
      let lines = text.lines[region.start.line...region.end.line].map { String($0) }
      kept = Register(text: lines.joined(separator: "\n") + "\n", isLinewise: true)
    } else {
      kept = Register(text: text.text(from: region.start, to: region.end), isLinewise: false)
    }
    keep(kept, in: name)
  }

  private mutating func keep(_ register: Register, in name: Character?) {
    var kept = register
    guard let name, name != "\"" else {
      registers["\""] = kept
      return
    }
    if name == "_" { return }
    let key = Character(name.lowercased())
    if name.isUppercase, let old = registers[key] {
      // Lines and characters together count as lines.
      if old.isLinewise || kept.isLinewise {
        func whole(_ register: Register) -> String { register.isLinewise ? register.text : register.text + "\n" }
        kept = Register(text: whole(old) + whole(kept), isLinewise: true)
      } else {
        kept.text = old.text + kept.text
      }
    }
    registers[key] = kept
    registers["\""] = kept
  }

  mutating func object(_ command: VimCommand) -> VimText.Object? {
    let isInner = command.name == "i"
    let count = command.count ?? 1
    switch command.argument {
    case "w": return text.word(count, isInner: isInner)
    case "\"", "'", "`": return text.quoted(Character(command.argument), count, isInner: isInner)
    case "(", ")", "b": return text.block(count, "(", ")", isInner: isInner)
    case "[", "]": return text.block(count, "[", "]", isInner: isInner)
    case "{", "}", "B": return text.block(count, "{", "}", isInner: isInner)
    case "<", ">": return text.block(count, "<", ">", isInner: isInner)
    case "t": return text.tag(count, isInner: isInner)
    default: return nil
    }
  }
}

extension VimText {
  /// Indents lines, or removes indentation; empty lines stay empty.
  mutating func shift(from first: Int, to last: Int, by columns: Int) {
    for line in first...last where !lines[line].isEmpty {
      let blanks = lines[line].prefix { Self.isBlank($0) }
      var width = 0
      for character in blanks { width += Self.width(of: character, at: width) }
      lines[line] = Array(repeating: " ", count: max(0, width + columns)) + lines[line].dropFirst(blanks.count)
    }
  }

  /// `it` and `at`: the content between a tag and its end.
  func tag(_ count: Int, isInner: Bool) -> Object? {
    var open: [(name: String, start: Place, end: Place)] = []
    var found: [(start: Place, inner: Place, innerEnd: Place, end: Place)] = []
    var pieces: [(Place, Character)] = []
    for line in lines.indices {
      for (column, character) in lines[line].enumerated() {
        pieces.append((Place(line: line, column: column), character))
      }
    }
    var index = 0
    while index < pieces.count {
      guard pieces[index].1 == "<", let close = pieces[index...].firstIndex(where: { $0.1 == ">" }) else {
        index += 1
        continue
      }
      let words = pieces[(index + 1)..<close].map(\.1)
      let isEnd = words.first == "/"
      let name = String((isEnd ? words.dropFirst() : words[...]).prefix { !Self.isBlank($0) && $0 != "/" })
      guard !name.isEmpty, name.first?.isLetter == true else {
        index += 1
        continue
      }
      let (start, after) = (pieces[index].0, Place(line: pieces[close].0.line, column: pieces[close].0.column + 1))
      if isEnd {
        if let match = open.lastIndex(where: { $0.name == name }) {
          found.append((open[match].start, open[match].end, start, after))
          open.removeSubrange(match...)
        }
      } else if words.last != "/" {
        open.append((name, start, after))
      }
      index = close + 1
    }
    let around = found.filter { $0.start <= cursor && cursor < $0.end }.sorted { $0.start > $1.start }
    guard around.indices.contains(count - 1) else { return nil }
    let tag = around[count - 1]
    return Object(start: isInner ? tag.inner : tag.start, end: isInner ? tag.innerEnd : tag.end, isExclusive: true)
  }
}

extension VimEditor {
  mutating func runVisual(_ command: VimCommand) -> Outcome {
    switch command.name {
    case "v", "V":
      let wanted: Mode = command.name == "v" ? .visual : .visualLine
      if mode == wanted { endVisual() } else { mode = wanted }
      return .done
    case "o":
      (anchor, text.cursor) = (text.cursor, anchor)
      setGoal()
      return .done
    case "i", "a":
      guard let object = object(command) else {
        setGoal()
        return .failed
      }
      anchor = object.start
      text.cursor = object.end
      if object.isExclusive { text.cursor.column = max(0, text.cursor.column - 1) }
      setGoal()
      return .done
    case "x", "d", "D", "X": return operateVisual("d", command, takesLines: command.name == "D" || command.name == "X")
    case "c", "s", "C", "S", "R": return operateVisual("c", command, takesLines: !"cs".contains(command.name))
    case "y", "Y": return operateVisual("y", command, takesLines: command.name == "Y")
    case "<", ">": return operateVisual(command.name, command, takesLines: false)
    case "~", "r", "J", "p": return changeVisual(command)
    case ":": return .failed
    default:
      guard let motion = move(command, VimUse(count: command.count, isVisual: true)) else { return .failed }
      settle()
      if motion.setsGoal { setGoal() }
      return .done
    }
  }

  /// The selected text. A selection that ends behind a line includes the line end.
  private func selected(isLinewise: Bool, ofLines: Bool = false) -> Region {
    var anchor = anchor
    // Whole lines start at column 0.
    if mode == .visualLine, !isRepeating { anchor.column = 0 }
    let (start, last) = (min(anchor, text.cursor), max(anchor, text.cursor))
    if isLinewise { return Region(start: start, end: last, isLinewise: true) }
    var end = last
    if end.column < text.lines[end.line].count {
      end.column += 1
    } else if end.line < text.lastLine, !ofLines {
      end = VimText.Place(line: end.line + 1)
    }
    var region = Region(start: start, end: end, isLinewise: false)
    // The region is empty behind the end of the last line.
    region.isVoid = start == end
    return region
  }

  private var selection: Selection {
    let (start, end) = (min(anchor, text.cursor), max(anchor, text.cursor))
    let lines = end.line - start.line + 1
    let column = text.screenColumn(of: end)
    let columns = lines == 1 ? column - text.screenColumn(of: start) + 1 : column
    return Selection(isLinewise: mode == .visualLine, lines: lines, columns: goal == .max ? .max : columns)
  }

  private mutating func operateVisual(_ operation: Character, _ command: VimCommand, takesLines: Bool) -> Outcome {
    let selection = selection
    let region = selected(
      isLinewise: takesLines || mode == .visualLine, ofLines: operation == "<" || operation == ">")
    let before = text
    mode = .normal
    var made = command
    made.operation = operation
    return operate(operation, on: region, made, before: before, visual: selection)
  }

  private mutating func changeVisual(_ command: VimCommand) -> Outcome {
    let selection = selection
    let region = selected(isLinewise: mode == .visualLine, ofLines: command.name == "J")
    let before = text
    mode = .normal
    let undoCursor = region.start
    if !isRepeating { last = Change(command: command, visual: selection) }
    text.cursor = region.start
    switch command.name {
    case "J":
      let count = max(2, region.lines)
      guard region.start.line + count <= text.lines.count else { return ended(.failed) }
      text.join(from: region.start.line, count)
    case "p": return .failed
    default:
      if command.name == "r", !region.isLinewise, region.start == region.end, region.start.line == text.lastLine {
        // Nothing to replace, and no step of undo.
        return ended(.failed)
      }
      if region.isLinewise, command.name == "r" { text.cursor.column = 0 }
      for line in region.start.line...region.end.line {
        let from = region.isLinewise || line > region.start.line ? 0 : region.start.column
        let to = region.isLinewise || line < region.end.line ? text.lines[line].count : region.end.column
        for column in from..<max(from, min(to, text.lines[line].count)) {
          if command.name == "~" {
            text.switchCase(at: VimText.Place(line: line, column: column))
          } else if let character = command.argument.first {
            text.lines[line][column] = character
          }
        }
      }
    }
    return changed(from: before, cursor: undoCursor, command, visual: selection)
  }

  /// Repeats a change of a selection on the same amount of text from the cursor on.
  mutating func repeatVisual(_ change: Change, _ selection: Selection) -> Outcome {
    anchor = text.cursor
    let start = text.screenColumn(of: text.cursor)
    mode = selection.isLinewise ? .visualLine : .visual
    text.cursor.line = min(text.cursor.line + selection.lines - 1, text.lastLine)
    if selection.columns == .max {
      goal = .max
    } else {
      goal = selection.lines <= 1 ? start + selection.columns - 1 : selection.columns
    }
    // Whole lines are taken, regardless of the column.
    if !selection.isLinewise { text.cursor.column = column(isFree: true) }
    let outcome = runVisual(change.command)
    if mode == .insert {
      for key in change.typed { press(key) }
      press(VimParsed.escape)
    }
    endVisual()
    return outcome
  }
}
