import Networking
import Workspaces

/// Reads what stands behind `name=` in `-F` as curl does: files behind `@` and `<`, attributes behind `;`.
struct CurlPartReader {
  private var cursor: ScalarCursor
  private let line: Int

  init(_ content: String, line: Int) {
    cursor = ScalarCursor(content)
    self.line = line
  }

  mutating func parts(
    named name: String, input: CurlInput, notices: inout [ImportNotice]
  ) -> [CurlFormReader.Part] {
    switch cursor.peek() {
    case "@":
      return fileParts(named: name, input: input, notices: &notices)
    case "<":
      cursor.next()
      let path = word(endingAt: nil)
      var content = FormPart.Content.files([path])
      if let bytes = input.read(input.content(of: path, isDotInput: false)),
        let text = String(validating: bytes, as: UTF8.self)
      {
        content = .text(ShellVariables.escapingBraces(text))
      } else {
        notices.append(ImportNotice(.warning, line: line, "the text in \(path) is sent as a file with a name"))
      }
      return [part(FormPart(name, content), input: input, notices: &notices)]
    case "(":
      cursor.next()
      cursor.skip(cursor.count { $0 != ";" })
      return [part(FormPart(name), input: input, notices: &notices)]
    default:
      return [part(FormPart(name, .text(word(endingAt: nil))), input: input, notices: &notices)]
    }
  }

  /// `@a.txt,b.txt;type=…`: one part for each file.
  private mutating func fileParts(
    named name: String, input: CurlInput, notices: inout [ImportNotice]
  ) -> [CurlFormReader.Part] {
    var parts: [CurlFormReader.Part] = []
    repeat {
      cursor.next()
      let path = word(endingAt: ",")
      var content = FormPart.Content.files([path])
      if path == "-" {
        guard let bytes = input.read(input.content(of: path)), let text = String(validating: bytes, as: UTF8.self)
        else {
          notices.append(ImportNotice(.warning, line: line, "a part from standard input is left out"))
          _ = part(FormPart(name), endingAt: ",", input: input, notices: &notices)
          continue
        }
        content = .text(ShellVariables.escapingBraces(text))
      }
      parts.append(part(FormPart(name, content), endingAt: ",", input: input, notices: &notices))
    } while cursor.peek() == ","
    return parts
  }

  /// A value up to `;` or the end mark: quoted with backslashes, or plain and trimmed.
  private mutating func word(endingAt mark: Unicode.Scalar?) -> String {
    cursor.skip(cursor.count { $0.isCurlSpace })
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
    while let last = text.last, last.isCurlSpace { text.removeLast() }
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

  /// The part with the attributes that follow it.
  private mutating func part(
    _ start: FormPart, endingAt mark: Unicode.Scalar? = nil, input: CurlInput, notices: inout [ImportNotice]
  ) -> CurlFormReader.Part {
    var made = CurlFormReader.Part(part: start)
    var encoder: String?
    while cursor.peek() == ";" {
      cursor.next()
      cursor.skip(cursor.count { $0.isCurlSpace })
      if cursor.starts(with: "type=") {
        cursor.skip(5)
        made.part.contentType = type(endingAt: mark)
      } else if cursor.starts(with: "filename=") {
        cursor.skip(9)
        made.part.fileName = word(endingAt: mark)
      } else if cursor.starts(with: "headers=") {
        cursor.skip(8)
        addHeaders(to: &made, endingAt: mark, input: input, notices: &notices)
      } else if cursor.starts(with: "encoder=") {
        cursor.skip(8)
        encoder = word(endingAt: mark)
      } else {
        let text = word(endingAt: mark)
        notices.append(
          ImportNotice(.warning, line: line, "the attribute \(text) of the part \(made.part.name) is not carried"))
      }
    }
    if let encoder { encode(&made, encoder, input: input, notices: &notices) }
    return made
  }

  /// `headers="Name: value"`, or `headers=@FILE` with one a line.
  private mutating func addHeaders(
    to made: inout CurlFormReader.Part, endingAt mark: Unicode.Scalar?, input: CurlInput,
    notices: inout [ImportNotice]
  ) {
    let isFile = cursor.peek() == "@" || cursor.peek() == "<"
    if isFile { cursor.next() }
    let text = word(endingAt: mark)
    var lines = [text]
    if isFile {
      guard let bytes = input.read(input.content(of: text, isDotInput: false)) else {
        notices.append(ImportNotice(.warning, line: line, "the headers of a part in \(text) are not carried"))
        return
      }
      lines = String(decoding: bytes, as: UTF8.self).linesOfCurl
    }
    for line in lines {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      made.headers.fields.append(Self.header(String(line[..<colon]), line[line.utf8.index(after: colon)...]))
    }
  }

  /// As it is written, but for the type: that one curl takes apart and writes anew.
  private static func header(_ name: String, _ written: Substring) -> Header {
    if name.lowercased() == "content-type" { return Header(name, String(Substring(written.utf8.drop { $0 == 0x20 }))) }
    var header = Header(name, behindColon: written)
    // An empty one has no blank either, unless it is written.
    if written.isEmpty { header.omitsBlank = true }
    return header
  }

  private func encode(
    _ made: inout CurlFormReader.Part, _ name: String, input: CurlInput, notices: inout [ImportNotice]
  ) {
    let name = name.lowercased()
    switch name {
    case "8bit", "binary": break
    case "7bit":
      if case .text(let text) = made.part.content, !text.utf8.allSatisfy({ $0 < 0x80 }) {
        notices.append(
          ImportNotice(.error, line: line, "the part \(made.part.name) is not 7bit: curl does not send it"))
      }
    default:
      guard !name.isEmpty, let encoder = PartEncoding.Encoder(rawValue: name) else {
        notices.append(ImportNotice(.error, line: line, "curl has no encoder \(name) for the part \(made.part.name)"))
        return
      }
      made.encoding = PartEncoding(encoder: encoder)
      guard case .files(let paths) = made.part.content, let path = paths.first else { break }
      guard let bytes = input.read(input.content(of: path, isDotInput: false)) else {
        made.encoding = nil
        notices.append(
          ImportNotice(.warning, line: line, "the encoder \(name) of the part \(made.part.name) is not carried"))
        return
      }
      made.encoding?.fileContent = bytes
    }
    made.headers.fields.insert(Header("Content-Transfer-Encoding", name), at: 0)
  }

  /// A media type with its parameters: whatever is behind `;` belongs to it unless it is an attribute of curl.
  private mutating func type(endingAt mark: Unicode.Scalar?) -> String {
    var text = word(endingAt: mark)
    while cursor.peek() == ";" {
      var ahead = cursor
      ahead.next()
      ahead.skip(ahead.count { $0.isCurlSpace })
      if ["filename=", "headers=", "encoder=", "type="].contains(where: { ahead.starts(with: $0) }) { break }
      let start = cursor.index
      cursor.next()
      cursor.skip(cursor.count { $0 != ";" && $0 != mark })
      text += cursor.text(from: start)
    }
    return text
  }
}
