import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

/// The header values and body texts of `.http` files, found line by line without the importer.
@Suite("The content of files of HTTP requests")
struct HTTPFileContentTests {
  private struct Found {
    var line: String
    var headers: [String]
    var body: String
  }

  private func extract(_ text: String) -> [Found] {
    "\n\(text)".components(separatedBy: "\n###").compactMap { block in
      let lines = Array(block.components(separatedBy: "\n").dropFirst())
      guard !block.contains("# @websocket"), !block.contains("# @grpc "),
        let start = lines.firstIndex(where: { $0.range(of: "^[A-Z]+ [^ ]+", options: .regularExpression) != nil }),
        !lines[start].hasPrefix("GRPC"), !lines[start].contains("ws://"), !lines[start].contains("wss://")
      else { return nil }
      let head = lines[(start + 1)...].prefix { !$0.isEmpty }
      let rest = lines[(start + 1)...].dropFirst(head.count)
      // Lines about the response follow the body, and a file with variables is reported.
      let marks = ["> ", ">>", "<> ", "# @variables <"]
      let content = rest.filter { line in !marks.contains { line.hasPrefix($0) } }
      let body = content.joined(separator: "\n").trimmingCharacters(in: .newlines)
      return Found(
        line: lines[start].trimmingCharacters(in: .whitespaces),
        headers: head.filter { !$0.hasPrefix("#") && !$0.hasPrefix("//") }.map {
          $0.trimmingCharacters(in: .whitespaces)
        }, body: body)
    }
  }

  private func trimmed(_ text: String) -> String {
    let lines = text.components(separatedBy: "\n")
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    return lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed().joined(separator: "\n")
  }

  @Test(
    "Every header has the value of its line, and every text body is the text after the empty line",
    .corpora("http-files"))
  func corpus() throws {
    var (headers, bodies) = (0, 0)
    for file in try Corpora.files("http-files", extensions: ["http"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let wanted = extract(String(decoding: bytes, as: UTF8.self))
      // Another test covers files without requests.
      guard let imported = try? HTTPFileImport.read(bytes, name: "x") else { continue }
      let requests = imported.requests.filter { $0.kind.otherThanHTTP == nil }
      try #require(wanted.count == requests.count, "\(file)")
      for (request, found) in zip(requests, wanted) {
        #expect("\(request.method) \(request.url)" == found.line, "\(file)")
        #expect(request.headers.map { "\($0.name): \($0.value)" } == found.headers, "\(file)")
        headers += found.headers.count
        guard case .text(_, let text) = request.body else {
          if case .none = request.body { #expect(trimmed(found.body).isEmpty, "\(file) \(found.line)") }
          continue
        }
        #expect(text == trimmed(found.body), "\(file) \(found.line)")
        bodies += 1
      }
    }
    Notice.show("http files: \(headers) headers and \(bodies) bodies compared")
  }
}
