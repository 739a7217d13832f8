/// The state of a document view: a plain value, changed only by the operations of `Document`.
package struct DocumentView: Equatable, Sendable {
  package enum Mode: String, Equatable, Sendable, CaseIterable {
    /// The format's own layout: indented, aligned, one element per line.
    case pretty
    /// Pretty, with the keys of every object sorted.
    case sorted
    /// JSON without white space.
    case compact
    /// The received bytes, as text.
    case raw
    case hex
  }

  package var mode = Mode.pretty
  /// Spaces per level in the pretty view.
  package var indent = 2
  /// True if long lines wrap.
  package var wraps = false
  /// The first column shown when lines do not wrap.
  package var horizontalOffset = 0
  /// The size of the window in cells.
  package var columns = 80
  package var rows = 24
  package var folds = FoldSet()
  /// The first line of the window, and the row within it if lines wrap.
  package internal(set) var topLine = 0
  package internal(set) var topRow = 0
  package internal(set) var cursorLine = 0

  package init(mode: Mode = .pretty, columns: Int = 80, rows: Int = 24) {
    self.mode = mode
    self.columns = columns
    self.rows = rows
  }
}

/// The closed containers: all from a certain depth on, with exceptions.
package struct FoldSet: Equatable, Sendable {
  /// Containers inside at least this many others are closed; `nil` for none.
  package internal(set) var depth: Int?
  /// The offsets of the opening brackets that were toggled individually.
  package internal(set) var toggled: Set<Int> = []

  package init() {}

  package var isEmpty: Bool { depth == nil && toggled.isEmpty }

  func isFolded(at offset: Int, depth level: Int) -> Bool {
    let byDepth = depth.map { level >= $0 } ?? false
    return byDepth != toggled.contains(offset)
  }
}

/// Motions of the cursor.
package enum DocumentMotion: Equatable, Sendable {
  /// Moves by that many visible lines, down if positive.
  case lines(Int)
  /// Moves by that many window heights.
  case pages(Int)
  case top, bottom
  /// Moves to a line, counted from 0.
  case line(Int)
  /// Moves to a percentage of all lines, 0...100.
  case percent(Double)
  /// Moves to the line that contains this offset, and opens the folds around it.
  case offset(Int)
  case parent, firstChild, nextSibling, previousSibling
  /// Scrolls the window by that many rows; the cursor stays inside it.
  case scroll(Int)
}

/// Changes of folds.
package enum FoldChange: Equatable, Sendable {
  /// Changes the container at the cursor: the one that starts there, otherwise the enclosing one.
  case toggle, open, close
  case openAll, closeAll
  /// Closes containers inside that many others, and opens the outer ones.
  case toDepth(Int)
}
