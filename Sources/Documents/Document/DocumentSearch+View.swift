package import Basics

extension DocumentSearch {
  /// Searches the text that `view` shows; in a hexadecimal view, the bytes as text.
  ///
  /// - Throws: if the query is an invalid regular expression.
  package convenience init(_ query: SearchQuery, in document: Document, view: DocumentView) throws(RegexFault) {
    let layer = document.layer(for: document.shownMode(view.mode) == .hex ? .raw : view.mode)
    try self.init(query, in: layer)
  }
}
