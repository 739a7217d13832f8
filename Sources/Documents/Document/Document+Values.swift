import Basics

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

  /// The path of the JSON value that begins at byte `offset`, or of the one around it; `nil` if the document is not
  /// JSON.
  package func path(ofValueAt offset: Int) -> DocumentPath? { text.withJSON { $0.path(at: offset) } }

  /// How many containers enclose the value at the cursor of a JSON view.
  package func depth(at view: DocumentView) -> Int? { jsonLine(at: view)?.depth }

  /// Whether the value at the cursor is a container, open or folded, or the end of one.
  package func isContainer(at view: DocumentView) -> Bool {
    jsonLine(at: view).map { $0.kind == .open || $0.kind == .close } ?? false
  }

  private func jsonLine(at view: DocumentView) -> JSONLine? {
    withJSON(view) { $0.index.line(view.cursorLine, in: $0.text) }
  }

  /// The offsets of the arrays that the cursor may mean: the one it is on, those around it from the inside out, those
  /// in the object that it is on, and those in the outermost object.
  package func arrays(near view: DocumentView) -> [Int] {
    withJSON(view) { $0.arrays(nearLine: view.cursorLine) } ?? []
  }

  /// The byte offset at which the cursor's line begins.
  package func offset(at view: DocumentView) -> Int {
    withLayout(view) { layout, _ in
      layout.lines(from: view.cursorLine, count: 1, folds: FoldSet()).first?.byteRange.lowerBound ?? 0
    }
  }

  /// The target of a motion between values.
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
