/// A cell as stored in the grid: sixteen bytes without references, so that filling, copying and comparing screens is as
/// fast as memory allows. Only the screen that created it knows its text: `Screen.text(of:)`.
package struct PackedCell: Equatable, Sendable {
  /// The text's only scalar; 0 in the right half of a wide grapheme; from `firstCluster` on, an index into the screen's
  /// clusters.
  @usableFromInline let code: UInt32
  package var style: Style

  /// Larger than any Unicode scalar.
  static let firstCluster: UInt32 = 1 << 31

  static let blank = PackedCell(code: 0x20, style: .plain)
  static func continuation(_ style: Style) -> PackedCell { PackedCell(code: 0, style: style) }

  /// The scalar of the text; `nil` if the text has several scalars or none.
  @inlinable package var scalar: Unicode.Scalar? { isContinuation ? nil : Unicode.Scalar(code) }
  /// Whether this is the right half of a wide grapheme.
  @inlinable package var isContinuation: Bool { code == 0 }
  /// Whether this is a space in the terminal's own colours.
  @inlinable package var isBlank: Bool { code == 0x20 && style == .plain }
  /// Whether the screen stores the text separately.
  @inlinable package var isCluster: Bool { code >= 1 << 31 }
}
