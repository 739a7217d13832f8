/// A cell as the grid keeps it: eight bytes without a reference, so that a screen is filled, copied and compared at the
/// speed of memory. Only the screen that made it knows its text: `Screen.text(of:)`.
public struct PackedCell: Equatable, Sendable {
  /// The only scalar of the text; 0 in the right half of a wide grapheme; from `firstCluster` on, a place among the
  /// screen's clusters.
  @usableFromInline let code: UInt32
  public var style: Style

  /// Unicode's scalars end far below.
  static let firstCluster: UInt32 = 1 << 31

  static let blank = PackedCell(code: 0x20, style: .plain)
  static func continuation(_ style: Style) -> PackedCell { PackedCell(code: 0, style: style) }

  /// The text, unless it has several scalars or none.
  @inlinable public var scalar: Unicode.Scalar? { isContinuation ? nil : Unicode.Scalar(code) }
  /// The right half of a wide grapheme.
  @inlinable public var isContinuation: Bool { code == 0 }
  /// A space in the terminal's own colours.
  @inlinable public var isBlank: Bool { code == 0x20 && style == .plain }
  /// Whether the screen keeps the text aside.
  @inlinable public var isCluster: Bool { code >= 1 << 31 }
}
