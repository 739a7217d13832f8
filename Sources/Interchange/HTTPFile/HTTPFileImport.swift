import Basics
import Networking
import Workspaces

/// Reads `.http` files for the clients of JetBrains, Visual Studio Code and others: requests between lines that start
/// with `###`, comments with `# @` directives, file variables, a body after an empty line.
package enum HTTPFileImport {
  /// - Throws: `ImportError` if the text has no request.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let text = try ForeignText.text(bytes, as: "http")
    var reader = HTTPFileReader()
    let root = reader.read(text, name: name)
    guard !root.items.isEmpty || !reader.notices.isEmpty else { throw ImportError("http", "there is no request here") }
    return ImportedCollection(format: "http", root: root, notices: reader.notices)
  }

  static func recognizes(_ text: String) -> Bool {
    let lines = text.unicodeScalars.prefix(100_000).split(whereSeparator: { $0 == "\n" || $0 == "\r" })
    guard let first = lines.first(where: { !HTTPFileReader.isComment(String($0)) && $0.contains { !$0.isBlank } })
    else {
      return false
    }
    let line = String(first)
    return HTTPFileReader.requestLine(line)?.hasMethod == true || line.hasPrefix("@")
  }
}

extension HTTPFileImport {
  /// Whether some line is a request line.
  static func holdsRequest(_ text: String) -> Bool {
    text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).contains { slice in
      let line = String(slice)
      return HTTPFileReader.requestLine(line) != nil || line.hasPrefix("curl ")
    }
  }
}

/// Reads one file, line by line.
struct HTTPFileReader {
  private(set) var notices: [Notice] = []

  struct Line {
    var text: String
    var number: Int
  }

  mutating func read(_ text: String, name: String) -> ImportedCollection.Folder {
    var root = ImportedCollection.Folder(name: name)
    var block: [Line] = []
    var title = ""
    var number = 0
    // Remarks in blocks without a request, for the next one.
    var remarks: [String] = []
    func flush(_ reader: inout HTTPFileReader) {
      var parser = HTTPBlockReader(block, title: title, above: remarks)
      root.items += parser.read()
      remarks = parser.remarks
      root.settings.variables += parser.fileVariables
      reader.notices += parser.notices
      block = []
    }
    for slice in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = String(slice.last == "\r" ? slice.dropLast() : slice)
      if line.hasPrefix("###") {
        flush(&self)
        title = ForeignText.trimmed(String(line.drop { $0 == "#" }))
      } else {
        block.append(Line(text: line, number: number))
      }
    }
    flush(&self)
    root.items.document(remarks)
    if root.items.isEmpty, !remarks.isEmpty {
      notices.append(
        Notice(.warning, "line 1", "there is no request for these comments: \(remarks.joined(separator: "; "))"))
    }
    return root
  }

  static func isComment(_ line: String) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.hasPrefix("#") || text.hasPrefix("//")
  }

  /// `METHOD URL [HTTP/1.1]`, or a URL alone.
  static func requestLine(_ line: String) -> (method: String, url: String, hasMethod: Bool)? {
    var text = ForeignText.trimmed(line)
    if let range = text.utf8.range(ofBytes: " HTTP/") { text = ForeignText.trimmed(String(text[..<range.lowerBound])) }
    guard !text.isEmpty else { return nil }
    let first = text.prefix { $0 != " " && $0 != "\t" }
    let isMethod = !first.isEmpty && first.utf8.allSatisfy { $0.isASCIIUppercase || $0 == UInt8(ascii: "-") }
    if isMethod, first.utf8.count < text.utf8.count {
      return (String(first), ForeignText.trimmed(String(text[first.endIndex...])), true)
    }
    let isURL = ["http://", "https://", "ws://", "wss://", "{{", "/"].contains { text.hasPrefix($0) }
    return isURL ? ("GET", text, false) : nil
  }
}
