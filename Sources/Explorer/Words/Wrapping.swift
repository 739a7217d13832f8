import Basics
import Terminal

extension String {
  /// Wraps the text to lines of at most this width, at blanks if possible.
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

  /// Cuts the text into pieces of at most this width, regardless of words; one empty piece for an empty text.
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

extension String {
  /// Pads the text to a width; never cuts it.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.of(self)))
  }

  /// The method in at most five letters, for lists.
  var shortMethod: String {
    switch uppercased() {
    case "DELETE": "DEL"
    case "OPTIONS": "OPTS"
    case let method: String(method.prefix(5))
    }
  }
}
