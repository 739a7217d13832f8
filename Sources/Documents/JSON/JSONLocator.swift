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
      let close = index.close(ofOpenAt: line.value.lowerBound, depth: line.depth, in: text)
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

  /// The path of the value that begins at `offset`, or of the one around it.
  func path(at offset: Int) -> DocumentPath? {
    guard offset < text.count, let line = index.line(at: offset, in: text) else { return nil }
    return index.path(ofValueAt: line.value.lowerBound, key: line.key, in: text)
  }

  /// The offsets of the arrays that a line may mean: its own, those around it from the inside out, those in its own
  /// object, and those in the outermost object.
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
    guard let close = index.close(ofOpenAt: line.value.lowerBound, depth: line.depth, in: text) else { return nil }
    return index.line(at: close, in: text)
  }

  private static func start(_ container: JSONAncestor) -> Int { container.key?.lowerBound ?? container.open }
}
