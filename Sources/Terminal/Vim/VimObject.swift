/// Text objects: `iw`, `a"`, `i(`, `it`, found around the cursor.
extension VimText {
  struct Object {
    var start: Place
    /// The last character, or with `isExclusive` the place after it.
    var end: Place
    var isExclusive = false
    var isLinewise = false
  }

  /// `iw` and `aw`. The cursor moves even if there are not enough words, as in vim.
  mutating func word(_ count: Int, isInner: Bool) -> Object? {
    // To the start of the word or the blanks under the cursor.
    let began = kind
    while cursor.column > 0, Self.kind(of: character(at: Place(line: cursor.line, column: cursor.column - 1))) == began
    {
      cursor.column -= 1
    }
    var start = cursor
    var isExclusive = true
    var includesWhite = false
    if (began == 0) == !isInner {
      // `aw` on blanks takes the word behind them; `iw` in a word takes the word.
      guard wordEnd(1, stops: true, stopsAtEmpty: true) else { return nil }
      isExclusive = false
    } else {
      // Blanks for `iw`, the word with the blanks behind it for `aw`.
      _ = wordForward(1, stopsAtLineEnd: true)
      if cursor.line > start.line {
        // The blanks at the end of a line are taken, those at the start of the next line are not.
        cursor = Place(line: start.line, column: max(0, lines[start.line].count - 1))
      } else if cursor.column == 0 {
        backwardOnText()
      } else {
        cursor.column -= 1
      }
      if !isInner { includesWhite = true }
      isExclusive = false
    }
    for index in 1..<max(1, count) {
      isExclusive = false
      guard forwardOnText() else { return nil }
      if isInner {
        if kind == 0 {
          _ = wordForward(1, stopsAtLineEnd: true)
          if cursor.column > 0 { cursor.column -= 1 } else { isExclusive = true }
        } else {
          guard wordEnd(1, stops: true, stopsAtEmpty: true) else { return nil }
        }
      } else if kind != 0 {
        guard wordForward(1, stopsAtLineEnd: true) || index == max(1, count) - 1 else { return nil }
        // Stops before the next line, and before the first character of the next word.
        if cursor.column > 0 { cursor.column -= 1 } else { isExclusive = true }
      } else {
        guard wordEnd(1, stops: true, stopsAtEmpty: true) else { return nil }
      }
    }
    var end = cursor
    if includesWhite, kind != 0 || cursor.column == 0 && isExclusive {
      // Blanks before it, unless they begin the line.
      var before = start.column
      while before > 0, Self.isBlank(lines[start.line][before - 1]) { before -= 1 }
      if before > 0 { start.column = before }
    }
    if lines[end.line].isEmpty { end.column = 0 }
    return Object(start: start, end: end, isExclusive: isExclusive)
  }

  /// Moves one character forward, at most to the last one of a line; returns `false` at the end.
  private mutating func forwardOnText() -> Bool {
    let step = forward()
    if step == .pastEnd { return forward() != .atEnd }
    return step != .atEnd
  }

  /// Moves one character back, at most to the last one of a line.
  private mutating func backwardOnText() {
    let line = cursor.line
    if backward(), cursor.line < line, cursor.column > 0 { _ = backward() }
  }

  private mutating func wordEnd(_ count: Int, stops: Bool, stopsAtEmpty: Bool) -> Bool {
    guard stopsAtEmpty else { return wordEnd(count, stops: stops) }
    let began = kind
    if forward() == .atEnd { return false }
    if kind == began, began != 0 {
      while kind == began { if forward() == .atEnd { return false } }
    } else if !stops || began == 0 {
      while kind == 0 {
        if cursor.column == 0, isEmptyLine { return true }
        if forward() == .atEnd { return false }
      }
      let now = kind
      while kind == now { if forward() == .atEnd { return false } }
    }
    _ = backward()
    return true
  }

  /// `i"` and `a"`, within the line.
  /// - Parameter count: 2 takes the quotes together with their content.
  func quoted(_ quote: Character, _ count: Int, isInner: Bool) -> Object? {
    guard var (first, last) = quotes(quote) else { return nil }
    if isInner, count > 1 {
      return Object(start: Place(line: cursor.line, column: first), end: Place(line: cursor.line, column: last))
    }
    if isInner {
      first += 1
      return Object(
        start: Place(line: cursor.line, column: first), end: Place(line: cursor.line, column: last), isExclusive: true)
    }
    // The blanks behind it, or else those before it.
    if last + 1 < line.count, Self.isBlank(line[last + 1]) {
      while last + 1 < line.count, Self.isBlank(line[last + 1]) { last += 1 }
    } else {
      while first > 0, Self.isBlank(line[first - 1]) { first -= 1 }
    }
    return Object(start: Place(line: cursor.line, column: first), end: Place(line: cursor.line, column: last))
  }

