import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// An extractor independent of the importer walks each file and must find the same content in the same order.
@Suite("Postman collections")
struct PostmanCorpusTests {
  private struct Extractor {
    var lines: [String] = []
    typealias Object = [String: NSObject]

    mutating func walk(_ items: [Object], path: String) {
      for item in items {
        let name = item["name"] as? String ?? ""
        if let inner = item["item"] as? [Object] {
          lines.append("folder \(path)/\(name.isEmpty ? "Folder" : name)")
          walk(inner, path: path + "/" + (name.isEmpty ? "Folder" : name))
        } else if let text = item["request"] as? String {
          lines.append("GET \(text)")
        } else if let request = item["request"] as? Object {
          add(request, item)
        }
      }
    }

    /// True if the text contains every part and every enabled row; otherwise another test covers the URL.
    private static func isWhole(_ url: Object) -> Bool {
      let base = (url["raw"] as? String)?.split(separator: "?", maxSplits: 1).first ?? ""
      let host = (url["host"] as? [String])?.joined(separator: ".") ?? url["host"] as? String ?? ""
      guard base.hasSuffix((url["path"] as? [String] ?? []).joined(separator: "/")), host.isEmpty || base.contains(host)
      else { return false }
      let pairs = (url["raw"] as? String)?.split(separator: "?", maxSplits: 1).last?.split(separator: "&") ?? []
      return (url["query"] as? [Object] ?? []).filter { ($0["disabled"] as? NSNumber)?.boolValue != true }.allSatisfy {
        let value = $0["value"] as? String
        return pairs.contains(Substring("\($0["key"] as? String ?? "")" + (value.map { "=" + $0 } ?? "")))
      }
    }

    private mutating func add(_ request: Object, _ item: Object) {
      let object = request["url"] as? Object
      let raw = object.map(Self.isWhole) == false ? nil : object?["raw"] as? String
      let url = request["url"] as? String ?? raw
      let method = request["method"] as? String ?? "GET"
      lines.append("\(method) \(url ?? "-")")
      for row in (request["url"] as? Object)?["query"] as? [Object] ?? [] { lines.append("query " + Self.row(row)) }
      for row in (request["url"] as? Object)?["variable"] as? [Object] ?? [] { lines.append("path " + Self.row(row)) }
      for row in request["header"] as? [Object] ?? [] { lines.append("header " + Self.row(row)) }
      let behavior = item["protocolProfileBehavior"] as? Object
      let sendsBody =
        !["GET", "HEAD"].contains(method) || (behavior?["disableBodyPruning"] as? NSNumber)?.boolValue == true
      if sendsBody, let body = request["body"] as? Object, let mode = body["mode"] as? String {
        if mode == "raw", let text = body["raw"] as? String, !text.isEmpty { lines.append("raw \(text)") }
        for row in body[mode] as? [Object] ?? [] { lines.append("\(mode) " + Self.row(row)) }
      }
      if let auth = request["auth"] as? Object, let type = auth["type"] as? String {
        lines.append("auth \((auth[type] as? Object).flatMap(Self.token) ?? type)")
      }
    }

    /// The placement of a token that has already been fetched.
    private static func token(_ login: Object) -> String? {
      guard login["accessToken"] != nil, login["grant_type"] == nil else { return nil }
      return login["addTokenTo"] as? String == "queryParams" ? "apikey" : "bearer"
    }

    private static func row(_ row: Object) -> String {
      let value = row["value"] as? String ?? ""
      let isOff = (row["disabled"] as? NSNumber)?.boolValue ?? false
      return
        "\(row["key"] as? String ?? row["id"] as? String ?? "")=\(row["type"] as? String == "file" ? "" : value) \(!isOff)"
    }
  }

  private func lines(_ folder: ImportedCollection.Folder, path: String) -> [String] {
    folder.items.flatMap { item -> [String] in
      switch item {
      case .folder(let inner): ["folder \(path)/\(inner.name)"] + lines(inner, path: path + "/" + inner.name)
      case .request(let request, _): lines(request)
      }
    }
  }

