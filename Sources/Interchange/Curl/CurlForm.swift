import Basics
import HTTPModel
import Workspaces

/// The parts given by `-F` and `--form-string`, as those of a saved form.
///
///     name=text    name=@file    name=<file    each with ;type=…;filename=…;headers=…
struct CurlForm {
  private(set) var parts: [FormPart] = []
  /// The lines of a part's head that its fields do not give, by the index of the part.
  private(set) var heads: [Int: [String]] = [:]
  private(set) var notices: [Notice] = []

  static func isUsed(by operation: CurlOperation) -> Bool {
    operation.settings.contains { isPart($0) }
  }

  private static func isPart(_ setting: CurlOperation.Setting) -> Bool {
    setting.option.name == "form" || setting.option.name == "form-string"
  }

  init(_ operation: CurlOperation, input: CurlInput) {
    for setting in operation.settings where Self.isPart(setting) {
      do throws(Refusal) {
        let part = try CurlFormPart(setting, input: input)
        if let head = part.head { heads[parts.count] = head }
        parts.append(part.part)
      } catch {
        notices.append(Notice(.error, line: setting.line, error.message))
      }
    }
  }

  struct Refusal: Error {
    var message: String

    init(_ message: String) { self.message = message }
  }
}

/// One value of `-F`, parsed as curl does: a file after `@` or `<`, attributes after `;`.
struct CurlFormPart {
  private typealias Refusal = CurlForm.Refusal

  private(set) var part: FormPart
  /// Whole header lines, even if they are not valid.
  private var headers: [String] = []
  private var cursor: ScalarCursor

  init(_ setting: CurlOperation.Setting, input: CurlInput) throws(CurlForm.Refusal) {
    let end = setting.value.utf8.firstIndex(of: UInt8(ascii: "=")) ?? setting.value.endIndex
    let content = String(Substring(setting.value.utf8[end...].dropFirst()))
    part = FormPart(String(setting.value[..<end]), .text(content))
    cursor = ScalarCursor(content)
    guard !part.name.isEmpty else { throw Refusal("a part without a name (-F '=…') is not supported") }
    if setting.option.name == "form" { try read(input) }
  }

  private mutating func read(_ input: CurlInput) throws(CurlForm.Refusal) {
    switch cursor.peek() {
    case "(": throw Refusal("nested parts (-F 'name=(…') are not supported")
    case "@":
      cursor.next()
      let path = try filePath(endingAt: ",")
      part.content = path == "-" ? try text(of: path, input) : .files([path])
      if path == "-" { part.fileName = path }
      try readAttributes(endingAt: ",", mayHaveName: true)
      guard cursor.isAtEnd else {
        throw Refusal("several files in one part (-F 'name=@a,b') are not supported: give each its own -F")
      }
    case "<":
      cursor.next()
      let path = try filePath(endingAt: nil)
      part.content = try text(of: path, input)
      try readAttributes(endingAt: nil, mayHaveName: false)
      if part.contentType.isEmpty, path != "-", let type = Self.guessedType(path), type != "text/plain" {
        part.contentType = type
      }
    default:
      part.content = .text(word(endingAt: nil))
      try readAttributes(endingAt: nil, mayHaveName: true)
    }
    if case .text = part.content, part.contentType.isEmpty, let name = part.fileName {
      part.contentType = Self.guessedType(name) ?? ""
    }
  }

  private mutating func filePath(endingAt mark: Unicode.Scalar?) throws(CurlForm.Refusal) -> String {
    let path = word(endingAt: mark)
    guard !path.isEmpty else { throw Refusal("-F has an empty file name, which curl cannot read") }
    return path
  }

  /// The content of a file that is not sent as a file.
  private func text(of path: String, _ input: CurlInput) throws(CurlForm.Refusal) -> FormPart.Content {
    let place = path == "-" ? "standard input" : path
    guard let bytes = input.read(path) else { throw Refusal("\(place) cannot be read for the part \(part.name)") }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal("\(place) is not text: send it as a file, -F '\(part.name)=@…'")
    }
    return .text(TemplateBraces.escaping(text))
  }

  private static func guessedType(_ path: String) -> String? {
    let type = Multipart.Part("", .file(path: path)).sentContentType
    return type == "application/octet-stream" ? nil : type
  }
}

/// Attributes.
extension CurlFormPart {
  private mutating func readAttributes(
    endingAt mark: Unicode.Scalar?, mayHaveName: Bool
  ) throws(CurlForm.Refusal) {
    while cursor.peek() == ";" {
      cursor.next()
      cursor.skip(cursor.count { $0.isCurlSpace })
      if takes("type=") {
        part.contentType = try mediaType(endingAt: mark)
      } else if mayHaveName, takes("filename=") {
        let name = word(endingAt: mark)
        guard !name.isEmpty else { throw Refusal("an empty filename= of a part is not supported") }
        part.fileName = name
      } else if takes("headers="), cursor.peek() != "@", cursor.peek() != "<" {
        headers.append(word(endingAt: mark))
      } else {
        throw Refusal(
          "after ; only type=, filename= and headers= are supported in the part \(part.name): --form-string takes any text"
        )
      }
    }
    // A type among the headers is the type of the part.
    if part.contentType.isEmpty, let own = headers.lazy.compactMap({ Self.value(of: "Content-Type", in: $0) }).first {
      part.contentType = own
    }
  }

