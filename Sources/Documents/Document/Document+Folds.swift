extension Document {
  /// Opens or closes containers of a JSON view. The cursor stays on what it stood on, or on the fold that hides it.
  public func fold(_ view: inout DocumentView, _ change: FoldChange) {
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

  /// The container that begins at the cursor, or the one around it.
  private func container(atCursorOf view: DocumentView) -> (open: Int, depth: Int)? {
    withJSON(view) { json, text in
      guard let line = json.line(view.cursorLine, in: text) else { return nil }
      if line.kind == .open { return (line.value.lowerBound, line.depth) }
      return json.ancestors(at: line.start, limit: 1, in: text).first.map { ($0.open, $0.depth) }
    }
  }

  /// Opens the folds around `offset`.
  func reveal(_ offset: Int, in view: inout DocumentView) {
    guard !view.folds.isEmpty else { return }
    let around =
      withJSON(view) { json, text -> [JSONAncestor]? in
        json.ancestors(at: offset, limit: JSONLayout.deepestFoldSearch, in: text)
      } ?? []
    for container in around where view.folds.isFolded(at: container.open, depth: container.depth) {
      view.folds.toggled.formSymmetricDifference([container.open])
    }
  }

  /// Answers from the structure of a JSON view; `nil` for any other view.
  func withJSON<R>(_ view: DocumentView, _ body: (JSONIndex, UnsafeRawBufferPointer) -> R?) -> R? {
    let mode = shownMode(view.mode)
    guard mode == .pretty || mode == .sorted else { return nil }
    let layer = layer(for: view.mode)
    guard let json = layer.index.json else { return nil }
    return layer.store.withUnsafeBytes { all in
      body(json, UnsafeRawBufferPointer(rebasing: all[..<min(json.limit, all.count)]))
    }
  }
}
