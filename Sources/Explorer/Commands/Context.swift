/// The part of the window with the focus. A command acts in the contexts of its record.
package enum Context: UInt16, CaseIterable, Hashable, Sendable {
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

/// The contexts of a command, as bits: the first frame waits for the table of all commands.
package struct ContextSet: ExpressibleByArrayLiteral, Hashable, Sendable {
  private let bits: UInt16

  private init(bits: UInt16) { self.bits = bits }

  package init(_ contexts: some Sequence<Context>) { bits = contexts.reduce(0) { $0 | 1 << $1.rawValue } }

  package init(arrayLiteral contexts: Context...) { self.init(contexts) }

  package var count: Int { bits.nonzeroBitCount }

  package func contains(_ context: Context) -> Bool { bits & 1 << context.rawValue != 0 }

  func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }

  func isDisjoint(with other: Self) -> Bool { bits & other.bits == 0 }

  func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }

  func subtracting(_ other: Self) -> Self { Self(bits: bits & ~other.bits) }
}
