import Basics
import HTTPModel
import Workspaces

/// Reads Hurl files: one request after the other, each with sections, a body, and the expected and captured parts of
/// its response (https://hurl.dev/docs/hurl-file.html).
package enum HurlImport {
  /// - Throws: `ImportError` if the text has no request.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let text = try ForeignText.text(bytes, as: "hurl")
    var reader = HurlReader(text)
    var root = ImportedCollection.Folder(name: name)
    root.items = reader.items()
    root.settings.variables = reader.variables
    guard !root.items.isEmpty else {
      throw ImportError("hurl", reader.notices.first?.description ?? "there is no request here")
    }
    return ImportedCollection(format: "hurl", root: root, notices: reader.notices)
  }

  /// True if the text has a request line and something specific to Hurl: a section or a response.
  static func recognizes(_ text: String) -> Bool {
    let lines = text.unicodeScalars.prefix(100_000).split(whereSeparator: { $0 == "\n" || $0 == "\r" }).map(String.init)
    let written = lines.filter { !$0.hasPrefix("#") && $0.unicodeScalars.contains { !$0.isBlank } }
    guard let first = written.first, HurlReader.isRequestLine(first), !lines.contains(where: { $0.hasPrefix("###") })
    else { return false }
    return written.dropFirst().contains { line in
      HurlReader.section(line) != nil || HurlReader.isResponseLine(line)
    }
  }
}

extension HurlImport {
  /// True if the first non-blank line is a request line.
  static func holdsRequest(_ text: String) -> Bool {
    let lines = text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).lazy.map { String($0) }
    return lines.first { !$0.hasPrefix("#") && $0.unicodeScalars.contains { !$0.isBlank } }
      // Hurl's methods are in capital letters; anything else is a command.
      .map { HurlReader.isRequestLine($0) && !$0.prefix { $0 != " " }.contains(where: \.isLowercase) } ?? false
  }
}

/// Reads one file, entry by entry.
///
///     comments ─► request line ─► headers ─► [Sections] ─► body ─► HTTP 200 ─► headers ─► [Captures] [Asserts] ─► body
struct HurlReader {
  var scanner: HurlScanner
  var notices: [Notice] = []
  /// The variables listed by our own export.
  private(set) var variables: [Row] = []
  /// Comments inside the current request: they become part of its documentation.
  var comments: [String] = []

  init(_ text: String) {
    scanner = HurlScanner(text)
  }

  mutating func report(_ message: String, line: Int? = nil) {
    notices.warn("line \(line ?? scanner.line)", message)
  }

  /// Reports a construct that began on that line.
  mutating func report(_ message: String, from line: Int) {
    // At the start of a line, the construct ended on the line above.
    let last = scanner.peek(-1) == "\n" ? scanner.line - 1 : scanner.line
    notices.warn(last > line ? "lines \(line)-\(last)" : "line \(line)", message)
  }

  /// Handles the rest of a line: a comment is kept, anything else is reported.
  mutating func keep(_ rest: String, line: Int) {
    let rest = ForeignText.trimmed(rest)
    if let comment = Self.comment(rest) {
      if !comment.isEmpty { comments.append(comment) }
    } else if !rest.isEmpty {
      report("this is not supported: \(rest)", line: line)
    }
  }

  /// Consumes the rest of the line and keeps it.
  mutating func endLine() {
    let line = scanner.line
    keep(scanner.restOfLine(), line: line)
  }

  mutating func items() -> [ImportedCollection.Item] {
    var items: [ImportedCollection.Item] = []
    while true {
      let (free, comments) = readComments()
      if scanner.isAtEnd {
        items.document(free + comments)
        return items
      }
      guard Self.isRequestLine(scanner.wholeLine) else {
        let line = scanner.line
        items.document(free + comments)
        report("this is not a request: \(scanner.restOfLine())", line: line)
        continue
      }
      // Appends all notices at once: a shared array would be copied at each append.
      let earlier = notices
      notices = []
      var entry = HurlEntry(reader: self, comments: comments, free: free)
      let (request, options) = entry.read()
      self = entry.reader
      notices = earlier + notices
      items.append(.request(request, options: options))
    }
  }

