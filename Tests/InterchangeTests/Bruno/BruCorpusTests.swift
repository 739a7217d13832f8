import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("Bruno files")
struct BruCorpusTests {
  private func twin(_ file: String) -> JSONNode? {
    let beside = file.replacingOccurrences(of: ".bru", with: ".json")
    let paths = [beside, beside.replacingOccurrences(of: "/bru/", with: "/json/")]
    guard let data = paths.lazy.compactMap({ FileManager.default.contents(atPath: $0) }).first else { return nil }
    // A twin that is no JSON would fail the comparison below by being absent.
    return try? JSONNode(parsing: data)
  }

  private func text(_ node: JSONNode?) -> String {
    guard let node else { return "" }
    return node.string ?? String(decoding: node.compact, as: UTF8.self)
  }

  /// Rows of the twin that our model has too, as lines.
  private func wanted(_ twin: JSONNode) -> [String] {
    func rows(_ label: String, _ node: JSONNode?) -> [String] {
      (node?.array ?? []).map { "\(label) \(text($0["name"]))=\(text($0["value"])) \(text($0["enabled"]))" }
    }
    var lines = [
      "\(text(twin["http"]?["method"]).uppercased()) \(text(twin["http"]?["url"]))", text(twin["meta"]?["name"]),
    ]
    lines += rows("param", twin["params"]) + rows("header", twin["headers"])
    lines += rows("var", twin["vars"]?["req"]) + rows("assert", twin["assertions"])
    lines += ["docs " + text(twin["docs"]), "tests " + text(twin["tests"]), "pre " + text(twin["script"]?["req"])]
    let mode = text(twin["http"]?["body"])
    switch mode {
    case "json", "text", "xml", "sparql": lines.append("body " + text(twin["body"]?[mode]))
    case "form-urlencoded": lines += rows("form", twin["body"]?["formUrlEncoded"])
    case "graphql": lines.append("body " + text(twin["body"]?["graphql"]?["query"]))
    default: break
    }
    let auth = text(twin["http"]?["auth"])
    if !auth.isEmpty { lines.append("auth \(auth)") }
    for name in ["timeout", "maxRedirects"] { lines.append("\(name) \(twin["settings"]?[name]?.double ?? -1)") }
    return lines
  }

  private func found(_ request: RequestDefinition) -> [String] {
    func rows(_ label: String, _ rows: [Row]) -> [String] {
      rows.map { "\(label) \($0.name)=\($0.value) \($0.isEnabled)" }
    }
    var lines = ["\(request.method.uppercased()) \(request.url)", request.name]
    lines += rows("param", request.params.map(\.row)) + rows("header", request.headers)
    lines += rows("var", request.variables)
    lines += request.assertions.map { assertion in
      let value = assertion.operator == "eq" ? assertion.value : "\(assertion.operator) \(assertion.value)"
      return "assert \(assertion.expression)=\(value) \(assertion.isEnabled)"
    }
    func script(_ phase: String) -> String { request.scripts.first { $0.phase == phase }?.code ?? "" }
    lines += ["docs " + request.docs, "tests " + script("tests"), "pre " + script("before-request")]
    switch request.body {
    case .text(_, let text): lines.append("body " + text)
    case .form(let form): lines += rows("form", form)
    case .graphql(let query, _): lines.append("body " + query)
    default: break
    }
    if request.authentication.scheme != .none { lines.append("auth \(request.authentication.scheme)") }
    lines.append("timeout \(request.settings.timeout ?? -1)")
    lines.append("maxRedirects \(request.settings.maxRedirects.map(Double.init) ?? -1)")
    return lines
  }

  @Test("Every file of the corpus with a request gives what its twin says, and names what it leaves out")
  func corpus() throws {
    var (passed, total) = (0, 0)
    for file in Corpora.files("bruno", extensions: ["bru"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      total += 1
      let imported = try BruImport.read(bytes, name: "x")
      #expect(ImportFormat.detect(bytes) == .bruno, "\(file)")
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\nexample {") {
        #expect(imported.notices.contains { $0.message.contains("example") }, "\(file)")
      }
      guard let request = imported.requests.first, let twin = twin(file) else {
        passed += 1
        continue
      }
      #expect(found(request) == wanted(twin), "\(file)")
      if found(request) == wanted(twin) { passed += 1 }
    }
    if total > 0 { Notice.show("bruno: \(passed)/\(total)") }
  }

  @Test("Parts with files, text in triple quotes and annotations are read")
  func details() throws {
    let text = """
      meta {
        name: N
        type: http
      }

      post {
        url: http://h
        body: multipart-form
        auth: none
      }

      body:multipart-form {
        a: '''
          one
            two
        ''' @contentType(text/plain)
        f: @file(x.png|y.png) @contentType(image/png)
      }

      assert {
        res.status: gte 200
        res.body: isDefined
      }
      """
    let request = try #require(try BruImport.read(Array(text.utf8), name: "x").requests.first)
    #expect(
      request.body
        == .multipart([
          FormPart("a", .text("one\n  two"), contentType: "text/plain"),
          FormPart("f", .files(["x.png", "y.png"]), contentType: "image/png"),
        ]))
    #expect(request.assertions == [Assertion("res.status", "gte", "200"), Assertion("res.body", "isDefined", "")])
    #expect(throws: ImportError.self) { try BruImport.read(Array("nothing".utf8), name: "x") }
  }
}
