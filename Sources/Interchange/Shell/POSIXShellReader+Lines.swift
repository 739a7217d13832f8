import Basics

extension POSIXShellReader {
  /// The length of a line continuation: a backslash and a line end, including blanks that pasting inserted between
  /// them, or a backslash whose line end was lost (`\ -H` between words).
  var continuationLength: Int? {
    guard cursor.peek() == "\\" else { return nil }
    let blanks = cursor.count(from: 1) { $0.isBlank || $0 == "\r" }
    let following = cursor.peek(1 + blanks)
    if following == "\n" {
      return 2 + blanks + (hasPrompt ? secondPromptLength(from: 2 + blanks) : 0)
    }
    if following == nil { return 1 + blanks }
    let before = cursor.peek(-1)
    let isBetweenWords = before.map { $0.isBlank || $0 == "\n" } ?? true
    guard blanks > 0, isBetweenWords, following == "-" || following == "'" || following == "\"" else { return nil }
    return 1 + blanks
  }

  private func secondPromptLength(from offset: Int) -> Int {
    let blanks = cursor.count(from: offset, while: \.isBlank)
    guard cursor.peek(offset + blanks) == ">", cursor.peek(offset + blanks + 1)?.isBlank == true else { return 0 }
    return blanks + 1
  }

  /// A line end closes the command, unless the next line can only continue it: no command starts with a hyphen.
  mutating func endLine() {
    cursor.next()
    readDocuments()
    // A line may end with a pipe.
    if command.readsPipe, command.words.isEmpty { return }
    if isCurl(command) {
      var blanks = cursor.count { $0.isBlank }
      // `curl -v` prints lines that start like the second prompt: only what can continue a command does.
      if hasPrompt, cursor.peek(blanks) == ">", cursor.peek(blanks + 1) == " ", isArgument(at: blanks + 2) {
        cursor.skip(blanks + 1)
        return
      }
      if cursor.peek(blanks) == "-" { return }
      if let quote = cursor.peek(blanks), quote == "'" || quote == "\"" { blanks += 1 }
      let hasURL = command.words.contains { $0.text.utf8.holds("://") }
      if !hasURL, isHTTP(at: blanks) { return }
    }
    endCommand()
    skipPrompt()
  }

  private func isArgument(at offset: Int) -> Bool {
    guard let scalar = cursor.peek(offset) else { return false }
    return "-'\"".unicodeScalars.contains(scalar) || isHTTP(at: offset)
  }

  private func isHTTP(at offset: Int) -> Bool {
    ["http://", "https://"].contains { scheme in
      scheme.unicodeScalars.enumerated().allSatisfy { cursor.peek(offset + $0.offset) == $0.element }
    }
  }

  private func isCurl(_ command: ShellCommand) -> Bool {
    guard let name = command.words.first?.literal else { return false }
    return name.utf8.suffix(4).elementsEqual("curl".utf8) || name.utf8.suffix(8).elementsEqual("curl.exe".utf8)
  }

  /// `$ curl`, `user@host:~$ curl`, `> curl`, `➜  ~ curl`: any text before the word curl that ends like a prompt.
  mutating func skipPrompt() {
    let blanks = cursor.count(while: \.isBlank)
    if isCurl(at: 0) { return }
    let line = Array(cursor.lineAhead.prefix(200))
    guard let place = Self.start(of: "curl", in: line), place > blanks else {
      if cursor.peek(blanks) == "$", cursor.peek(blanks + 1) == " " {
        hasPrompt = true
        cursor.skip(blanks + 1)
      }
      return
    }
    let before = line[blanks..<place]
    guard before.last?.isBlank == true, before.first != "#",
      !before.contains(where: { "'\"|;&()<`\\=".unicodeScalars.contains($0) })
    else { return }
    let trimmed = before.reversed().drop(while: \.isBlank)
    guard let mark = trimmed.first else { return }
    let isArrow = before.first == "\u{279C}" || before.first == "\u{276F}"
    guard isArrow || "$%>#\u{276F}\u{03BB}".unicodeScalars.contains(mark) else { return }
    hasPrompt = true
    cursor.skip(place)
  }

  /// The word itself starts the line: there is no prompt.
  private func isCurl(at offset: Int) -> Bool {
    let isNamed = "curl".unicodeScalars.enumerated().allSatisfy { cursor.peek(offset + $0.offset) == $0.element }
    return isNamed && cursor.peek(offset + 4)?.isBlank == true
  }

  private static func start(of word: String, in line: [Unicode.Scalar]) -> Int? {
    let letters = Array(word.unicodeScalars)
    guard line.count >= letters.count else { return nil }
    return (0...(line.count - letters.count)).first { place in
      let isStart = place == 0 || line[place - 1].isBlank
      let end = place + letters.count
      let isEnd = end == line.count || line[end].isBlank || line[end] == "\r" || line[end] == "."
      return isStart && isEnd && line[place..<end].elementsEqual(letters)
    }
  }
}
