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

  /// The container that starts at the cursor, or the one around it.
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
