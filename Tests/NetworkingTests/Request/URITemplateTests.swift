import Foundation
import Networking
import TestSupport
import Testing

@Suite("Create: URI templates")
struct URITemplateTests {
  private func value(_ any: Any) -> JSONValue? {
    switch any {
    case let text as String: .string(text)
    case let number as NSNumber: .number(number.stringValue)
    case let list as [Any]: .array(list.map { .string("\($0)") })
    case let pairs as [String: Any]:
      .object(pairs.sorted { $0.key < $1.key }.map { .init($0.key, .string("\($0.value)")) })
    default: nil
    }
  }

  private func expand(_ template: String, _ variables: [String: Any]) -> String? {
    let values = variables.compactMapValues(value)
    return try? URITemplate(template).expanded(values)  // Refusing is an answer.
  }

  @Test(
    "N6: every case of the URI template suite, levels 1 to 4", .corpora("uri-template"),
    arguments: ["spec-examples-by-section", "negative-tests"])
  func corpus(file: String) throws {
    let folder = try Corpora.folder("uri-template")
    let data = try Data(contentsOf: URL(filePath: "\(folder)/\(file).json"))
    let groups = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    var total = 0
    for (name, group) in groups {
      let variables = group["variables"] as? [String: Any] ?? [:]
      for case let row as [Any] in group["testcases"] as? [Any] ?? [] {
        let template = try #require(row[0] as? String)
        total += 1
        let result = expand(template, variables)
        switch row[1] {
        case let text as String: #expect(result == text, "\(name): \(template)")
        case let texts as [String]: #expect(texts.contains(result ?? "refused"), "\(name): \(template)")
        default: #expect(result == nil, "\(name): \(template)")
        }
      }
    }
    Notice.show("URI templates, \(file): \(total) cases")
    #expect(total > 30)
  }

  @Test("N6: an expanded template is a path, and a malformed one is rejected with the position")
  func use() throws {
    let request = try Request.with(RequestConfig(host: "https://h")) {
      try $0.setPath(template: "/users{/id}{?fields*,page}", ["id": "a/b", "fields": ["x", "y"], "page": "2"])
    }
    #expect(request.url == "https://h/users/a%2Fb?fields=x&fields=y&page=2")
    #expect(throws: RequestError.template("/a{b", position: 5, reason: "the brace is never closed")) {
      try Request.with { try $0.setPath(template: "/a{b", [:]) }
    }
    let lists = try URITemplate("{?a*,b,c}")
    #expect(try lists.expanded(["a": ["x": 1, "y": true], "b": [], "c": .null]) == "?x=1&y=true")
    #expect(throws: RequestError.self) { try lists.expanded(["a": [["x"]]]) }
  }
}
