import Basics
import Workspaces

/// Parses the value of `-F name=…` as curl does: files after `@` and `<`, attributes after `;`.
struct CurlPartReader {
  private var cursor: ScalarCursor
  private let line: Int
  private let input: CurlInput
  private(set) var notices: [ImportNotice] = []

  init(_ content: String, line: Int, input: CurlInput) {
    cursor = ScalarCursor(content)
    self.line = line
    self.input = input
  }

  /// The parts: several for several files, an empty multipart for `(`.
  mutating func parts() -> [CurlMimePart] {
    switch cursor.peek() {
    case "@":
      var parts: [CurlMimePart] = []
      repeat {
        cursor.next()
        if let part = part(endingAt: ",", allowing: [.fileName, .encoder], content: { .file($0) }) {
          parts.append(part)
        }
      } while cursor.peek() == ","
      return parts
    case "<":
      cursor.next()
      return part(endingAt: nil, allowing: .encoder, content: { .content($0) }).map { [$0] } ?? []
    case "(": return part(endingAt: nil, allowing: [], content: { _ in .parts([]) }).map { [$0] } ?? []
    default:
      return part(endingAt: nil, allowing: [.fileName, .encoder], content: { .text($0) }).map { [$0] } ?? []
    }
  }

  private struct Attributes: OptionSet {
    let rawValue: Int
    static let fileName = Attributes(rawValue: 1)
    static let encoder = Attributes(rawValue: 2)
  }

  /// State of reading a type, which includes every `;` up to the next attribute.
  private struct Reading {
    var type: Range<Int>?
    var isInType = false
  }

  /// - Returns: `nil` if curl rejects the value.
  private mutating func part(
    endingAt mark: Unicode.Scalar?, allowing allowed: Attributes, content: (String) -> CurlMimePart.Content
  ) -> CurlMimePart? {
    let text = word(endingAt: mark)
    guard let content = known(content(text)) else {
      while cursor.peek() == ";" {
        cursor.next()
        _ = word(endingAt: mark)
      }
      return nil
    }
    var part = CurlMimePart(content: content, line: line)
    var reading = Reading()
    while cursor.peek() == ";" {
      cursor.next()
      cursor.skip(cursor.count { $0.isCurlSpace })
      if !reading.isInType, takes("type=") {
        guard let type = typeRange(endingAt: mark) else {
          notices.append(ImportNotice(.error, line: line, "curl expects type=major/minor in -F"))
          return nil
        }
        reading = Reading(type: type, isInType: true)
      } else if takes("filename=") {
        reading.isInType = false
        let name = word(endingAt: mark)
        if allowed.contains(.fileName) { part.fileName = name } else { refuse("filename", name) }
      } else if takes("headers=") {
        reading.isInType = false
        part.headers += headers(endingAt: mark)
      } else if takes("encoder=") {
        reading.isInType = false
        let name = word(endingAt: mark)
        if allowed.contains(.encoder) { part.encoder = name } else { refuse("encoder", name) }
      } else if reading.isInType, let start = reading.type?.lowerBound {
        _ = plain(endingAt: mark)
        reading.type = trimmed(start..<cursor.index)
      } else {
        let unknown = word(endingAt: mark)
        if !unknown.isEmpty { refuse("attribute", unknown) }
      }
    }
    part.type = reading.type.map { String(cursor.scalars[$0]) }
    return part
  }

  /// Reads standard input immediately; a file must have a name.
  private mutating func known(_ content: CurlMimePart.Content) -> CurlMimePart.Content? {
    let (path, isFile): (String, Bool)
    switch content {
    case .file(let name): (path, isFile) = (name, true)
    case .content(let name): (path, isFile) = (name, false)
    default: return content
    }
    guard !path.isEmpty else {
      notices.append(ImportNotice(.error, line: line, "-F has an empty file name, which curl cannot read"))
      return nil
    }
    guard path == "-" else { return content }
    guard let bytes = input.read(input.content(of: path)) else {
      notices.append(ImportNotice(.warning, line: line, "a part from standard input is left out"))
      return nil
    }
    return .input(bytes, isFile: isFile)
  }

  private mutating func refuse(_ kind: String, _ text: String) {
    notices.append(ImportNotice(.warning, line: line, "the \(kind) \(text) of a part has no effect in curl"))
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

  /// A value up to `;` or the end mark: quoted with backslashes, or plain and trimmed.
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

  /// The text up to there without trailing blanks.
  private mutating func plain(endingAt mark: Unicode.Scalar?) -> String {
    let start = cursor.index
    cursor.skip(cursor.count { $0 != ";" && $0 != mark })
    return String(cursor.scalars[trimmed(start..<cursor.index)])
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound..<range.upperBound - cursor.scalars[range].reversed().prefix { $0.isCurlSpace }.count
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

  /// `major/minor`, then everything up to the next `;`. The major type may contain one itself.
  private mutating func typeRange(endingAt mark: Unicode.Scalar?) -> Range<Int>? {
    cursor.skip(cursor.count { $0.isCurlSpace })
    let start = cursor.index
    let major = cursor.count { $0 != "/" && $0 != " " }
    guard major > 0, major < 128, cursor.peek(major) == "/" else { return nil }
    let minor = cursor.count(from: major + 1) { !";, \n".unicodeScalars.contains($0) }
    guard minor > 0 else { return nil }
    cursor.skip(major + 1 + minor)
    _ = plain(endingAt: mark)
    return trimmed(start..<cursor.index)
  }

  /// `headers="Name: value"`, or `headers=@FILE` with one per line.
  private mutating func headers(endingAt mark: Unicode.Scalar?) -> [String] {
    let isFile = cursor.peek() == "@" || cursor.peek() == "<"
    if isFile { cursor.next() }
    let text = word(endingAt: mark)
    guard isFile else { return [text] }
    guard let bytes = input.read(input.content(of: text, isDotInput: false)) else {
      notices.append(ImportNotice(.warning, line: line, "the headers of a part in \(text) are not carried over"))
      return []
    }
    return Self.unfolded(bytes)
  }

  /// A line that starts with a blank continues the previous one; `#` starts a comment.
  private static func unfolded(_ bytes: [UInt8]) -> [String] {
    var lines: [[UInt8]] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = line.filter { $0 != 0x0D }
      guard let first = text.first else { continue }
      let content = first == UInt8(ascii: "#") ? [] : text
      if first.isASCIIWhitespace, !lines.isEmpty { lines[lines.count - 1] += content } else { lines.append(content) }
    }
    return lines.compactMap { line in
      var line = line
      while let last = line.last, last.isASCIIWhitespace { line.removeLast() }
      return line.isEmpty ? nil : TemplateBraces.escaping(String(decoding: line, as: UTF8.self))
    }
  }
}
