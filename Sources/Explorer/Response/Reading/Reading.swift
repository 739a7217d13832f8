package import Documents

extension ResponsePane {
  /// A document being viewed, with its view, search and selection.
  package struct Reading: Equatable, Sendable {
    package var document: Document
    package var view: DocumentView
    package var search: SearchState?
    /// The line where the selection began; it ends at the cursor.
    package var anchor: Int?
    /// Whether the cursor stays at the end while the document grows.
    package var follows = false
    /// Below this offset a line ends with CR LF because the protocol says so: the CR says nothing, and is not shown.
    var protocolText = 0

    init(_ document: Document) {
      self.document = document
      view = document.view(columns: 80, rows: 20)
      follows = document.kind == .eventStream
    }

    /// The selected lines, all of them whole.
    var marked: ClosedRange<Int>? {
      anchor.map { min($0, view.cursorLine)...max($0, view.cursorLine) }
    }
  }
}
