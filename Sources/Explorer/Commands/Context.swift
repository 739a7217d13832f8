/// Where the user is, as far as keys care: a command acts in the contexts that its record names.
public enum Context: String, CaseIterable, Hashable, Sendable {
  case tree
  /// The URL line of the request pane.
  case url
  /// A table of rows: params, headers, form, variables.
  case rows
  /// A text that is edited as a whole: a body, the docs.
  case text
  /// The choices of a tab: auth, options.
  case fields
  /// A response tab that shows a document.
  case document
  /// A response tab that shows a table or a drawing.
  case facts
  /// A table, a comparison or a picture over a response tab.
  case grid
  /// A picker, the palette, a question: they read keys themselves.
  case overlay
}

extension Context {
  static let everywhere = ContextSet(Context.allCases).subtracting([.overlay])
  static let response: ContextSet = [.document, .facts, .grid]
  static let request: ContextSet = [.url, .rows, .text, .fields]
}
