import Explorer

/// Colours the lines of heads, with or without the marks of `VerboseText`: methods, statuses and names.
enum HeadColors {
  static func colored(_ text: String) -> ColoredText {
    var colored = ColoredText()
    // `\r\n` is one character, and ends a line, too.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    var isFirst = true
    for line in lines {
      var rest = line
      if let mark = ["> ", "< ", "* "].first(where: { line.hasPrefix($0) }) ?? [">", "<"].first(where: { line == $0 }) {
        colored.add(mark, .dim)
        rest = line.dropFirst(mark.count)
        isFirst = isFirst || mark == "* "
        if mark == "* " {
          colored.add(rest + "\n", .dim)
          continue
        }
      }
      if isFirst { add(firstLine: rest, to: &colored) } else { add(field: rest, to: &colored) }
      // An empty line ends a head, and another one may follow.
      isFirst = rest.isEmpty
      colored.add("\n")
    }
    return colored
  }

  private static func add(firstLine line: Substring, to colored: inout ColoredText) {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2 else { return colored.add(String(line)) }
    if words[0].hasPrefix("HTTP/") {
      colored.add("\(words[0]) ", .dim)
      colored.add(String(words[1]), Int(words[1].prefix(3)).map { Token.status($0) })
    } else {
      colored.add("\(words[0]) ", Token.method(String(words[0])))
      let space = words[1].lastIndex(of: " ") ?? words[1].endIndex
      let end = words[1][space...].hasPrefix(" HTTP/") ? space : words[1].endIndex
      colored.add(String(words[1][..<end]))
      colored.add(String(words[1][end...]), .dim)
    }
  }

  private static func add(field: Substring, to colored: inout ColoredText) {
    guard let colon = field.firstIndex(of: ":") else { return colored.add(String(field)) }
    colored.add(String(field[..<colon]), .jsonKey)
    colored.add(":", .jsonPunctuation)
    colored.add(String(field[field.index(after: colon)...]))
  }
}
