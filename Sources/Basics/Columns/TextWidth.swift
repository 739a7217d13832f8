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

  /// The same for a substring, whose rest can then be measured without a copy.
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

/// The unit in which text is drawn: fills one cell, or two if it is wide.
///
/// A grapheme cluster is one glyph, except a cluster of several spacing scalars (Indic conjuncts and vowel signs),
/// which terminals draw one after the other. Characters that must not reach a terminal become visible text
/// (`VisibleText`).
package struct Glyph {
  /// The first scalar, usually the only one.
  package let base: Unicode.Scalar
  /// The whole text, if it has several scalars.
  package var cluster: String?
  /// 1 or 2.
  package let columns: Int
  /// True if it is part of the replacement for a character that must not be drawn.
  package let isReplacement: Bool

  package init(_ base: Unicode.Scalar, cluster: String? = nil, columns: Int, isReplacement: Bool = false) {
    self.base = base
    self.cluster = cluster
    self.columns = columns
    self.isReplacement = isReplacement
  }

  package var text: String { cluster ?? String(base) }

  private mutating func add(_ mark: Unicode.Scalar) {
    var text = text
    text.unicodeScalars.append(mark)
    cluster = text
  }

  /// Marks beyond this number on one base are not drawn.
  private static let mostMarks = 8

  /// Calls `body` with each glyph of the text until it returns false.
  package static func forEach(in text: Substring, _ body: (Glyph) -> Bool) {
    let bytes = text.utf8
    var index = text.startIndex
    while index < text.endIndex {
      let byte = bytes[index]
      let following = bytes.index(after: index)
      // A printable ASCII byte followed by another ASCII byte is always a cluster of its own.
      if byte >= 0x20 && byte < 0x7F && (following == text.endIndex || bytes[following] < 0x80) {
        guard body(Glyph(Unicode.Scalar(byte), columns: 1)) else { return }
        index = following
      } else {
        guard forEach(in: text[index], body) else { return }
        index = text.index(after: index)
      }
    }
  }

  /// Calls `body` with the glyphs of one cluster; returns `false` if `body` stopped the iteration.
  package static func forEach(in cluster: Character, _ body: (Glyph) -> Bool) -> Bool {
    let scalars = cluster.unicodeScalars
    if isEmojiSequence(scalars), let first = scalars.first {
      return body(Glyph(first, cluster: String(cluster), columns: 2))
    }
    var piece: Glyph?
    var marks = 0
    for scalar in scalars {
      if piece != nil && isZeroWidth(scalar) {
        marks += 1
        if marks <= mostMarks { piece?.add(scalar) }
        continue
      }
      if let piece { guard body(piece) else { return false } }
      piece = nil
      marks = 0
      if let visible = VisibleText.replacing(scalar) {
        for character in visible.unicodeScalars {
          guard body(Glyph(character, columns: 1, isReplacement: true)) else { return false }
        }
      } else if isZeroWidth(scalar) {
        // A mark without a base is shown on a dotted circle, as in the Unicode charts.
        piece = Glyph("\u{25CC}", columns: 1)
        piece?.add(scalar)
        marks = 1
      } else {
        piece = Glyph(scalar, columns: columns(of: scalar))
      }
    }
    return piece.map(body) ?? true
  }

  /// Clusters that terminals draw as one emoji of two columns: flags, keycaps, skin tones, joined emoji.
  private static func isEmojiSequence(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    let rest = scalars.dropFirst()
    if isRegionalIndicator(first) { return rest.contains(where: isRegionalIndicator) }
    if rest.first?.value == 0xFE0F { return true }
    guard !first.isASCII else { return false }
    return rest.contains { $0.properties.isEmojiModifier || $0.value == 0x200D || $0.value == 0xFE0F }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1F1E6 && scalar.value <= 0x1F1FF
  }

  /// True if the scalar never joins another of these in one cluster: Latin, Greek and Cyrillic letters, kana, Han, and
  /// whole Hangul syllables. Text made of these is measured without looking for clusters.
  package static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x370...0x482, 0x3041...0x3096, 0x309B...0xA48C, 0xAC00...0xD7A3,
      0xFF01...0xFF9D:
      true
    default: false
    }
  }

  package static func columns(of scalar: Unicode.Scalar) -> Int {
    WideRanges.contains(scalar) && !isRegionalIndicator(scalar) ? 2 : 1
  }

  package static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default:
      // Hangul vowels and finals join the preceding syllable.
      return scalar.value >= 0x1160 && scalar.value <= 0x11FF || scalar.value >= 0xD7B0 && scalar.value <= 0xD7FF
    }
  }
}

/// The scalars that a terminal shows two columns wide: East Asian Wide and Fullwidth, and emoji with emoji
/// presentation. Ambiguous characters are narrow.
///
/// The standard library knows categories and emoji properties but not East Asian width, so only the width is stored.
enum WideRanges {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    if value >= 0x4E00 && value <= 0x9FFF || value >= 0xAC00 && value <= 0xD7A3 { return true }
    let count = bounds.count / 2
    let range = (0..<count).partitioningIndex { bounds[$0 * 2 + 1] >= value }
    return range < count && bounds[range * 2] <= value
  }
}