  /// Reads the comments directly above a request, and those separated by an empty line, which belong to no line.
  private mutating func readComments() -> (free: [String], own: [String]) {
    var (free, own): ([String], [String]) = ([], [])
    while !scanner.isAtEnd {
      let line = ForeignText.trimmed(scanner.wholeLine)
      if line.isEmpty {
        let isTable = own.first == HurlExport.variablesTitle
        // The first comment above a request is its name, whatever its text.
        if isTable { variables += own.dropFirst().compactMap(Self.variable) }
        free += isTable ? [] : own
        own = []
      } else if let comment = Self.comment(line) {
        own.append(comment)
      } else {
        break
      }
      scanner.restOfLine()
    }
    return (free.filter { !$0.isEmpty }, own)
  }

  /// The comment without its mark; `nil` if the line is not a comment.
  private static func comment(_ line: String) -> String? {
    guard line.hasPrefix("#") else { return nil }
    let written = line.dropFirst()
    return String(written.hasPrefix(" ") ? written.dropFirst() : written)
  }

  /// Skips empty lines and keeps comments for the documentation.
  mutating func skipSpace() {
    while !scanner.isAtEnd {
      let line = ForeignText.trimmed(scanner.wholeLine)
      guard line.isEmpty || line.hasPrefix("#") else { return }
      if line.isEmpty {
        scanner.restOfLine()
        continue
      }
      // Comments above the next request belong to it; comments after the last request belong to none.
      var ahead = scanner
      while !ahead.isAtEnd {
        let line = ForeignText.trimmed(ahead.wholeLine)
        guard line.isEmpty || line.hasPrefix("#") else { break }
        ahead.restOfLine()
      }
      if ahead.isAtEnd || Self.isNextRequest(ahead.wholeLine) { return }
      while scanner.index < ahead.index { endLine() }
    }
  }

  /// Parses `--variable NAME=VALUE`, as written by `HurlExport`.
  private static func variable(_ comment: String) -> Row? {
    let mark = "--variable "
    guard comment.hasPrefix(mark) else { return nil }
    var scanner = HurlScanner(String(comment.dropFirst(mark.count)))
    let name = scanner.raw(until: ["="])
    guard scanner.take("="), !name.isEmpty else { return nil }
    return Row(HurlScanner.unescaped(name), HurlScanner.unescaped(scanner.raw(until: ["#"])))
  }

  /// True for a method, blanks, and a URL, but not for `Name: value` or a response.
  static func isRequestLine(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " && $0 != "\t" }
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic, first.isASCII,
      word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }),
      !isResponseLine(line)
    else { return false }
    let rest = ForeignText.trimmed(String(line.dropFirst(word.count)))
    return !rest.isEmpty && !rest.hasPrefix(":") && word.utf8.count < line.utf8.count
  }

  /// The same inside another section: queries of checks begin with a lower-case letter and, unlike names of captures,
  /// have no colon.
  static func isNextRequest(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " && $0 != "\t" }
    return isRequestLine(line) && word.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// True for `HTTP 200`, `HTTP/1.1 *`.
  static func isResponseLine(_ line: String) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" }
    return words.count > 1
      && ["HTTP", "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"].contains(String(words[0]))
      && (words[1] == "*" || words[1].utf8.allSatisfy { $0.isASCIIDigit })
  }

  /// Moves past the heads of sections to the next line; `nil` at the end of the request or of its checks.
  /// - Parameter section: the section of the line.
  mutating func nextLine(in section: inout String, endingAt isEnd: (String) -> Bool) -> String? {
    while true {
      skipSpace()
      let line = scanner.wholeLine
      if scanner.isAtEnd || line.hasPrefix("#") || isEnd(line) { return nil }
      guard let name = Self.section(line) else { return line }
      section = name
      let number = scanner.line
      keep(String(scanner.restOfLine().drop { $0 != "]" }.dropFirst()), line: number)
    }
  }

  static func section(_ line: String) -> String? {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
    let name = String(line[line.index(after: line.startIndex)..<end])
    return name.first?.isUppercase == true && name.allSatisfy(\.isLetter) ? name : nil
  }
}

extension String {
  /// Converts Hurl's `{{ name }}` to our syntax; its functions have other names here.
  func hurlTemplates(_ report: (String) -> Void) -> String {
    TemplateBraces.outside(self, { $0 }) { written in
      let inner = ForeignText.trimmed(written)
      switch inner {
      case "newUuid": return "{{$uuid}}"
      case "newDate": return "{{$isoTimestamp}}"
      case _ where inner.hasPrefix("getEnv "):
        return "{{process.env.\(inner.dropFirst(7).filter { $0 != "\"" && $0 != " " })}}"
      default:
        if inner.utf8.contains(0x20) { report("{{\(inner)}} has a filter, which is not applied") }
        return "{{\(inner)}}"
      }
    }
  }
}
