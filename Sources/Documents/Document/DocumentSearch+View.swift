import Basics

extension DocumentSearch {
  /// Searches the text that `view` shows; behind hexadecimal digits, the bytes as text.
  ///
  /// - Throws: when the query is a regular expression that cannot be read.
  public convenience init(_ query: SearchQuery, in document: Document, view: DocumentView) throws(RegexFault) {
    let layer = document.layer(for: document.shownMode(view.mode) == .hex ? .raw : view.mode)
    try self.init(query, in: layer)
  }
}
