import Basics

/// Reads valid JSON line by line as in the pretty view, starting at any checkpoint.
struct JSONWalker {
  /// A token cut off at its limit is shown incompletely.
  let text: JSONText
  var offset: Int
  var line: Int
  var depth: Int

  /// The next line, or `nil` at the end of the validated part.
  mutating func next() -> JSONLine? {
    guard skipToToken() else { return nil }
    let c = text[offset]
    let number = line
    line += 1
    if c == 0x5D || c == 0x7D {
      depth = max(0, depth - 1)
      let value = offset..<offset + 1
      offset += 1
      return JSONLine(number: number, kind: .close, depth: depth, value: value, hasComma: takeComma())
    }
    var key: Range<Int>?
    if c == 0x22 {
      let string = token()
      guard skipSpace(), text[offset] == 0x3A else {
        return JSONLine(number: number, kind: .scalar, depth: depth, value: string, hasComma: takeComma())
      }
      key = string
      offset += 1
      guard skipSpace() else {
        return JSONLine(
          number: number, kind: .scalar, depth: depth, key: key, value: offset..<offset, hasComma: false)
      }
    }
    return value(number, key: key)
  }

  private mutating func value(_ number: Int, key: Range<Int>?) -> JSONLine {
    let c = text[offset]
    guard c == 0x7B || c == 0x5B else {
      let scalar = token()
      return JSONLine(number: number, kind: .scalar, depth: depth, key: key, value: scalar, hasComma: takeComma())
    }
    let start = offset
    offset += 1
    if skipSpace(), text[offset] == c + 2 {
      offset += 1
      let value = start..<offset
      return JSONLine(number: number, kind: .empty, depth: depth, key: key, value: value, hasComma: takeComma())
    }
    depth += 1
    return JSONLine(number: number, kind: .open, depth: depth - 1, key: key, value: start..<start + 1, hasComma: false)
  }

  /// Skips white space and the commas that belong to previous lines.
  private mutating func skipToToken() -> Bool {
    while skipSpace() {
      switch text[offset] {
      case 0x2C, 0x1E: offset += 1
      case 0xEF where offset == 0: offset = min(3, text.limit)
      default: return true
      }
    }
    return false
  }

  private mutating func takeComma() -> Bool {
    let back = offset
    guard skipSpace(), text[offset] == 0x2C else {
      offset = back
      return false
    }
    offset += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() -> Bool { text.skipSpace(&offset) }

  /// The string, number or literal at the current offset, without brackets.
  private mutating func token() -> Range<Int> {
    let start = offset
    offset = text.scalarEnd(start)
    return start..<offset
  }
}

/// One line of the pretty view: a scalar, an empty container, or the start or the end of a container.
struct JSONLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case scalar, empty, open, close }

  var number: Int
  var kind: Kind
  /// The number of containers that enclose the line.
  var depth: Int
  /// The range of the key, including its quotes.
  var key: Range<Int>?
  /// The scalar, the brackets of an empty container, or the single bracket. Empty if the value has not arrived.
  var value: Range<Int>
  var hasComma: Bool

  var start: Int { key?.lowerBound ?? value.lowerBound }
}

/// Answers queries about the value on a line of the pretty view: its range, its path, and its neighbours.
struct JSONLocator {
  let index: JSONIndex
  /// The validated part of the text.
  let text: UnsafeRawBufferPointer

  /// The range of the value: a scalar, or a whole container from either of its brackets; `nil` if it has not ended.
  func range(ofLine number: Int) -> Range<Int>? {
    guard let line = index.line(number, in: text) else { return nil }
    switch line.kind {
    case .scalar, .empty: return line.value
    case .open:
      let close = index.close(ofOpenAt: line.value.lowerBound, in: text)
      return close.map { line.value.lowerBound..<$0 + 1 }
    case .close:
      let open = index.ancestors(at: line.start, limit: 1, in: text).first?.open
      return open.map { $0..<line.value.upperBound }
    }
  }

  func path(ofLine number: Int) -> DocumentPath? {
    guard let line = index.line(number, in: text) else { return nil }
    if line.kind == .close {
      guard let own = index.ancestors(at: line.start, limit: 1, in: text).first else { return nil }
      return index.path(ofValueAt: own.open, key: own.key, in: text)
    }
    return index.path(ofValueAt: line.value.lowerBound, key: line.key, in: text)
  }

  /// The path of the value that begins at `offset`, or of the enclosing one.
  func path(at offset: Int) -> DocumentPath? {
    guard offset < text.count, let line = index.line(at: offset, in: text) else { return nil }
    return index.path(ofValueAt: line.value.lowerBound, key: line.key, in: text)
  }

  /// The offsets of the arrays near a line: its own, the enclosing ones from the inside out, those in its own object,
  /// and those in the outermost object.
  func arrays(nearLine number: Int) -> [Int]? {
    guard let cursor = JSONCursor(text, index: index), let root = cursor.root else { return nil }
    var offsets: [Int] = []
    if let line = index.line(number, in: text) {
      if line.kind == .open { offsets.append(line.value.lowerBound) }
      offsets += index.ancestors(at: line.start, limit: 1000, in: text).map(\.open)
    }
    let inside = offsets.first.map { Self.children(of: $0, cursor) } ?? []
    return (offsets + inside + Self.children(of: root, cursor)).filter { cursor.byte($0) == 0x5B }
  }

  /// The first children of an object.
  private static func children(of object: Int, _ cursor: JSONCursor) -> [Int] {
    guard cursor.byte(object) == 0x7B else { return [] }
    var found: [Int] = []
    var offset = object + 1
    while found.count < 200, let child = cursor.child(at: offset, isObject: true, index: 0) {
      found.append(child.value)
      offset = cursor.end(child.value)
    }
    return found
  }
}

/// The offsets of a line's neighbouring values, with their keys.
extension JSONLocator {
  func parent(ofLine number: Int) -> Int? {
    guard let line = index.line(number, in: text) else { return nil }
    let around = index.ancestors(at: line.start, limit: 2, in: text)
    let parent = line.kind == .close ? around.dropFirst().first : around.first
    return parent.map(Self.start)
  }

  func firstChild(ofLine number: Int) -> Int? {
    guard let line = index.line(number, in: text), line.kind == .open else { return nil }
    return index.line(line.number + 1, in: text)?.start
  }

  func nextSibling(ofLine number: Int) -> Int? {
    guard let line = index.line(number, in: text), let last = lastLine(of: line),
      let next = index.line(last.number + 1, in: text), next.kind != .close
    else { return nil }
    return next.depth == line.depth ? next.start : nil
  }

  func previousSibling(ofLine number: Int) -> Int? {
    guard let line = index.line(number, in: text) else { return nil }
    let own = line.kind == .close ? index.ancestors(at: line.start, limit: 1, in: text).first : nil
    guard let first = index.line(at: own.map(Self.start) ?? line.start, in: text), first.number > 0,
      let before = index.line(first.number - 1, in: text), before.depth == first.depth
    else { return nil }
    guard before.kind == .close else { return before.kind == .open ? nil : before.start }
    return index.ancestors(at: before.start, limit: 1, in: text).first.map(Self.start)
  }

  /// The closing line of a container, or the line itself.
  private func lastLine(of line: JSONLine) -> JSONLine? {
    guard line.kind == .open else { return line }
    guard let close = index.close(ofOpenAt: line.value.lowerBound, in: text) else { return nil }
    return index.line(at: close, in: text)
  }

  private static func start(_ container: JSONAncestor) -> Int { container.key?.lowerBound ?? container.open }
}
