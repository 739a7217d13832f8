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
  /// The page of a run.
  case run
  /// The page of the history.
  case history
  /// The page of stored cookies.
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

/// The contexts of a command, stored as bits to build the command table quickly at startup.
package struct ContextSet: SetAlgebra, Hashable, Sendable {
  private var bits: UInt16

  package init() { bits = 0 }

  private init(bits: UInt16) { self.bits = bits }

  package var isEmpty: Bool { bits == 0 }

  package var count: Int { bits.nonzeroBitCount }

  package func contains(_ context: Context) -> Bool { bits & context.bit != 0 }

  package func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }

  package func intersection(_ other: Self) -> Self { Self(bits: bits & other.bits) }

  package func symmetricDifference(_ other: Self) -> Self { Self(bits: bits ^ other.bits) }

  package func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }

  package mutating func formUnion(_ other: Self) { self = union(other) }

  package mutating func formIntersection(_ other: Self) { self = intersection(other) }

  package mutating func formSymmetricDifference(_ other: Self) { self = symmetricDifference(other) }

  @discardableResult
  package mutating func insert(_ context: Context) -> (inserted: Bool, memberAfterInsert: Context) {
    defer { bits |= context.bit }
    return (!contains(context), context)
  }

  @discardableResult
  package mutating func remove(_ context: Context) -> Context? {
    defer { bits &= ~context.bit }
    return contains(context) ? context : nil
  }

  @discardableResult
  package mutating func update(with context: Context) -> Context? {
    defer { bits |= context.bit }
    return contains(context) ? context : nil
  }
}

extension Context {
  fileprivate var bit: UInt16 {
    switch self {
    case .tree: 1
    case .url: 2
    case .rows: 4
    case .text: 8
    case .fields: 16
    case .document: 32
    case .facts: 64
    case .grid: 128
    case .overlay: 256
    case .run: 512
    case .history: 1024
    case .cookies: 2048
    }
  }
}
