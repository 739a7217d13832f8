/// The differences between two texts, line by line.
package struct LineDifference: Equatable, Sendable {
  package struct Change: Equatable, Sendable {
    /// The line number from 0: in the right text, or in the left one for a removed line.
    package var line: Int
    /// `nil` if the line was added.
    package var left: String?
    /// `nil` if the line was removed.
    package var right: String?
    /// The offset of the line in the right text.
    package var offset: Int?
  }

  package private(set) var changes: [Change] = []
  /// True if the texts were too long to compare all lines.
  package private(set) var isCut = false

  /// The maximum number of lines of each text that are read, and that are matched with each other.
  private static let mostLines = 200_000
  private static let mostMatched = 2000
  private static let longestLine = 4096

  /// Compares two texts in UTF-8.
  package init(from left: [UInt8], to right: [UInt8]) {
    var old = Self.lines(of: left)[...]
    var new = Self.lines(of: right)[...]
    isCut = old.count >= Self.mostLines || new.count >= Self.mostLines
    while let a = old.first, let b = new.first, a.text == b.text { (old, new) = (old.dropFirst(), new.dropFirst()) }
    while let a = old.last, let b = new.last, a.text == b.text { (old, new) = (old.dropLast(), new.dropLast()) }
    if max(old.count, new.count) > Self.mostMatched { pair(old, new) } else { match(old, new) }
  }

  private typealias Line = (number: Int, offset: Int, text: ArraySlice<UInt8>)

  private static func lines(of text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < text.count, lines.count < mostLines {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      lines.append((lines.count, start, text[start..<end]))
      start = end + 1
    }
    return lines
  }

  private static func shown(_ line: Line) -> String {
    let start = String(decoding: line.text.prefix(longestLine), as: UTF8.self)
    return line.text.count > longestLine ? start + "…" : start
  }

  /// Too many lines to match: each is paired with the one at its position.
  private mutating func pair(_ old: ArraySlice<Line>, _ new: ArraySlice<Line>) {
    for (a, b) in zip(old, new) where a.text != b.text { replace(a, b) }
    for a in old.dropFirst(new.count) { remove(a) }
    for b in new.dropFirst(old.count) { add(b) }
  }

  /// A removed line and an added one at the same place are one change.
  private mutating func match(_ old: ArraySlice<Line>, _ new: ArraySlice<Line>) {
    let difference = Array(new.map(\.text)).difference(from: Array(old.map(\.text)))
    var removed = Set<Int>()
    var added = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      switch (removed.contains(i), added.contains(j)) {
      case (true, true):
        replace(old[old.startIndex + i], new[new.startIndex + j])
        (i, j) = (i + 1, j + 1)
      case (true, false):
        remove(old[old.startIndex + i])
        i += 1
      case (false, true):
        add(new[new.startIndex + j])
        j += 1
      case (false, false): (i, j) = (i + 1, j + 1)
      }
    }
  }

  private mutating func replace(_ old: Line, _ new: Line) {
    changes.append(Change(line: new.number, left: Self.shown(old), right: Self.shown(new), offset: new.offset))
  }

  private mutating func remove(_ old: Line) {
    changes.append(Change(line: old.number, left: Self.shown(old), right: nil, offset: nil))
  }

  private mutating func add(_ new: Line) {
    changes.append(Change(line: new.number, left: nil, right: Self.shown(new), offset: new.offset))
  }
}
