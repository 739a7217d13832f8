package import Basics

extension Document {
  /// Moves the cursor or the window of `view`. Returns immediately for any size; beyond the indexed part it moves as
  /// far as possible.
  package func move(_ view: inout DocumentView, _ motion: DocumentMotion) {
    switch motion {
    case .lines(let count): place(&view) { $0.step(&$1, by: count) }
    case .pages(let count): place(&view) { $0.page(&$1, by: count) }
    case .scroll(let rows): place(&view) { $0.scroll(&$1, by: rows) }
    case .top: place(&view) { $0.goToTop(&$1) }
    case .bottom: place(&view) { $0.goToEnd(&$1) }
    case .line(let number): go(&view, toLine: number)
    case .percent(let percent):
      let count = lineCount(in: view)
      go(&view, toLine: Int((Double(count - 1) * min(max(percent, 0), 100) / 100).rounded()))
    case .offset(let offset):
      go(&view, toLineAt: offset)
      place(&view) { $0.showColumn(of: offset, in: &$1) }
    case .parent, .firstChild, .nextSibling, .previousSibling:
      if let offset = relative(motion, in: view) { go(&view, toLineAt: offset) }
    }
  }

  /// Moves cursor and window back into the document, after its size, its folds or the window changed.
  package func settle(_ view: inout DocumentView) { go(&view, toLine: view.cursorLine) }

  private func go(_ view: inout DocumentView, toLine line: Int) {
    place(&view) { $0.go(&$1, toLine: line) }
  }

  private func go(_ view: inout DocumentView, toLineAt offset: Int) {
    reveal(offset, in: &view)
    go(&view, toLine: withLayout(view) { layout, _ in layout.line(at: offset) })
  }

  private func place(_ view: inout DocumentView, _ change: (WindowPlacement, inout DocumentView) -> Void) {
    withLayout(view) { layout, text in change(WindowPlacement(layout: layout, text: text), &view) }
  }

  /// Shows the same position in another mode, as exactly as the two texts allow.
  package func setMode(_ view: inout DocumentView, _ mode: DocumentView.Mode) {
    guard mode != view.mode else { return }
    let from = layer(for: view.mode)
    let place = offset(at: view)
    let percent = percent(of: view)
    view.mode = mode
    view.horizontalOffset = 0
    if layer(for: mode) === from {
      move(&view, .offset(place))
    } else {
      // Folds are stored by offset, which has no meaning in another text.
      view.folds = FoldSet()
      move(&view, .percent(percent))
    }
  }

  /// The position of the cursor in percent, 0...100.
  package func percent(of view: DocumentView) -> Double {
    let last = lineCount(in: view) - 1
    return last > 0 ? min(100, Double(view.cursorLine) * 100 / Double(last)) : 0
  }
}

extension Document {
  /// Opens or closes containers of a JSON view. The cursor stays on its value, or on the fold that hides it.
  package func fold(_ view: inout DocumentView, _ change: FoldChange) {
    switch change {
    case .openAll: view.folds = FoldSet()
    case .closeAll: view.folds = withDepth(0)
    case .toDepth(let depth): view.folds = withDepth(max(0, depth))
    case .toggle, .open, .close: foldAtCursor(&view, change)
    }
    settle(&view)
  }

  private func withDepth(_ depth: Int) -> FoldSet {
    var folds = FoldSet()
    folds.depth = depth
    return folds
  }

  private func foldAtCursor(_ view: inout DocumentView, _ change: FoldChange) {
    guard let container = container(atCursorOf: view) else { return }
    let isFolded = view.folds.isFolded(at: container.open, depth: container.depth)
    let wanted = change == .toggle ? !isFolded : change == .close
    guard wanted != isFolded else { return }
    view.folds.toggled.formSymmetricDifference([container.open])
  }

  /// The container that starts at the cursor, or the enclosing one.
  private func container(atCursorOf view: DocumentView) -> (open: Int, depth: Int)? {
    withJSON(view) { json in
      guard let line = json.index.line(view.cursorLine, in: json.text) else { return nil }
      if line.kind == .open { return (line.value.lowerBound, line.depth) }
      return json.index.ancestors(at: line.start, limit: 1, in: json.text).first.map { ($0.open, $0.depth) }
    }
  }

  /// Opens the folds around `offset`.
  func reveal(_ offset: Int, in view: inout DocumentView) {
    guard !view.folds.isEmpty else { return }
    let around =
      withJSON(view) { json -> [JSONAncestor]? in
        json.index.ancestors(at: offset, limit: JSONLayout.deepestFoldSearch, in: json.text)
      } ?? []
    for container in around where view.folds.isFolded(at: container.open, depth: container.depth) {
      view.folds.toggled.formSymmetricDifference([container.open])
    }
  }
}

