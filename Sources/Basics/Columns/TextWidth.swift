/// Measures how many columns text takes on a screen, using the tables of Unicode 16.
///
/// Wide East Asian characters and emoji take two columns, combining marks none. Control characters take as many as
/// their visible replacement (`VisibleText`).
package enum TextWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    // Plain ASCII, the common case: one column per byte.
    let plain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
    }
    if let columns = plain ?? nil { return columns }
    var columns = 0
    Glyph.forEach(in: Substring(text)) { glyph in
      columns += glyph.columns
      return true
    }
    return columns
  }

  package static func of(_ character: Character) -> Int {
    if let byte = character.asciiValue, byte >= 0x20 && byte < 0x7F { return 1 }
    var columns = 0
    _ = Glyph.forEach(in: character) { glyph in
      columns += glyph.columns
      return true
    }
    return columns
  }

  /// 0 for a scalar that combines with the preceding one. A control character counts as 1 although it has no width.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    Glyph.isZeroWidth(scalar) ? 0 : Glyph.columns(of: scalar)
  }

  /// The longest prefix of whole characters that fits in `columns`.
  package static func prefix(of text: String, columns: Int) -> Substring { prefix(of: text[...], columns: columns) }

  /// The same of a part of a text, whose rest can be asked for without a copy.
  package static func prefix(of text: Substring, columns: Int) -> Substring {
    if text.utf8.count <= columns && text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var left = columns
    var index = text.startIndex
    while index < text.endIndex {
      left -= of(text[index])
      if left < 0 { break }
      index = text.index(after: index)
    }
    return text[..<index]
  }

  /// The longest suffix of whole characters that fits in `columns`.
  package static func suffix(of text: String, columns: Int) -> Substring {
    var left = columns
    var index = text.endIndex
    while index > text.startIndex {
      let before = text.index(before: index)
      left -= of(text[before])
      if left < 0 { break }
      index = before
    }
    return text[index...]
  }
}
