extension Document {
  /// Shows the same place in another mode, as exactly as the two texts allow.
  public func setMode(_ view: inout DocumentView, _ mode: DocumentView.Mode) {
    guard mode != view.mode else { return }
    let from = layer(for: view.mode)
    let place = offset(at: view)
    let percent = percent(of: view)
    view.mode = mode
    view.horizontalOffset = 0
    if layer(for: mode) === from {
      move(&view, .offset(place))
    } else {
      // Folds are kept by offsets, which mean nothing in another text.
      view.folds = FoldSet()
      move(&view, .percent(percent))
    }
  }

  /// How far down the cursor is, 0...100.
  public func percent(of view: DocumentView) -> Double {
    let last = lineCount(in: view) - 1
    return last > 0 ? min(100, Double(view.cursorLine) * 100 / Double(last)) : 0
  }
}