  private func lines(_ request: RequestDefinition) -> [String] {
    func text(_ row: Row) -> String { "\(row.name)=\(row.value) \(row.isEnabled)" }
    var lines = ["\(request.method) \(request.url)"]
    lines += request.params.map { "\($0.place.rawValue) " + text($0.row) }
    lines += request.headers.map { "header " + text($0) }
    switch request.body {
    case .text(_, let body): lines.append("raw \(body)")
    case .form(let rows): lines += rows.map { "urlencoded " + text($0) }
    case .multipart(let parts):
      lines += parts.map { part in
        let value = if case .text(let text) = part.content { text } else { "" }
        return "formdata \(part.name)=\(value) \(part.isEnabled)"
      }
    default: break
    }
    switch request.authentication.scheme {
    case .inherit: break
    case .none: lines.append("auth noauth")
    case let scheme: lines.append("auth \(scheme.word)")
    }
    return lines
  }

  @Test("Every collection of the corpus gives the items, rows and bodies that an extractor finds", .corpora("postman"))
  func corpus() throws {
    let files = try Corpora.files("postman", extensions: ["json"])
    var (passed, refused) = (0, 0)
    for file in files {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let object = try JSONSerialization.jsonObject(with: data) as? [String: NSObject] ?? [:]
      guard let imported = try? PostmanImport.read([UInt8](data), name: "x") else {
        #expect(object["item"] == nil && object["values"] == nil, "\(file)")
        refused += 1
        continue
      }
      if let values = object["values"] as? [[String: NSObject]] {
        #expect(imported.environments.first?.variables.map(\.row.name) == values.map { $0["key"] as? String ?? "" })
        passed += 1
        continue
      }
      var extractor = Extractor()
      extractor.walk(object["item"] as? [[String: NSObject]] ?? [], path: "")
      // A URL without `raw` is composed, which an extractor cannot know.
      let ours = zip(extractor.lines, lines(imported.root, path: "")).map { theirs, line in
        theirs.hasSuffix(" -") ? theirs : line
      }
      let isRight = ours == extractor.lines && lines(imported.root, path: "").count == extractor.lines.count
      #expect(
        isRight,
        "\(file)\n\(extractor.lines.joined(separator: "\n"))\n---\n\(lines(imported.root, path: "").joined(separator: "\n"))"
      )
      if isRight { passed += 1 }
      #expect(ImportFormat.detect([UInt8](data)) == .postman, "\(file)")
      _ = imported.json.compact
    }
    Notice.show("postman: \(passed)/\(files.count), refused \(refused) that are of format 1 or none")
  }

  @Test("Authentication, scripts, modes and odd shapes are imported")
  func details() throws {
    let text = #"""
      {"info":{"name":"C","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "auth":{"type":"apikey","apikey":[{"key":"key","value":"K"},{"key":"value","value":"V"},{"key":"in","value":"query"}]},
       "variable":[{"key":"a","value":1},{"key":"b","value":"x","disabled":true}],
       "item":[{"name":"R","event":[{"listen":"test","script":{"exec":["a","b"]}}],
        "request":{"method":"POST","url":{"raw":"{{u}}/:id?x=1","query":[{"key":"x","value":"1"},{"key":"y","value":"2","disabled":true}],"variable":[{"key":"id","value":"7"}]},
        "header":"A: b\nC: d","auth":{"type":"noauth"},"body":{"mode":"graphql","graphql":{"query":"{a}","variables":"{}"}}}}]}
      """#
    let imported = try PostmanImport.read(Array(text.utf8), name: "x")
    #expect(imported.format == "postman-2.1" && imported.root.name == "C")
    #expect(
      imported.root.settings.authentication
        == Authentication(.apikey, [.init("key", "K"), .init("value", "V"), .init("placement", "query")]))
    let number = Row("a", VariableValue("1", type: .number))
    #expect(imported.root.settings.variables == [number, Row("b", "x", isEnabled: false)])
    let request = try #require(imported.requests.first)
    #expect(request.authentication == .none && request.headers == [Row("A", "b"), Row("C", "d")])
    #expect(
      request.params == [
        Parameter(.query, Row("x", "1")), Parameter(.query, Row("y", "2", isEnabled: false)),
        Parameter(.path, Row("id", "7")),
      ])
    #expect(request.body == .graphql(query: "{a}", variables: "{}"))
    #expect(request.scripts == [Script(phase: "tests", code: "a\nb")] && imported.notices.isEmpty)
    #expect(imported.json["items"]?.array?.first?["pathParams"]?.array?.count == 1)
  }
}
