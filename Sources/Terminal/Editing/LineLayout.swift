import Basics

/// Converts between byte offsets and columns in one line.
struct LineLayout {
  var line: String
  /// Columns between tab stops; 0 if a tab is shown as a symbol of one column.
  var tabWidth: Int

  init(_ line: String, tabWidth: Int = 0) {
    self.line = line
    self.tabWidth = tabWidth
  }

  /// The column before the character at a byte offset.
  func column(of offset: Int) -> Int {
    walk { place, _ in place.offset >= offset }.column
  }

  /// The byte offset of the character that covers a column; the end of the line if the line is shorter.
  func offset(at column: Int) -> Int {
    walk { place, width in place.column + width > column }.offset
  }

  struct Place {
    var offset = 0
    var column = 0
  }

  /// Advances character by character until `stop`, called with the character's place and width, returns `true`.
  private func walk(until stop: (Place, Int) -> Bool) -> Place {
    var place = Place()
    var line = line
    // Fast path for plain ASCII: byte by byte.
    line.withUTF8 { bytes in
      while place.offset < bytes.count {
        let byte = bytes[place.offset]
        let isLast = place.offset + 1 == bytes.count
        let isPlain = byte >= 0x20 && byte < 0x7F || byte == 0x09 && tabWidth > 0
        guard isPlain && (isLast || bytes[place.offset + 1] < 0x80) else { return }
        let width = byte == 0x09 ? tabWidth - place.column % tabWidth : 1
        if stop(place, width) { return }
        place.offset += 1
        place.column += width
      }
    }
    var index = line.at(place.offset)
    while index < line.endIndex {
      let character = line[index]
      let isTab = character == "\t" && tabWidth > 0
      let width = isTab ? tabWidth - place.column % tabWidth : TextWidth.of(character)
      if stop(place, width) { return place }
      index = line.index(after: index)
      place = Place(offset: line.offset(of: index), column: place.column + width)
    }
    return place
  }
}