  /// Skips the name of an attribute, ignoring case.
  private mutating func takes(_ name: String) -> Bool {
    for (offset, expected) in name.unicodeScalars.enumerated() {
      guard let scalar = cursor.peek(offset),
        scalar == expected || scalar.isASCII && scalar.properties.lowercaseMapping == String(expected)
      else { return false }
    }
    cursor.skip(name.unicodeScalars.count)
    return true
  }

  /// A value up to `;` or the end mark: in quotes with backslashes, or plain and trimmed.
  private mutating func word(endingAt mark: Unicode.Scalar?) -> String {
    cursor.skip(cursor.count { $0.isCurlSpace })
    guard cursor.peek() == "\"", let end = endOfQuotes else { return plain(endingAt: mark) }
    var text = String.UnicodeScalarView()
    cursor.next()
    while cursor.index < end, let scalar = cursor.next() {
      if scalar == "\\", let next = cursor.peek(), next == "\\" || next == "\"" {
        text.append(next)
        cursor.next()
      } else {
        text.append(scalar)
      }
    }
    cursor.skip(cursor.count { $0 != ";" && $0 != mark })
    return String(text)
  }

  /// The text up to `;` or the mark, without trailing blanks.
  private mutating func plain(endingAt mark: Unicode.Scalar?) -> String {
    trimmed(from: cursor.index, { $0 != ";" && $0 != mark })
  }

  private mutating func trimmed(from start: Int, _ condition: (Unicode.Scalar) -> Bool) -> String {
    cursor.skip(cursor.count(while: condition))
    let scalars = cursor.scalars[start..<cursor.index]
    return String(scalars.dropLast(scalars.reversed().prefix { $0.isCurlSpace }.count))
  }

  /// The position of the closing quote; `nil` if there is none, and the quote is then an ordinary character.
  private var endOfQuotes: Int? {
    var offset = 1
    while let scalar = cursor.peek(offset) {
      if scalar == "\\", let next = cursor.peek(offset + 1), next == "\\" || next == "\"" {
        offset += 2
      } else if scalar == "\"" {
        return cursor.index + offset
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// `major/minor` with its parameters: everything up to the next attribute.
  private mutating func mediaType(endingAt mark: Unicode.Scalar?) throws(CurlForm.Refusal) -> String {
    cursor.skip(cursor.count { $0.isCurlSpace })
    let start = cursor.index
    let major = cursor.count { !"/;, \n".unicodeScalars.contains($0) }
    let minor = cursor.count(from: major + 1) { !";, \n".unicodeScalars.contains($0) }
    guard major > 0, cursor.peek(major) == "/", minor > 0 else {
      throw Refusal("curl expects type=major/minor in -F")
    }
    var text = plain(endingAt: mark)
    while cursor.peek() == ";", !startsAttribute {
      cursor.next()
      text = trimmed(from: start, { $0 != ";" && $0 != mark })
    }
    return text
  }

  /// True if an attribute follows the `;`.
  private var startsAttribute: Bool {
    var ahead = cursor
    ahead.next()
    ahead.skip(ahead.count { $0.isCurlSpace })
    let name = ahead.text(ahead: { $0.isNamePart || $0 == "=" }).lowercased()
    return ["filename=", "headers=", "encoder="].contains { name.hasPrefix($0) }
  }
}

/// The head.
extension CurlFormPart {
  /// The lines of the head as libcurl writes them, if the part has headers of its own: disposition, type, headers.
  var head: [String]? {
    guard !headers.isEmpty else { return nil }
    var lines = plain.headLines
    if headers.contains(where: { Self.value(of: "Content-Disposition", in: $0) != nil }) { lines.removeFirst() }
    return lines + headers.filter { Self.value(of: "Content-Type", in: $0) == nil }
  }

  /// The part as a request encodes it by default.
  private var plain: Multipart.Part {
    let type = part.contentType.isEmpty ? nil : part.contentType
    switch part.content {
    case .text(let text): return Multipart.Part(part.name, .text(text), fileName: part.fileName, contentType: type)
    case .files(let paths):
      return Multipart.Part(part.name, .file(path: paths.first ?? ""), fileName: part.fileName, contentType: type)
    }
  }

  /// The text after the colon of a header line with that name.
  static func value(of name: String, in line: String) -> String? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")),
      line[..<colon].lowercased() == name.lowercased()
    else { return nil }
    return String(Substring(line[colon...].utf8.dropFirst().drop { $0 == 0x20 }))
  }
}
