import Basics
import Networking
import Workspaces

/// Reads Hurl files: requests one after the other, each with sections, a body, and what is expected and captured of its
/// answer (https://hurl.dev/docs/hurl-file.html).
public enum HurlImport {
  /// - Throws: `ImportError` when the text has no request.
  public static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
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

  /// A request line and something that only Hurl has: a section, or a response.
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
  /// Whether the first line that says something asks for something.
  static func holdsRequest(_ text: String) -> Bool {
    let lines = text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).lazy.map { String($0) }
    return lines.first { !$0.hasPrefix("#") && $0.unicodeScalars.contains { !$0.isBlank } }
      // The methods of Hurl are capital letters; anything else is a command.
      .map { HurlReader.isRequestLine($0) && !$0.prefix { $0 != " " }.contains(where: \.isLowercase) } ?? false
  }
}

/// One file, entry by entry.
///
///     comments ─► request line ─► headers ─► [Sections] ─► body ─► HTTP 200 ─► headers ─► [Captures] [Asserts] ─► body
struct HurlReader {
  var scanner: HurlScanner
  var notices: [Notice] = []
  /// What our own export says of the variables around.
  private(set) var variables: [Row] = []

  init(_ text: String) {
    scanner = HurlScanner(text)
  }

  mutating func tell(_ message: String, line: Int? = nil) {
    notices.append(Notice(.warning, "line \(line ?? scanner.line)", message))
  }

  mutating func items() -> [ImportedCollection.Item] {
    var items: [ImportedCollection.Item] = []
    while true {
      let comments = readComments()
      if scanner.isAtEnd { return items }
      guard Self.isRequestLine(scanner.wholeLine) else {
        let line = scanner.line
        tell("this is no request: \(scanner.restOfLine().prefix(60))", line: line)
        continue
      }
      // What it has to tell is added to the rest once: a list that two hold is copied at each addition.
      let told = notices
      notices = []
      var entry = HurlEntry(reader: self, comments: comments)
      let (request, options) = entry.read()
      self = entry.reader
      notices = told + notices
      items.append(.request(request, options: options))
    }
  }

  /// The comments that stand directly above a request; those before an empty line belong to the file.
  private mutating func readComments() -> [String] {
    var comments: [String] = []
    while !scanner.isAtEnd {
      let line = HTTPFileReader.trimmed(scanner.wholeLine)
      if line.isEmpty {
        comments = []
      } else if line.hasPrefix("#") {
        let written = line.dropFirst()
        let comment = String(written.hasPrefix(" ") ? written.dropFirst() : written)
        if let variable = Self.variable(comment) { variables.append(variable) } else { comments.append(comment) }
      } else {
        break
      }
      scanner.restOfLine()
    }
    return comments
  }

  /// `--variable NAME=VALUE`, as `HurlExport` writes it.
  private static func variable(_ comment: String) -> Row? {
    let mark = "--variable "
    guard comment.hasPrefix(mark) else { return nil }
    var scanner = HurlScanner(String(comment.dropFirst(mark.count)))
    let name = scanner.raw(until: ["="])
    guard scanner.take("="), !name.isEmpty else { return nil }
    return Row(HurlScanner.unescaped(name), HurlScanner.unescaped(scanner.raw(until: ["#"])))
  }

  /// A method, blanks, and a URL; not `Name: value`, and not an answer.
  static func isRequestLine(_ line: String) -> Bool {
    let word = line.prefix { $0 != " " && $0 != "\t" }
    guard let first = word.unicodeScalars.first, first.properties.isAlphabetic, first.isASCII,
      word.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }),
      !isResponseLine(line)
    else { return false }
    let rest = HTTPFileReader.trimmed(String(line.dropFirst(word.count)))
    return !rest.isEmpty && !rest.hasPrefix(":") && word.utf8.count < line.utf8.count
  }

  /// `HTTP 200`, `HTTP/1.1 *`.
  static func isResponseLine(_ line: String) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" }
    return words.count > 1
      && ["HTTP", "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"].contains(String(words[0]))
      && (words[1] == "*" || words[1].utf8.allSatisfy { $0.isASCIIDigit })
  }

  static func section(_ line: String) -> String? {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
    let name = String(line[line.index(after: line.startIndex)..<end])
    return name.first?.isUppercase == true && name.allSatisfy(\.isLetter) ? name : nil
  }
}

extension String {
  /// Hurl's `{{ name }}` as ours; what it computes has another name here.
  func hurlTemplates(_ tell: (String) -> Void) -> String {
    var result = ""
    var rest = Substring(self)
    while let open = rest.utf8.range(ofBytes: "{{"),
      let close = rest[open.upperBound...].utf8.range(ofBytes: "}}")
    {
      let inner = HTTPFileReader.trimmed(String(rest[open.upperBound..<close.lowerBound]))
      let ours: String
      switch inner {
      case "newUuid": ours = "$uuid"
      case "newDate": ours = "$isoTimestamp"
      case _ where inner.hasPrefix("getEnv "):
        ours = "process.env." + inner.dropFirst(7).filter { $0 != "\"" && $0 != " " }
      default:
        ours = inner
        if inner.utf8.contains(0x20) { tell("{{\(inner)}} has a filter, which is not carried out") }
      }
      result += rest[..<open.lowerBound] + "{{" + ours + "}}"
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}
