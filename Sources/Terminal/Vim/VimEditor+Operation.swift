extension VimEditor {
  /// The text that an operation takes.
  struct Region {
    var start: VimText.Place
    /// Not included.
    var end: VimText.Place
    var isLinewise: Bool
    /// Whether the motion did not leave its place: there is nothing to keep.
    var isVoid = false

    var lines: Int { end.line - start.line + 1 }
  }

  mutating func runOperation(_ command: VimCommand) -> Outcome {
    let before = text
    guard let operation = command.operation, let region = region(of: command) else {
      settle()
      // A text object that is not there ends the memory of the column, as one that is there does.
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
      guard use.times == 1 || start.line < text.lastLine || use.times <= 1 else { return nil }
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

  /// What vim makes of a region of characters that ends at the start of a line, or holds whole lines.
  private func adjusted(
    _ start: VimText.Place, _ end: VimText.Place, _ kind: VimMotion.Kind, _ command: VimCommand
  ) -> Region {
    let isVoid = kind == .exclusive && start == end
    var (end, isInclusive) = (end, kind == .inclusive)
    if !isInclusive, end.column == 0, end.line > start.line {
      end.line -= 1
      if text.isInIndent(start) { return Region(start: start, end: end, isLinewise: true) }
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

  /// Carries out an operation, as one step of undo.
  mutating func operate(
    _ operation: Character, on region: Region, _ command: VimCommand, before: VimText, visual: Selection? = nil
  ) -> Outcome {
    text.cursor = region.start
    let undoCursor = text.cursor
    if operation != "y", !isRepeating { last = Change(command: command, visual: visual) }
    switch operation {
    case "y":
      keep(region, in: command.register)
      settle()
      setGoal()
      return .done
    case "<", ">":
      text.shift(
        from: region.start.line, to: region.end.line,
        by: (visual == nil ? 1 : command.count ?? 1) * (operation == "<" ? -2 : 2))
      text.cursor = VimText.Place(line: region.start.line, column: text.firstNonBlank(of: region.start.line))
    case "d":
      if text.hasNoLine {
        settle()
        setGoal()
        return .failed
      }
      if region.isVoid { break }
      // Nothing is to be taken from an empty line.
      if !region.isLinewise && region.start == region.end {
        settle()
        setGoal()
        return .failed
      }
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
    history.record(from: before.lines, to: text.lines, cursor: undoCursor)
    if !isRepeating { last = Change(command: command, visual: visual) }
    settle()
    setGoal()
    return .done
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
      // Lines and characters together are lines.
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
  /// Indents lines, or takes indentation away; empty lines stay empty.
  mutating func shift(from first: Int, to last: Int, by columns: Int) {
    for line in first...last where !lines[line].isEmpty {
      let blanks = lines[line].prefix { Self.isBlank($0) }
      var width = 0
      for character in blanks { width += Self.width(of: character, at: width) }
      lines[line] = Array(repeating: " ", count: max(0, width + columns)) + lines[line].dropFirst(blanks.count)
    }
  }

  /// `it` and `at`: what is between a tag and its end.
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
