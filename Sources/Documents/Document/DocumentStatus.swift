import Basics

/// How far a document has been read.
package struct DocumentStatus: Equatable, Sendable {
  /// Bytes that have arrived.
  package var received: Int
  /// Bytes that are indexed.
  package var indexed: Int
  /// Whether everything has arrived and is indexed.
  package var isComplete: Bool
  /// Where and why the text is not valid JSON.
  package var fault: JSONFault?
  /// The number of JSON values at the top level; 1 for other kinds.
  package var documents: Int
}

extension Document {
  package var status: DocumentStatus {
    let index = text.index
    return DocumentStatus(
      received: store.count, indexed: min(index.text.limit, store.count), isComplete: index.isComplete,
      fault: index.fault, documents: index.json?.documents ?? 1)
  }

  /// The number of lines of a view, including folded ones; still growing while `isComplete` is false for it.
  package func lineCount(in view: DocumentView) -> Int {
    withLayout(view) { layout, _ in layout.lineCount }
  }

  /// The columns of the widest line in the window, which limits horizontal scrolling.
  package func widestLine(in view: DocumentView) -> Int {
    withLayout(view) { layout, text in
      let painter = LinePainter(layout: layout, text: text, view: view)
      let heads = layout.lines(from: view.topLine, count: max(0, view.rows), folds: view.folds)
      return heads.reduce(0) { max($0, painter.columnCount(of: $1)) }
    }
  }

  /// Why the text of the view ends early, such as a full disk; the raw view is complete.
  package func problem(in view: DocumentView) -> String? { layer(for: view.mode).index.problem }

  /// Whether the whole text of the view has been derived and indexed.
  package func isComplete(in view: DocumentView) -> Bool { layer(for: view.mode).index.isComplete }
}
