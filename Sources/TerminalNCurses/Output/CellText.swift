import Basics
import Terminal

/// Converts a cell's text to what this terminal can show: groups of characters, each a base and its marks, that fill
/// exactly the columns of the cell. This is the last filter before the terminal: only printable characters pass.
struct CellText {
  /// More marks only serve to disrupt the terminal.
  private static let mostMarks = 4

  /// Whether the terminal's character set has more than ASCII.
  var isUnicode: Bool

  /// Appends the bytes for a cell of `columns` columns.
  /// - Returns: whether all terminals agree on their width.
  func append(_ text: String, columns: Int, to output: inout [UInt8]) -> Bool {
    append(groups(text, columns: columns), to: &output)
  }

  /// The same for a single scalar, the usual case: letters and lines need no arrays.
  func append(_ scalar: Unicode.Scalar, columns: Int, to output: inout [UInt8]) -> Bool {
    if columns == 1, scalar.value >= 0x20, scalar.value < 0x7F {
      output.append(UInt8(truncatingIfNeeded: scalar.value))
      return true
    }
    if isUnicode, CellText.sureWidth(of: scalar) == columns {
      CellText.append(scalar, to: &output)
      return true
    }
    return append(groups(String(scalar), columns: columns), to: &output)
  }

  private func append(_ groups: [[Unicode.Scalar]], to output: inout [UInt8]) -> Bool {
    for group in groups {
      for scalar in group { CellText.append(scalar, to: &output) }
    }
    return groups.allSatisfy { $0.count == 1 && CellText.sureWidth(of: $0[0]) != nil }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
  }

  /// Terminals disagree on the width of marks, of letters in joining scripts, and of emoji: `nil` for these. They agree
  /// on accented letters, lines, blocks and ideographs.
  private static func sureWidth(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2500..<0x25A0: 1
    case 0x3041..<0x3248, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
    default: nil
    }
  }

  /// One group per column, or one group for two columns.
  func groups(_ text: String, columns: Int) -> [[Unicode.Scalar]] {
    guard isUnicode else { return ascii(text, columns: columns) }
    var groups: [[Unicode.Scalar]] = []
    var used = 0
    for scalar in text.unicodeScalars {
      let width = CellText.width(scalar)
      if width == 0, let last = groups.indices.last {
        if groups[last].count <= CellText.mostMarks { groups[last].append(scalar) }
      } else if width > 0 {
        used += width
        groups.append([scalar])
      } else {
        return replacement(columns)
      }
    }
    if used == columns { return groups.map(CellText.withoutJoiners) }
    // An emoji of several scalars (skin tones, families, text shown as emoji) is replaced by its first one.
    guard let first = text.unicodeScalars.first, !groups.isEmpty else { return replacement(columns) }
    let width = CellText.width(first)
    guard width > 0 && width <= columns else { return replacement(columns) }
    return [[first]] + CellText.blanks(columns - width)
  }

  /// Joiners and variation selectors could make the terminal draw another emoji, with another width.
  private static func withoutJoiners(_ group: [Unicode.Scalar]) -> [Unicode.Scalar] {
    group.filter {
      $0.value != 0x200D && !(0xFE00...0xFE0F).contains($0.value) && !(0xE0000...0xE0FFF).contains($0.value)
    }
  }

  private func replacement(_ columns: Int) -> [[Unicode.Scalar]] {
    [[isUnicode ? "\u{FFFD}" : "?"]] + CellText.blanks(columns - 1)
  }

  /// The nearest ASCII character, or `?`.
  private func ascii(_ text: String, columns: Int) -> [[Unicode.Scalar]] {
    guard let first = text.unicodeScalars.first else { return CellText.blanks(columns) }
    if first.value >= 0x20 && first.value < 0x7F { return [[first]] + CellText.blanks(columns - 1) }
    let sign = ASCIISigns.nearest(first) ?? "?"
    return [[sign]] + CellText.blanks(columns - 1)
  }

  private static func blanks(_ count: Int) -> [[Unicode.Scalar]] {
    Array(repeating: [" "], count: max(0, count))
  }

  /// The width as the screen counts it; -1 for unprintable scalars.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    return value < 0x20 || value >= 0x7F && value < 0xA0 ? -1 : TextWidth.of(scalar)
  }
}
