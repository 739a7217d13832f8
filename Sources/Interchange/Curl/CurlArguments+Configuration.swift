extension CurlArguments {
  /// Files that name files are followed no deeper.
  private static let depthLimit = 10

  /// The options that the user has for every command (`~/.curlrc`), where the surroundings know of any.
  mutating func readUsualConfiguration() {
    guard let path = input.configurationFile, let bytes = input.read(.file(path)) else { return }
    read(CurlConfiguration(bytes))
  }

  /// `-K FILE`: its options stand where `-K` stood.
  mutating func readConfiguration(_ argument: CurlArgument) {
    guard depth < Self.depthLimit else {
      notices.append(ImportNotice(.error, line: argument.line, "-K files name each other more than \(depth) deep"))
      return
    }
    guard let bytes = input.read(input.content(of: argument.text, isDotInput: false)) else {
      notices.append(
        ImportNotice(
          input.isHere ? .error : .warning, line: argument.line,
          "the options in the file \(argument.text) are not carried"))
      return
    }
    read(CurlConfiguration(bytes))
  }

  private mutating func read(_ file: CurlConfiguration) {
    depth += 1
    for var entry in file.entries {
      entry.value = entry.value.map(ShellVariables.escapingBraces)
      let argument = CurlArgument(entry.option, line: entry.line)
      if entry.option.hasPrefix("--") {
        readLong(argument, value: entry.value)
      } else if entry.option.hasPrefix("-"), entry.option.utf8.count > 1 {
        readCluster(argument, value: entry.value)
      } else {
        readLong(CurlArgument("--" + entry.option, line: entry.line), value: entry.value)
      }
    }
    depth -= 1
  }
}

/// A file of curl's options: one a line, with or without dashes, its value behind a blank, `=` or `:`, in quotes where it
/// holds blanks.
struct CurlConfiguration {
  struct Entry: Hashable {
    var option: String
    /// `nil` where there is none.
    var value: String?
    var line: Int
  }

  private(set) var entries: [Entry] = []

  init(_ bytes: [UInt8]) {
    var number = 0
    for line in String(decoding: bytes, as: UTF8.self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      number += 1
      if let entry = Self.entry(ScalarCursor(String(line)), number) { entries.append(entry) }
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
    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "r": "\r", "v": "\u{0B}"]
    let value = cursor.peek() == "\"" ? cursor.quotedWord(escapes: escapes) : cursor.bareWord()
    return Entry(option: option, value: value.isEmpty ? nil : value, line: line)
  }
}
