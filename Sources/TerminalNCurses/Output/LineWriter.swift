import Basics
import Terminal

/// The text of lines for a terminal of some width: wrapped between words, and only of what can be printed.
struct LineWriter {
  var columns: Int
  let isUnicode: Bool
  /// The columns of what was typed, on the line that is still open.
  private var open = 0

  init(columns: Int, isUnicode: Bool) {
    self.columns = columns
    self.isUnicode = isUnicode
  }

  mutating func text(of piece: LinePiece) -> String {
    switch piece {
    case .line(let line): return closed() + wrapped(shown(line)).joined(separator: "\n") + "\n"
    case .typed(let text):
      let text = shown(text)
      let width = TextWidth.of(text)
      // A terminal that breaks the line by itself would do so between two keys, where nobody said anything.
      let start = open + width > room ? closed() : ""
      open += width
      return start + text
    }
  }

  /// Ends the line of what was typed.
  mutating func closed() -> String {
    defer { open = 0 }
    return open > 0 ? "\n" : ""
  }

  /// The last column stays free: many terminals go to the next line once it is written.
  private var room: Int { max(10, columns - 1) }

  private func wrapped(_ line: String) -> [String] {
    guard TextWidth.of(line) > room else { return [line] }
    var lines: [String] = []
    var rest = line[...]
    while TextWidth.of(String(rest)) > room {
      let head = TextWidth.prefix(of: String(rest), columns: room)
      guard !head.isEmpty else { break }
      var end = rest.index(rest.startIndex, offsetBy: head.count)
      // A blank that stands right behind the room ends a word, too.
      if rest[end] != " ", let blank = rest[..<end].lastIndex(of: " "), blank > rest.startIndex { end = blank }
      lines.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return rest.isEmpty ? lines : lines + [String(rest)]
  }

  private func shown(_ text: String) -> String {
    let visible = VisibleText.of(text)
    guard !isUnicode else { return visible }
    return visible.unicodeScalars.reduce(into: "") { $0 += VisibleText.replacingInASCII($1) ?? String($1) }
  }
}
