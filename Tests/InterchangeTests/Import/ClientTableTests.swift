import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// The table of Documentation/Files.md, read from the page: each row is imported and must give the stated result.
@Suite("The table of imports in Documentation/Files.md")
struct ClientTableTests {
  struct Line: CustomTestStringConvertible, Sendable {
    var format: String
    var input: String
    var verdict: String
    var result: String

    var testDescription: String { "\(format): \(input) is \(verdict)" }
  }

  static let lines: [Line] = {
    let page = Repository.root.appending(path: "Documentation/Files.md")
    // An unreadable page has no rows, which a test detects.
    guard let text = try? String(contentsOf: page, encoding: .utf8),
      let start = text.range(of: "## Imports: Postman, Insomnia, curl")
    else { return [] }
    let section = text[start.upperBound...].components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").compactMap { line in
      let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|")
      }
      guard cells.count == 4, cells[1].hasPrefix("`") else { return nil }
      let plain = { (cell: String) in String(cell.dropFirst().dropLast()) }
      return Line(format: cells[0], input: plain(cells[1]), verdict: cells[2], result: plain(cells[3]))
    }
  }()

  @Test("The table has rows of each format with each verdict")
  func whole() {
    #expect(Set(Self.lines.map(\.format)) == ["Postman", "Insomnia", "curl"])
    #expect(Set(Self.lines.map(\.verdict)) == ["converted", "named", "refused"])
  }

  @Test("Each row is true", arguments: lines)
  func row(_ line: Line) throws {
    guard line.verdict != "refused" else {
      let error = #expect(throws: ImportError.self) { try imported(line) }
      #expect(error?.message.contains(line.result) == true, "\(error.debugDescription)")
      return
    }
    let made = try imported(line)
    switch line.verdict {
    case "converted": #expect(facts(made.json).contains(line.result), "\(facts(made.json))")
    default: #expect(made.notices.contains { $0.message.contains(line.result) }, "\(made.notices)")
    }
  }

  private func imported(_ line: Line) throws -> ImportedCollection {
    let input = line.input
    switch line.format {
    case "Postman": return try ImportFormat.postman.read(Array(postman(input).utf8), name: "x")
    case "Insomnia": return try ImportFormat.insomnia.read(Array(insomnia(input).utf8), name: "x")
    default:
      let command = input.hasPrefix("curl ") ? input : "curl http://h \(input)"
      return try ImportFormat.curl.read(Array(command.utf8), name: "x")
    }
  }

  private func postman(_ members: String) -> String {
    if members.hasPrefix("\"requests\"") { return "{\(members)}" }
    let isOfItem = ["protocol", "event", "response"].contains { members.hasPrefix("\"\($0)") }
    let request = isOfItem ? "" : members
    let item = isOfItem ? members + "," : ""
    let method = request.contains("\"url\"") ? "GET" : "POST"
    let url = request.contains("\"url\"") ? "" : #","url":"http://h/""#
    return #"""
      {"info":{"name":"C","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[
       {"name":"R",\#(item)"request":{"method":"\#(method)"\#(url)\#(request.isEmpty ? "" : ",")\#(request)}}]}
      """#
  }

  private func insomnia(_ input: String) -> String {
    if input.hasPrefix("type: ") { return input + "\nname: E\nenvironments: {name: B, data: {host: h}}\n" }
    let isTemplate = input.hasPrefix("{")
    let members = isTemplate ? #""headers":[{"name":"H","value":\#(JSONValue.string(input).text)}]"# : input
    return #"""
      {"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},
      {"_id":"req_1","_type":"request","parentId":"w","name":"Login","method":"POST","url":"http://h/"},
      {"_id":"req_2","_type":"request","parentId":"w","name":"R","method":"POST","url":"http://h/",\#(members)}]}
      """#
  }

  /// Each text of the model, alone, with the name of its member, and as a row: `name: value`.
  private func facts(_ node: JSONValue, _ name: String = "") -> Set<String> {
    switch node {
    case .object(let members):
      var found = members.reduce(into: Set<String>()) { $0.formUnion(facts($1.value, $1.name)) }
      if let row = node["name"]?.string, let value = node["value"]?.string {
        let isOn = node["enabled"]?.bool ?? true
        found.insert(isOn ? "\(row): \(value)" : "\(row): \(value) (off)")
        if node["inherit"]?.bool == false { found.insert("\(row): (not sent)") }
      }
      return found
    case .array(let items): return items.reduce(into: Set<String>()) { $0.formUnion(facts($1, name)) }
    case .string(let text): return [text, "\(name): \(text)"]
    case .number(let digits): return ["\(name): \(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)"]
    case .bool, .null: return []
    }
  }
}
