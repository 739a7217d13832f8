import Basics

extension Document {
  /// The bytes of the value at the cursor, in the text of the view: a scalar, or a whole container when the cursor is
  /// on either of its brackets. `nil` when the view is not JSON or a container has not ended yet.
  public func valueRange(at view: DocumentView) -> Range<Int>? {
    withJSON(view) { json, text in
      guard let line = json.line(view.cursorLine, in: text) else { return nil }
      switch line.kind {
      case .scalar, .empty: return line.value
      case .open:
        let close = json.close(ofOpenAt: line.value.lowerBound, depth: line.depth, in: text)
        return close.map { line.value.lowerBound..<$0 + 1 }
      case .close:
        let open = json.ancestors(at: line.start, limit: 1, in: text).first?.open
        return open.map { $0..<line.value.upperBound }
      }
    }
  }

  /// The exact source text of the value at the cursor.
  public func value(at view: DocumentView) -> [UInt8]? {
    valueRange(at: view).map { layer(for: view.mode).store.bytes(in: $0) }
  }

  /// What the value at the cursor says: the content of a string without quotes and escapes, the source text of
  /// anything else.
  public func plainValue(at view: DocumentView) -> String? {
    guard let source = value(at: view) else { return nil }
    return JSONString.decoded(source) ?? String(decoding: source, as: UTF8.self)
  }

  /// Bytes of the text that the view shows, such as a line's `byteRange`.
  public func source(_ range: Range<Int>, in view: DocumentView) -> [UInt8] {
    layer(for: view.mode).store.bytes(in: range)
  }

  /// The place of the value at the cursor. Deeper than 10,000 levels, the outermost are left out.
  public func path(at view: DocumentView) -> DocumentPath? {
    withJSON(view) { json, text in
      guard let line = json.line(view.cursorLine, in: text) else { return nil }
      if line.kind == .close {
        guard let own = json.ancestors(at: line.start, limit: 1, in: text).first else { return nil }
        return json.path(ofValueAt: own.open, key: own.key, in: text)
      }
      return json.path(ofValueAt: line.value.lowerBound, key: line.key, in: text)
    }
  }

  /// The place of the JSON value that begins at byte `offset`, or of the one that holds it; `nil` in anything but JSON.
  public func path(ofValueAt offset: Int) -> DocumentPath? {
    let text = text
    guard let json = text.index.json else { return nil }
    return text.store.withUnsafeBytes { all in
      let known = UnsafeRawBufferPointer(rebasing: all[..<min(json.limit, all.count)])
      guard offset < known.count, let line = json.line(at: offset, in: known) else { return nil }
      return json.path(ofValueAt: line.value.lowerBound, key: line.key, in: known)
    }
  }

  /// How many containers enclose the value at the cursor of a JSON view.
  public func depth(at view: DocumentView) -> Int? {
    withJSON(view) { json, text in json.line(view.cursorLine, in: text)?.depth }
  }

  /// Whether the value at the cursor is a container, open or folded, or the end of one.
  public func isContainer(at view: DocumentView) -> Bool {
    withJSON(view) { json, text in json.line(view.cursorLine, in: text).map { $0.kind == .open || $0.kind == .close } }
      ?? false
  }

  /// Where the arrays begin that the cursor may mean: the one it is on, those around it from the inside out, those in
  /// the object that it is on, and those in the outermost object.
  public func arrays(near view: DocumentView) -> [Int] {
    withJSON(view) { json, text in
      guard let cursor = JSONCursor(text, index: json), let root = cursor.root else { return nil }
      var offsets: [Int] = []
      if let line = json.line(view.cursorLine, in: text) {
        if line.kind == .open { offsets.append(line.value.lowerBound) }
        offsets += json.ancestors(at: line.start, limit: 1000, in: text).map(\.open)
      }
      let inside = offsets.first.map { Self.children(of: $0, cursor) } ?? []
      return (offsets + inside + Self.children(of: root, cursor)).filter { cursor.byte($0) == 0x5B }
    } ?? []
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

  /// The byte offset at which the cursor's line begins.
  public func offset(at view: DocumentView) -> Int {
    withLayout(view) { layout, _ in
      layout.lines(from: view.cursorLine, count: 1, folds: FoldSet()).first?.byteRange.lowerBound ?? 0
    }
  }

  /// Where a motion between values leads.
  func relative(_ motion: DocumentMotion, in view: DocumentView) -> Int? {
    withJSON(view) { json, text in
      guard let line = json.line(view.cursorLine, in: text) else { return nil }
      let around = json.ancestors(at: line.start, limit: 2, in: text)
      let isClose = line.kind == .close
      let start = isClose ? around.first.map { $0.key?.lowerBound ?? $0.open } ?? line.start : line.start
      let parent = isClose ? around.dropFirst().first : around.first
      switch motion {
      case .parent: return parent.map { $0.key?.lowerBound ?? $0.open }
      case .firstChild:
        guard line.kind == .open else { return nil }
        return json.line(line.number + 1, in: text)?.start
      case .nextSibling:
        let own = isClose ? line : json.lastLine(of: line, in: text)
        guard let own, let next = json.line(own.number + 1, in: text), next.kind != .close else { return nil }
        return next.depth == line.depth ? next.start : nil
      case .previousSibling:
        return json.previousSibling(ofValueAt: start, in: text)
      default: return nil
      }
    }
  }
}

extension JSONIndex {
  /// The closing line of a container, or the line itself.
  fileprivate func lastLine(of line: JSONLine, in text: UnsafeRawBufferPointer) -> JSONLine? {
    guard line.kind == .open else { return line }
    guard let close = close(ofOpenAt: line.value.lowerBound, depth: line.depth, in: text) else { return nil }
    return self.line(at: close, in: text)
  }

  /// Where the sibling before the value whose line starts at `start` begins, with its key.
  fileprivate func previousSibling(ofValueAt start: Int, in text: UnsafeRawBufferPointer) -> Int? {
    guard let own = line(at: start, in: text), own.number > 0, let before = line(own.number - 1, in: text),
      before.depth == own.depth
    else { return nil }
    guard before.kind == .close else { return before.kind == .open ? nil : before.start }
    return ancestors(at: before.start, limit: 1, in: text).first.map { $0.key?.lowerBound ?? $0.open }
  }
}
