/// Finds the partner of a bracket. Brackets between double quotes on one line are ignored, so that those in JSON
/// strings do not disturb the match.
enum Brackets {
  static func closing(of character: Character) -> Character? {
    switch character {
    case "{": return "}"
    case "[": return "]"
    case "(": return ")"
    default: return nil
    }
  }

  /// The search gives up after this many bytes.
  private static let reach = 1_000_000

  /// The bracket at the caret, or else just before it, and its partner.
  static func pair(at caret: TextPosition, in buffer: TextBuffer) -> (TextPosition, TextPosition)? {
    let here = brackets(ofLine: buffer[caret.line])
    let own = here.first { $0.offset == caret.offset } ?? here.first { $0.offset == caret.offset - 1 }
    guard let own else { return nil }
    let start = TextPosition(line: caret.line, offset: own.offset)
    return partner(of: own, at: start, in: buffer).map { (start, $0) }
  }

  private struct Bracket {
    var offset: Int
    var byte: UInt8

    var isOpening: Bool { byte == 0x7B || byte == 0x5B || byte == 0x28 }
    /// The same value for both brackets of a pair.
    var family: UInt8 { byte == 0x28 || byte == 0x29 ? 0x28 : byte & ~0x06 }
  }

  private static func partner(of own: Bracket, at start: TextPosition, in buffer: TextBuffer) -> TextPosition? {
    let step = own.isOpening ? 1 : -1
    var line = start.line
    var depth = 0
    var left = reach
    while buffer.lines.indices.contains(line), left > 0 {
      left -= buffer[line].utf8.count + 1
      let found = brackets(ofLine: buffer[line])
      for bracket in own.isOpening ? found : found.reversed() where bracket.family == own.family {
        let isBefore = own.isOpening ? bracket.offset < start.offset : bracket.offset > start.offset
        if line == start.line && isBefore { continue }
        depth += bracket.isOpening == own.isOpening ? 1 : -1
        if depth == 0 { return TextPosition(line: line, offset: bracket.offset) }
      }
      line += step
    }
    return nil
  }

  private static func brackets(ofLine line: String) -> [Bracket] {
    guard line.utf8.count <= reach else { return [] }
    var found: [Bracket] = []
    var isQuoted = false
    var isEscaped = false
    for (offset, byte) in line.utf8.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if isQuoted {
        isEscaped = byte == 0x5C
      } else {
        switch byte {
        case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: found.append(Bracket(offset: offset, byte: byte))
        default: break
        }
      }
    }
    return found
  }
}
