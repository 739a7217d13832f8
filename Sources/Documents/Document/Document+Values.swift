import Basics

extension Document {
  /// The bytes of the value at the cursor, in the text of the view: a scalar, or a whole container when the cursor is
  /// on either of its brackets. `nil` when the view is not JSON or a container has not ended yet.
  public func valueRange(at view: DocumentView) -> Range<Int>? {
    withJSON(view) { $0.range(ofLine: view.cursorLine) }
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
    withJSON(view) { $0.path(ofLine: view.cursorLine) }
  }

  /// The place of the JSON value that begins at byte `offset`, or of the one that holds it; `nil` in anything but JSON.
  public func path(ofValueAt offset: Int) -> DocumentPath? { text.withJSON { $0.path(at: offset) } }

  /// How many containers enclose the value at the cursor of a JSON view.
  public func depth(at view: DocumentView) -> Int? { jsonLine(at: view)?.depth }

  /// Whether the value at the cursor is a container, open or folded, or the end of one.
  public func isContainer(at view: DocumentView) -> Bool {
    jsonLine(at: view).map { $0.kind == .open || $0.kind == .close } ?? false
  }

  private func jsonLine(at view: DocumentView) -> JSONLine? {
    withJSON(view) { $0.index.line(view.cursorLine, in: $0.text) }
  }

  /// Where the arrays begin that the cursor may mean: the one it is on, those around it from the inside out, those in
  /// the object that it is on, and those in the outermost object.
  public func arrays(near view: DocumentView) -> [Int] {
    withJSON(view) { $0.arrays(nearLine: view.cursorLine) } ?? []
  }

  /// The byte offset at which the cursor's line begins.
  public func offset(at view: DocumentView) -> Int {
    withLayout(view) { layout, _ in
      layout.lines(from: view.cursorLine, count: 1, folds: FoldSet()).first?.byteRange.lowerBound ?? 0
    }
  }

  /// Where a motion between values leads.
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

  /// Answers from the structure of a JSON view; `nil` for any other view.
  func withJSON<R>(_ view: DocumentView, _ body: (JSONLocator) -> R?) -> R? {
    let mode = shownMode(view.mode)
    guard mode == .pretty || mode == .sorted else { return nil }
    return layer(for: view.mode).withJSON(body)
  }
}
