import Basics

/// An escape such as `\u00df` in a JSON string, with the character that is shown instead of it.
///
/// Quotes, backslashes, controls, invisible characters and unusual spaces stay escaped: their characters would be
/// misread. So does a mark that would combine with the text around the escape.
struct ShownEscape {
  let character: Character
  /// The length of the escapes in bytes.
  let length: Int

  /// The number of scalars that are read for one character.
  private static let mostScalars = 8

  /// - Parameter end: the end of the string.
  /// - Returns: `nil` if there is no such escape at `i`, or if it stays escaped.
  init?(at i: Int, end: Int, _ base: UnsafeRawPointer) {
    var (text, ends, next) = ("", [Int](), i)
    while ends.count < Self.mostScalars, next < end {
      let (scalar, length) = JSONString.scalar(escapedAt: next, base, end)
      guard length > 0, let scalar, Self.isShown(scalar) else { break }
      text.unicodeScalars.append(scalar)
      next += length
      ends.append(next)
    }
    guard let character = text.first, let first = character.unicodeScalars.first, !Glyph.isMark(first) else {
      return nil
    }
    let last = ends[character.unicodeScalars.count - 1]
    if last < end, let following = UTF8Sequence.scalar(base, last, end).scalar, Glyph.isMark(following) { return nil }
    self.character = character
    length = last - i
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "\\": return false
    case " ": return true
    default:
      guard VisibleText.replacing(scalar) == nil, !scalar.properties.isWhitespace else { return false }
      let category = scalar.properties.generalCategory
      return category != .unassigned && category != .privateUse
    }
  }
}

extension Glyph {
  /// True for a scalar that may join the one before it.
  fileprivate static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard !standsAlone(scalar) else { return false }
    return isZeroWidth(scalar) || scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier
      || scalar.properties.generalCategory == .spacingMark
  }
}
