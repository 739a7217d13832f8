/// The part of the window with the focus. A command acts in the contexts of its record.
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
  case run
  case history
  case cookies
  /// A picker, the palette or a question, which handle keys themselves.
  case overlay
}

extension Context {
  /// Every pane, without the pages that fill the window.
  static let everywhere = anywhere.subtracting(pages)
  /// Every pane and every page.
  static let anywhere = ContextSet(Context.allCases).subtracting([.overlay])
  static let pages: ContextSet = [.run, .history, .cookies]
  static let response: ContextSet = [.document, .facts, .grid]
  static let request: ContextSet = [.url, .rows, .text, .fields]
}

/// The places where a command works.
package typealias ContextSet = Set<Context>
