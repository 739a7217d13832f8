/// How a document is looked at: a plain value, changed only by the operations of `Document`.
public struct DocumentView: Equatable, Sendable {
  public enum Mode: String, Equatable, Sendable, CaseIterable {
    /// The format's own layout: indented, aligned, one element a line.
    case pretty
    /// Pretty, with the keys of every object in order.
    case sorted
    /// JSON without white space.
    case compact
    /// The bytes as they came, as text.
    case raw
    case hex
  }

  public var mode = Mode.pretty
  /// Spaces a level in the pretty view.
  public var indent = 2
  /// Whether long lines go on in the next row instead of to the right.
  public var wraps = false
  /// The first column shown when lines do not wrap.
  public var horizontalOffset = 0
  /// The size of the window in cells.
  public var columns = 80
  public var rows = 24
  public var folds = FoldSet()
  /// The first line of the window, and the row within it when lines wrap.
  public internal(set) var topLine = 0
  public internal(set) var topRow = 0
  /// The line under the cursor.
  public internal(set) var cursorLine = 0

  public init(mode: Mode = .pretty, columns: Int = 80, rows: Int = 24) {
    self.mode = mode
    self.columns = columns
    self.rows = rows
  }
}

/// Which containers are shown closed: a depth from which all are, and those that differ from it.
public struct FoldSet: Equatable, Sendable {
  /// Containers inside this many others and more are closed; `nil` for none.
  public internal(set) var depth: Int?
  /// The offsets of the opening brackets that were turned over by hand.
  public internal(set) var toggled: Set<Int> = []

  public init() {}

  public var isEmpty: Bool { depth == nil && toggled.isEmpty }

  func isFolded(at offset: Int, depth level: Int) -> Bool {
    let byDepth = depth.map { level >= $0 } ?? false
    return byDepth != toggled.contains(offset)
  }
}

/// Where the cursor can be sent.
public enum DocumentMotion: Equatable, Sendable {
  /// By that many shown lines, down when positive.
  case lines(Int)
  /// By that many windows.
  case pages(Int)
  case top, bottom
  /// Counted from 0.
  case line(Int)
  /// 0...100 of all lines.
  case percent(Double)
  /// To the line that holds this offset; folds around it are opened.
  case offset(Int)
  case parent, firstChild, nextSibling, previousSibling
  /// Moves the window by that many rows; the cursor stays inside it.
  case scroll(Int)
}

/// What can be asked of folds.
public enum FoldChange: Equatable, Sendable {
  /// The container at the cursor: the one that begins there, else the one around it.
  case toggle, open, close
  case openAll, closeAll
  /// Containers inside that many others are closed, those further out open.
  case toDepth(Int)
}
