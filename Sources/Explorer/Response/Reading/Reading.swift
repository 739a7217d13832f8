import Documents

extension ResponsePane {
  /// A document that is looked at: what is shown of it, what is searched in it, what is marked.
  public struct Reading: Equatable, Sendable {
    public var document: Document
    public var view: DocumentView
    public var search: SearchState?
    /// The line where the marking of lines began; it ends at the cursor.
    public var anchor: Int?
    /// Whether the cursor stays at the end while the document grows.
    public var follows = false

    init(_ document: Document) {
      self.document = document
      view = document.view(columns: 80, rows: 20)
      follows = document.kind == .eventStream
    }

    /// The lines that are marked, all of them whole.
    var marked: ClosedRange<Int>? {
      anchor.map { min($0, view.cursorLine)...max($0, view.cursorLine) }
    }
  }
}
