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

  /// The selected text. A selection that ends behind a line holds its end, too.
  private func selected(isLinewise: Bool, ofLines: Bool = false) -> Region {
    var anchor = anchor
    // Whole lines begin where the selection does, at their start.
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
    // Behind the end of the last line there is nothing.
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
      guard region.start.line + count <= text.lines.count else {
        settle()
        setGoal()
        return .failed
      }
      text.join(from: region.start.line, count)
    case "p": return .failed
    default:
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
    history.record(from: before.lines, to: text.lines, cursor: undoCursor)
    if !isRepeating { last = Change(command: command, visual: selection) }
    settle()
    setGoal()
    return .done
  }

  /// Repeats a change of a selection on as much text from the cursor on.
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
    // Lines are taken whole, from whatever column.
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
