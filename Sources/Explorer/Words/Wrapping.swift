import Basics
import Terminal

extension String {
  /// Lines of at most so many columns, broken at blanks where there are some.
  func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      var word = String(word)
      let joined = line.isEmpty ? word : line + " " + word
      if TextWidth.of(joined) <= columns {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while TextWidth.of(word) > columns {
        let head = TextWidth.prefix(of: word, columns: columns)
        guard !head.isEmpty else { break }
        lines.append(String(head))
        word = String(word[head.endIndex...])
      }
      line = word
    }
    return lines + [line]
  }

  /// The text in pieces of at most so many columns, cut wherever that many are full; one empty piece for no text.
  func cut(to columns: Int) -> [Substring] {
    var pieces: [Substring] = []
    var start = startIndex
    var room = columns
    for index in indices {
      let width = TextWidth.of(self[index])
      if width > room, index > start {
        pieces.append(self[start..<index])
        (start, room) = (index, columns)
      }
      room -= width
    }
    return pieces + [self[start...]]
  }
}
