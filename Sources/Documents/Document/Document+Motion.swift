extension Document {
  /// Moves the cursor or the window of `view`. Returns immediately for any size; beyond the indexed part it moves as
  /// far as possible.
  package func move(_ view: inout DocumentView, _ motion: DocumentMotion) {
    switch motion {
    case .lines(let count): place(&view) { $0.step(&$1, by: count) }
    case .pages(let count):
      let lines = count * max(1, view.rows - 1)
      place(&view) { $0.step(&$1, by: lines) }
    case .scroll(let rows): place(&view) { $0.scroll(&$1, by: rows) }
    case .top: go(&view, toLine: 0)
    case .bottom: go(&view, toLine: .max)
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

  /// Shows the same place in another mode, as exactly as the two texts allow.
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
