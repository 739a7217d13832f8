import Workspaces

extension CurlArguments {
  /// The maximum depth of configuration files that include each other.
  private static let depthLimit = 10

  /// Reads the user's default options (`~/.curlrc`), if the surroundings provide them.
  mutating func readUsualConfiguration() {
    guard let path = input.configurationFile, let bytes = input.read(.file(path)) else { return }
    read(bytes, of: path)
  }

  /// `-K FILE`: its options take the place of `-K`.
  mutating func readConfiguration(_ argument: CurlArgument) {
    guard files.count < Self.depthLimit else {
      notices.append(
        ImportNotice(.error, line: argument.line, "-K files include each other more than \(files.count) deep"))
      return
    }
    guard let bytes = input.read(input.content(of: argument.text, isDotInput: false)) else {
      notices.append(
        ImportNotice(
          input.isHere && files.isEmpty ? .error : .warning, line: argument.line,
          "the options in the file \(argument.text) are not carried over"))
      return
    }
    read(bytes, of: argument.text == "-" ? "standard input" : argument.text)
  }

  private mutating func read(_ bytes: [UInt8], of name: String) {
    let file = CurlConfiguration(bytes, keepsLineEnds: input.readsAsBefore87)
    files.append(name)
    for entry in file.entries { read(entry, of: name) }
    files.removeLast()
  }

  private mutating func read(_ entry: CurlConfiguration.Entry, of name: String) {
    let argument = CurlArgument(entry.option, line: entry.line)
    let value = entry.value.map(TemplateBraces.escaping)
    if let doubt = entry.doubt {
      notices.append(ImportNotice(.warning, line: entry.line, "\(name), line \(entry.line): \(doubt)"))
    }
    if entry.option.hasPrefix("--") {
      readLong(argument, value: value)
    } else if entry.option.hasPrefix("-"), entry.option.utf8.count > 1 {
      readCluster(argument, value: value)
    } else {
      readLong(CurlArgument("--" + entry.option, line: entry.line), value: value)
    }
  }
}

/// A curl configuration file: one option per line, with or without dashes, its value after a blank, `=` or `:`, in
/// quotes if it contains blanks.
struct CurlConfiguration {
  struct Entry: Hashable {
    var option: String
    /// `nil` if there is none; a quoted value may be empty.
    var value: String?
    var line: Int
    /// What is likely to be a typo.
    var doubt: String?
  }

  private(set) var entries: [Entry] = []

  /// - Parameter keepsLineEnds: whether an unclosed quoted value includes the end of its line, as before curl 8.7.
  init(_ bytes: [UInt8], keepsLineEnds: Bool = false) {
    let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let hasEnd = keepsLineEnds && index < lines.count - 1
      let text = String(line) + (hasEnd ? "\n" : "")
      if let entry = Self.entry(ScalarCursor(text), index + 1) { entries.append(entry) }
    }
  }

  private static func entry(_ start: ScalarCursor, _ line: Int) -> Entry? {
    var cursor = start
    cursor.skip(cursor.count { $0.isCurlSpace })
    guard let first = cursor.peek(), !"#/*".unicodeScalars.contains(first) else { return nil }
    let begin = cursor.index
    cursor.skip(
      cursor.count { !$0.isCurlSpace && (first == "-" || $0 != "=" && $0 != ":") })
    let option = cursor.text(from: begin)
    cursor.skip(cursor.count { $0.isCurlSpace || first != "-" && ($0 == "=" || $0 == ":") })
    guard cursor.peek() == "\"" else {
      let value = cursor.bareWord()
      cursor.skip(cursor.count { $0.isCurlSpace })
      let rest = cursor.peek().map { $0 == "#" ? nil : cursor.restOfLine } ?? nil
      let doubt = rest.map { "\($0) after the value of \(option) is ignored: put quotes around the whole value" }
      return Entry(option: option, value: value.isEmpty ? nil : value, line: line, doubt: doubt)
    }
    let (value, isClosed) = quotedValue(&cursor)
    return Entry(
      option: option, value: value, line: line, doubt: isClosed ? nil : "the quote after \(option) is not closed")
  }

  /// The text in quotes; if they are not closed, the rest of the line.
  private static func quotedValue(_ cursor: inout ScalarCursor) -> (String, isClosed: Bool) {
    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "r": "\r", "v": "\u{0B}"]
    var text = String.UnicodeScalarView()
    cursor.next()
    while let scalar = cursor.next() {
      if scalar == "\"" { return (String(text), true) }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      // A backslash at the end is dropped.
      if let escaped = cursor.next() { text.append(escapes[escaped] ?? escaped) }
    }
    return (String(text), false)
  }
}