extension Document {
  /// The byte range of the value at the cursor, in the text of the view: a scalar, or a whole container if the cursor
  /// is on either of its brackets. `nil` if the view is not JSON or the container has not ended yet.
  package func valueRange(at view: DocumentView) -> Range<Int>? {
    withJSON(view) { $0.range(ofLine: view.cursorLine) }
  }

  /// The exact source text of the value at the cursor.
  package func value(at view: DocumentView) -> [UInt8]? {
    valueRange(at: view).map { layer(for: view.mode).store.bytes(in: $0) }
  }

  /// The plain value at the cursor: the content of a string without quotes and escapes, otherwise the source text.
  package func plainValue(at view: DocumentView) -> String? {
    guard let source = value(at: view) else { return nil }
    return JSONString.decoded(source) ?? String(decoding: source, as: UTF8.self)
  }

  /// Bytes of the view's text, such as a line's `byteRange`.
  package func source(_ range: Range<Int>, in view: DocumentView) -> [UInt8] {
    layer(for: view.mode).store.bytes(in: range)
  }

  /// The path of the value at the cursor. Beyond 10,000 levels, the outermost are omitted.
  package func path(at view: DocumentView) -> DocumentPath? {
    withJSON(view) { $0.path(ofLine: view.cursorLine) }
  }

  /// The path of the JSON value that begins at byte `offset`, or of the enclosing one; `nil` if the document is not
  /// JSON.
  package func path(ofValueAt offset: Int) -> DocumentPath? { text.withJSON { $0.path(at: offset) } }

  /// The number of containers that enclose the value at the cursor of a JSON view.
  package func depth(at view: DocumentView) -> Int? { jsonLine(at: view)?.depth }

  /// True if the value at the cursor is a container, open or folded, or the end of one.
  package func isContainer(at view: DocumentView) -> Bool {
    jsonLine(at: view).map { $0.kind == .open || $0.kind == .close } ?? false
  }

  private func jsonLine(at view: DocumentView) -> JSONLine? {
    withJSON(view) { $0.index.line(view.cursorLine, in: $0.text) }
  }

  /// The offsets of the arrays near the cursor: the one under it, the enclosing ones from the inside out, those in the
  /// object under it, and those in the outermost object.
  package func arrays(near view: DocumentView) -> [Int] {
    withJSON(view) { $0.arrays(nearLine: view.cursorLine) } ?? []
  }

  /// The byte offset at which the cursor's line begins.
  package func offset(at view: DocumentView) -> Int {
    withLayout(view) { layout, _ in
      layout.lines(from: view.cursorLine, count: 1, folds: FoldSet()).first?.byteRange.lowerBound ?? 0
    }
  }

  func relative(_ motion: DocumentMotion, in view: DocumentView) -> Int? {
    withJSON(view) { json in
      switch motion {
      case .parent: json.parent(ofLine: view.cursorLine)
      case .firstChild: json.firstChild(ofLine: view.cursorLine)
      case .nextSibling: json.nextSibling(ofLine: view.cursorLine)
      case .previousSibling: json.previousSibling(ofLine: view.cursorLine)
      default: nil
      }
    }
  }

  /// Calls `body` with the structure of a JSON view; `nil` for any other view.
  func withJSON<R>(_ view: DocumentView, _ body: (JSONLocator) -> R?) -> R? {
    let mode = shownMode(view.mode)
    guard mode == .pretty || mode == .sorted else { return nil }
    return layer(for: view.mode).withJSON(body)
  }
}

extension DocumentSearch {
  /// Searches the text that `view` shows; in a hexadecimal view, the bytes as text.
  ///
  /// - Throws: if the query is an invalid regular expression.
  package convenience init(_ query: SearchQuery, in document: Document, view: DocumentView) throws(RegexFault) {
    let layer = document.layer(for: document.shownMode(view.mode) == .hex ? .raw : view.mode)
    try self.init(query, in: layer)
  }
}

extension Document {
  /// The string at nested members of the outermost object; `nil` if there is none.
  ///
  /// Reads the structure only, and not beyond the first thousand members of an object.
  package func string(at names: [String]) -> String? {
    text.withJSON { json in
      guard let cursor = JSONCursor(json.text, index: json.index), var place = cursor.root else { return nil }
      for name in names {
        guard let value = cursor.member(Array(name.utf8), of: place, most: 1000)?.value else { return nil }
        place = value
      }
      guard cursor.byte(place) == 0x22 else { return nil }
      return JSONString.decoded(json.text[place..<cursor.scalarEnd(place)])
    }
  }
}
