/// The part of the window that has the keyboard: a command acts in the contexts of its record.
package enum Context: String, CaseIterable, Hashable, Sendable {
  case tree
  /// The URL line of the request pane.
  case url
  /// A table of rows: params, headers, form, variables.
  case rows
  /// A multi-line text: a body, the docs.
  case text
  /// The lines of the auth or options tab.
  case fields
  /// A response tab with a document.
  case document
  /// A response tab with a list or a chart.
  case facts
  /// A table, comparison or picture over a response tab.
  case grid
  /// The run of a folder, over the whole window.
  case run
  /// The history, over the whole window.
  case history
  /// The cookies that are kept, over the whole window.
  case cookies
  /// A picker, the palette, a question: these handle keys themselves.
  case overlay
}

extension Context {
  /// In every pane, but not on pages over the whole window.
  static let everywhere = anywhere.subtracting(pages)
  /// In every pane and on every page.
  static let anywhere = ContextSet(Context.allCases).subtracting([.overlay])
  static let pages: ContextSet = [.run, .history, .cookies]
  static let response: ContextSet = [.document, .facts, .grid]
  static let request: ContextSet = [.url, .rows, .text, .fields]
}
