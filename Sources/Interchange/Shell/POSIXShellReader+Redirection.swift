import Basics

extension POSIXShellReader {
  /// `<`, `>`, `<<`, `<<-`, `<<<`, `>&` and similar. Only what feeds standard input matters to a request.
  mutating func readRedirection(descriptor: String? = nil) {
    var marks = ""
    while let scalar = cursor.peek(), scalar == "<" || scalar == ">", marks.unicodeScalars.count < 3 {
      marks.unicodeScalars.append(scalar)
      cursor.next()
    }
    if let scalar = cursor.peek(), scalar == "&" || scalar == "|" {
      marks.unicodeScalars.append(scalar)
      cursor.next()
    }
    var stripsTabs = false
    if marks == "<<", cursor.peek() == "-" {
      stripsTabs = true
      cursor.next()
    }
    if marks == "<", cursor.peek() == "(" { return keepProcessSubstitution() }
    while let scalar = cursor.peek(), scalar.isBlank { cursor.next() }
    var target = ShellWord(line: cursor.line)
    readWord(into: &target)
    let isInput = descriptor == nil || descriptor == "0"
    let isOutput = descriptor == nil || descriptor == "1"
    switch marks {
    case "<<":
      let document = HereDocument(
        command: script.commands.count, delimiter: target.text, isLiteral: target.isQuoted, stripsTabs: stripsTabs)
      documents.append(document)
    case "<<<" where isInput:
      target.append("\n" as Unicode.Scalar)
      command.input = .text(target)
    case "<" where isInput: command.input = .file(target)
    // Output to another descriptor or to /dev/null is no loss.
    case ">", ">>", ">|":
      if isOutput, target.literal != "/dev/null" {
        script.redirections.append(.init(line: target.line, message: "\(marks) \(target.text)"))
      }
    default: break
    }
  }

  private mutating func keepProcessSubstitution() {
    let line = cursor.line
    var depth = 0
    let start = cursor.index
    while let scalar = cursor.next() {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      if depth == 0 { break }
    }
    problem("the process substitution <\(cursor.text(from: start)) is not executed", line: line)
    command.words.append(ShellWord(segments: [.substitution("<" + cursor.text(from: start))], line: line))
  }

  /// The here-documents announced on the line that just ended, in order.
  mutating func readDocuments() {
    let waiting = documents
    documents = []
    for document in waiting {
      let text = readDocument(document)
      if document.command == script.commands.count {
        command.input = .text(text)
      } else if document.command < script.commands.count {
        script.commands[document.command].input = .text(text)
      }
    }
  }

  private mutating func readDocument(_ document: HereDocument) -> ShellWord {
    var word = ShellWord(line: cursor.line)
    word.append("")
    while !cursor.isAtEnd {
      if document.stripsTabs { cursor.skip(cursor.count { $0 == "\t" }) }
      let line = cursor.restOfLine
      let bare = line.hasSuffix("\r") ? String(line.dropLast()) : line
      if bare == document.delimiter {
        cursor.skip(line.unicodeScalars.count)
        cursor.next()
        return word
      }
      if document.isLiteral {
        word.append(line)
        cursor.skip(line.unicodeScalars.count)
      } else {
        readDocumentLine(into: &word)
      }
      if cursor.next() != nil { word.append("\n" as Unicode.Scalar) }
    }
    problem("the here-document has no closing line \(document.delimiter)", line: word.line)
    return word
  }

  private mutating func readDocumentLine(into word: inout ShellWord) {
    while let scalar = cursor.peek(), scalar != "\n" {
      switch scalar {
      case "\\":
        cursor.next()
        guard let next = cursor.peek() else { return word.append(scalar) }
        if next == "\n" {
          cursor.next()
          continue
        }
        if "$`\\".unicodeScalars.contains(next) {
          word.append(next)
          cursor.next()
        } else {
          word.append(scalar)
        }
      case "$": readDollar(into: &word, isInQuotes: true)
      default:
        cursor.next()
        word.append(scalar)
      }
    }
  }
}