  /// The columns of the quotes around the cursor, or of the next ones in its line.
  private func quotes(_ quote: Character) -> (first: Int, last: Int)? {
    let line = line
    guard !line.isEmpty else { return nil }
    if cursor.column < line.count, line[cursor.column] == quote {
      // The number of quotes before it on the line determines whether it opens or closes.
      var index = 0
      while true {
        guard let open = quoteEnd(quote, after: index), open <= cursor.column,
          let close = quoteEnd(quote, after: open + 1)
        else { return nil }
        if cursor.column <= close { return (open, close) }
        index = close + 1
      }
    }
    guard let open = quoteBefore(quote) ?? quoteEnd(quote, after: cursor.column),
      let close = quoteEnd(quote, after: open + 1)
    else { return nil }
    return (open, close)
  }

  /// The next quote without a preceding backslash.
  private func quoteEnd(_ quote: Character, after start: Int) -> Int? {
    let line = line
    var index = start
    while index < line.count {
      if line[index] == "\\" { index += 1 } else if line[index] == quote { return index }
      index += 1
    }
    return nil
  }

  /// The previous quote without a preceding backslash.
  private func quoteBefore(_ quote: Character) -> Int? {
    let line = line
    var index = cursor.column
    while index > 0 {
      index -= 1
      guard line[index] == quote else { continue }
      var slashes = 0
      while index - slashes > 0, line[index - slashes - 1] == "\\" { slashes += 1 }
      if slashes % 2 == 0 { return index }
      index -= slashes
    }
    return nil
  }

  /// `i(` and `a{`: the nearest pair around the cursor, over any number of lines.
  func block(_ count: Int, _ open: Character, _ close: Character, isInner: Bool) -> Object? {
    guard var start = opening(open, close, count) ?? nextOpening(open, close, count),
      let found = closing(open, close, from: start)
    else { return nil }
    guard isInner else { return Object(start: start, end: found) }
    var end = found
    // Starts behind the bracket; a bracket at the end of its line starts on the next one.
    start.column += 1
    if start.column >= lines[start.line].count, start.line < end.line { start = Place(line: start.line + 1) }
    // A closing bracket after blanks only ends on the previous line.
    let isIndented = lines[end.line].prefix(end.column).allSatisfy(Self.isBlank)
    if isIndented, end.line > start.line || end.line > found.line {
      let before = end.line - 1
      end = Place(line: before, column: lines[before].count)
      return Object(start: start, end: end, isExclusive: true, isLinewise: false)
    }
    return Object(start: start, end: end, isExclusive: true)
  }

  private func opening(_ open: Character, _ close: Character, _ count: Int) -> Place? {
    var place = cursor
    var depth = count
    if character(at: place) == open {
      depth -= 1
      if depth == 0 { return place }
    }
    while true {
      if place.column > 0 {
        place.column -= 1
      } else {
        guard place.line > 0 else { return nil }
        place = Place(line: place.line - 1, column: lines[place.line - 1].count)
        continue
      }
      switch character(at: place) {
      case open:
        depth -= 1
        if depth == 0 { return place }
      case close: depth += 1
      default: break
      }
    }
  }

  /// The next block, for a cursor outside of any.
  private func nextOpening(_ open: Character, _ close: Character, _ count: Int) -> Place? {
    guard opening(open, close, 1) == nil else { return nil }
    var (depth, left) = (0, count)
    for line in cursor.line..<lines.count {
      for column in lines[line].indices where line > cursor.line || column > cursor.column {
        if lines[line][column] == close { depth += 1 }
        guard lines[line][column] == open else { continue }
        if depth > 0 {
          depth -= 1
          continue
        }
        left -= 1
        if left == 0 { return Place(line: line, column: column) }
      }
    }
    return nil
  }

  private func closing(_ open: Character, _ close: Character, from start: Place) -> Place? {
    var depth = 0
    for line in start.line..<lines.count {
      for column
        in (line == start.line ? start.column : 0)..<max(lines[line].count, line == start.line ? start.column : 0)
      {
        if lines[line][column] == open { depth += 1 }
        if lines[line][column] == close {
          depth -= 1
          if depth == 0 { return Place(line: line, column: column) }
        }
      }
    }
    return nil
  }
}
