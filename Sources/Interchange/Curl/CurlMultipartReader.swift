import Workspaces

/// Reads `-F` and `--form-string` as curl does: files behind `@` and `<`, attributes behind `;`.
struct CurlMultipartReader {
  private var cursor: ScalarCursor
  private let line: Int

  static func isUsed(by operation: CurlOperation) -> Bool {
    operation.settings.contains { $0.option.name == "form" || $0.option.name == "form-string" }
  }

  static func parts(
    _ operation: CurlOperation, input: CurlInput, notices: inout [ImportNotice]
  ) -> [FormPart] {
    var parts: [FormPart] = []
    for setting in operation.settings {
      guard setting.option.name == "form" || setting.option.name == "form-string" else { continue }
      guard let equals = setting.value.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        notices.append(ImportNotice(.error, line: setting.line, "-F takes name=content, not \(setting.value)"))
        continue
      }
      let name = String(setting.value[..<equals])
      let content = String(setting.value[setting.value.utf8.index(after: equals)...])
      if setting.option.name == "form-string" {
        parts.append(FormPart(name, .text(content)))
      } else {
        var reader = CurlMultipartReader(content, line: setting.line)
        parts += reader.parts(named: name, input: input, notices: &notices)
      }
    }
    return parts
  }

  private init(_ content: String, line: Int) {
    cursor = ScalarCursor(content)
    self.line = line
  }

  private mutating func parts(
    named name: String, input: CurlInput, notices: inout [ImportNotice]
  ) -> [FormPart] {
    switch cursor.peek() {
    case "@":
      return fileParts(named: name, input: input, notices: &notices)
    case "<":
      cursor.next()
      let path = word(endingAt: nil)
      var part = FormPart(name, .files([path]))
      attributes(of: &part, notices: &notices)
      if let bytes = input.read(input.content(of: path)), let text = String(validating: bytes, as: UTF8.self) {
        part.content = .text(ShellVariables.escapingBraces(text))
      } else {
        notices.append(ImportNotice(.warning, line: line, "the text in \(path) is sent as a file with a name"))
      }
      return [part]
    case "(",
      ")" where name.isEmpty:
      notices.append(ImportNotice(.warning, line: line, "a part that holds parts is not carried"))
      return []
    default:
      var part = FormPart(name, .text(word(endingAt: nil)))
      attributes(of: &part, notices: &notices)
      return [part]
    }
  }

  /// `@a.txt,b.txt;type=…`: one part for each file.
  private mutating func fileParts(
    named name: String, input: CurlInput, notices: inout [ImportNotice]
  ) -> [FormPart] {
    var parts: [FormPart] = []
    repeat {
      cursor.next()
      let path = word(endingAt: ",")
      var part = FormPart(name, .files([path]))
      attributes(of: &part, endingAt: ",", notices: &notices)
      if path == "-" {
        guard let bytes = input.read(input.content(of: path)), let text = String(validating: bytes, as: UTF8.self)
        else {
          notices.append(ImportNotice(.warning, line: line, "a part from standard input is left out"))
          continue
        }
        part.content = .text(ShellVariables.escapingBraces(text))
      }
      parts.append(part)
    } while cursor.peek() == ","
    return parts
  }

  /// A value up to `;` or the end mark: quoted with backslashes, or plain and trimmed.
  private mutating func word(endingAt mark: Unicode.Scalar?) -> String {
    cursor.skip(cursor.count { $0.properties.isWhitespace })
    var text = String.UnicodeScalarView()
    if cursor.peek() == "\"", let end = endOfQuotes {
      cursor.next()
      while cursor.index < end, let scalar = cursor.next() {
        if scalar == "\\", let next = cursor.peek(), next == "\\" || next == "\"" {
          text.append(next)
          cursor.next()
        } else {
          text.append(scalar)
        }
      }
      cursor.next()
      cursor.skip(cursor.count { $0 != ";" && $0 != mark })
      return String(text)
    }
    while let scalar = cursor.peek(), scalar != ";", scalar != mark {
      text.append(scalar)
      cursor.next()
    }
    while let last = text.last, last.properties.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// Where the closing quote stands; `nil` where there is none, and the quote is then a plain character.
  private var endOfQuotes: Int? {
    var offset = 1
    while let scalar = cursor.peek(offset) {
      if scalar == "\\" {
        offset += 2
      } else if scalar == "\"" {
        return cursor.index + offset
      } else {
        offset += 1
      }
    }
    return nil
  }

  private mutating func attributes(
    of part: inout FormPart, endingAt mark: Unicode.Scalar? = nil, notices: inout [ImportNotice]
  ) {
    while cursor.peek() == ";" {
      cursor.next()
      cursor.skip(cursor.count { $0.properties.isWhitespace })
      if cursor.starts(with: "type=") {
        cursor.skip(5)
        part.contentType = type(endingAt: mark)
      } else if cursor.starts(with: "filename=") {
        cursor.skip(9)
        part.fileName = word(endingAt: mark)
      } else {
        let text = word(endingAt: mark)
        notices.append(
          ImportNotice(.warning, line: line, "the attribute \(text) of the part \(part.name) is not carried"))
      }
    }
  }

  /// A media type with its parameters: whatever is behind `;` belongs to it unless it is an attribute of curl.
  private mutating func type(endingAt mark: Unicode.Scalar?) -> String {
    var text = word(endingAt: mark)
    while cursor.peek() == ";" {
      var ahead = cursor
      ahead.next()
      ahead.skip(ahead.count { $0.properties.isWhitespace })
      if ["filename=", "headers=", "encoder=", "type="].contains(where: { ahead.starts(with: $0) }) { break }
      let start = cursor.index
      cursor.next()
      cursor.skip(cursor.count { $0 != ";" && $0 != mark })
      text += cursor.text(from: start)
    }
    return text
  }
}
