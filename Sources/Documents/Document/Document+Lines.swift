import Basics

extension Document {
  /// Calls `body` with the layout of a view, for what is indexed at this moment.
  func withLayout<R>(_ view: DocumentView, _ body: (any LineLayout, UnsafeRawBufferPointer) -> R) -> R {
    let layer = layer(for: view.mode)
    let mode = shownMode(view.mode)
    let index = layer.index
    return layer.store.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[..<min(all.count, max(index.text.limit, index.json?.limit ?? 0))])
      if mode == .hex { return body(HexLayout(text: all), all) }
      if mode == .pretty || mode == .sorted, let json = index.json {
        return body(JSONLayout(text: text, index: json, lines: index.text, hasFault: index.fault != nil), text)
      }
      return body(TextLayout(text: text, index: index.text, language: layer.language), text)
    }
  }

  /// The rows of the window, starting at the top of the view; fewer at the end of the document.
  ///
  /// - Parameters:
  ///   - matches: byte ranges to highlight, sorted and not overlapping, in the text of the view's mode.
  ///   - current: the one that the search is at.
  package func lines(
    in view: DocumentView, matches: [Range<Int>] = [], current: Range<Int>? = nil
  ) -> [DocumentLine] {
    let fault = view.mode == .sorted ? nil : layer(for: view.mode).index.fault
    return withLayout(view) { layout, text in
      let heads = layout.lines(from: view.topLine, count: max(0, view.rows), folds: view.folds)
      let painter = LinePainter(
        layout: layout, text: text, view: view, matches: MatchCursor(matches, current: current), fault: fault)
      return painter.rows(of: layout.prepared(heads))
    }
  }

  /// The rows of the window with the matches of a search.
  package func lines(
    in view: DocumentView, search: DocumentSearch, current: DocumentSearch.Match? = nil
  ) -> [DocumentLine] {
    let shown = withLayout(view) { layout, _ -> Range<Int>? in
      let heads = layout.lines(from: view.topLine, count: max(0, view.rows), folds: view.folds)
      guard let first = heads.first, let last = heads.last else { return nil }
      return first.byteRange.lowerBound..<max(first.byteRange.lowerBound, last.byteRange.upperBound)
    }
    guard let shown, search.layer === layer(for: view.mode) else { return lines(in: view) }
    return lines(in: view, matches: search.matches(in: shown), current: current?.range)
  }

  /// The size of the text that the view shows, in bytes.
  package func byteCount(in view: DocumentView) -> Int { layer(for: view.mode).store.count }
}

extension Document {
  /// Whole lines to copy, each with a line feed: laid out if the view lays out its lines, otherwise as in the text;
  /// `nil` if they exceed `limit` bytes.
  package func text(ofLines lines: ClosedRange<Int>, in view: DocumentView, limit: Int) -> String? {
    if shownMode(view.mode) == .raw { return source(ofLines: lines, in: view, limit: limit) }
    var wide = view
    wide.wraps = false
    wide.horizontalOffset = 0
    wide.columns = limit
    var text = ""
    var next = lines.lowerBound
    while next <= lines.upperBound {
      wide.topLine = next
      wide.rows = min(200, lines.upperBound - next + 1)
      let rows = self.lines(in: wide)
      guard let last = rows.last else { break }
      for row in rows where row.number <= lines.upperBound {
        text += row.text + "\n"
        guard text.utf8.count <= limit else { return nil }
      }
      next = last.number + 1
    }
    return text
  }

  private func source(ofLines lines: ClosedRange<Int>, in view: DocumentView, limit: Int) -> String? {
    withLayout(view) { layout, text -> String? in
      func range(_ line: Int) -> Range<Int>? {
        layout.lines(from: line, count: 1, folds: FoldSet()).first?.byteRange
      }
      guard let first = range(lines.lowerBound), let last = range(lines.upperBound),
        last.upperBound - first.lowerBound < limit
      else { return nil }
      return String(decoding: text[first.lowerBound..<last.upperBound], as: UTF8.self) + "\n"
    }
  }
}
