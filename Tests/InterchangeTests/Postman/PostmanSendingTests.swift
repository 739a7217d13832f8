import Testing
import Workspaces

@testable import Interchange

/// What Postman sends is what is shown and sent here, whatever else the file contains.
@Suite("Postman collections as Postman sends them")
struct PostmanSendingTests {
  private func imported(_ items: String, _ more: String = "") throws -> ImportedCollection {
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    let text = "{\"info\":{\"name\":\"C\",\"schema\":\"\(schema)\"},\(more)\"item\":[\(items)]}"
    return try ImportFormat.postman.read(Array(text.utf8), name: "x")
  }

  private func item(_ method: String, body: String, _ more: String = "") -> String {
    "{\"name\":\"R\",\(more)\"request\":{\"method\":\"\(method)\",\"url\":\"http://h/\",\"body\":\(body)}}"
  }

  @Test(
    "An enabled row is in the URL, a disabled one is not, and the text of the URL is kept where both agree",
    arguments: [
      ("http://h/a", "[{\"key\":\"x\",\"value\":\"1\"}]", "http://h/a?x=1", ["x 1 true"]),
      ("http://h/a?x=1#f", "[{\"key\":\"y\",\"value\":null}]", "http://h/a?y&x=1#f", ["y  true", "x 1 true"]),
      ("http://h/a?x=a%20b", "[{\"key\":\"x\",\"value\":\"a b\"}]", "http://h/a?x=a%20b", ["x a b true"]),
      ("http://h/a?x=1", "[{\"key\":\"x\",\"value\":\"2\"}]", "http://h/a?x=2", ["x 2 true"]),
      (
        "http://h/a?b=2&a=1", "[{\"key\":\"a\",\"value\":\"1\"},{\"key\":\"b\",\"value\":\"2\"}]", "http://h/a?b=2&a=1",
        ["a 1 true", "b 2 true"]
      ),
      ("http://h/a?x=1", "[{\"key\":\"x\",\"value\":\"1\",\"disabled\":true}]", "http://h/a", ["x 1 false"]),
      ("http://h/a", "[{\"key\":\"\",\"value\":\"\"}]", "http://h/a", ["  true"]),
      ("{{u}}", "[{\"key\":\"x\",\"value\":\"{{y}}\"}]", "{{u}}?x={{y}}", ["x {{y}} true"]),
    ])
  func query(raw: String, rows: String, url: String, shown: [String]) throws {
    let made = try imported(
      "{\"name\":\"R\",\"request\":{\"method\":\"GET\",\"url\":{\"raw\":\"\(raw)\",\"query\":\(rows)}}}")
    let request = try #require(made.requests.first)
    #expect(request.url == url)
    #expect(request.params.map { "\($0.row.name) \($0.row.value) \($0.row.isEnabled)" } == shown)
    // If the two differ, the rows win, and a notice reports it.
    #expect(made.notices.map(\.location) == (url.hasSuffix("x=2") ? ["/item/0"] : []))
  }

  @Test("Ten thousand rows are merged into a URL of ten thousand pairs")
  func manyRows() throws {
    let raw = (0..<10_000).map { "k\($0)=v" }.joined(separator: "&")
    let rows = (0..<10_000).reversed().map { "{\"key\":\"k\($0)\",\"value\":\"v\"}" }.joined(separator: ",")
    let made = try imported(
      "{\"name\":\"R\",\"request\":{\"method\":\"GET\",\"url\":{\"raw\":\"http://h/?\(raw)\",\"query\":[\(rows)]}}}")
    #expect(made.requests.first?.url == "http://h/?\(raw)" && made.requests.first?.params.count == 10_000)
  }

  @Test(
    "An empty body is no body",
    arguments: [
      "{\"mode\":\"raw\",\"raw\":\"\"}", "{\"mode\":\"raw\"}", "{\"mode\":\"urlencoded\",\"urlencoded\":[]}",
      "{\"mode\":\"formdata\",\"formdata\":[]}", "{\"mode\":\"file\",\"file\":{}}",
      "{\"mode\":\"graphql\",\"graphql\":{}}", "null", "{}",
    ])
  func emptyBody(body: String) throws {
    let made = try imported(item("POST", body: body))
    #expect(made.requests.first?.body == BodyDefinition.none && made.notices.isEmpty)
  }

  @Test("Bodies of GET and HEAD are omitted, as in Postman, unless the request or its folders keep them")
  func pruning() throws {
    let body = "{\"mode\":\"raw\",\"raw\":\"x\"}"
    let keeping = "\"protocolProfileBehavior\":{\"disableBodyPruning\":true},"
    for method in ["GET", "HEAD"] {
      let pruned = try imported(item(method, body: body))
      #expect(pruned.requests.first?.body == BodyDefinition.none)
      #expect(pruned.notices.map(\.location) == ["/item/0"] && pruned.notices[0].message.contains("left out"))
      #expect(try imported(item(method, body: body, keeping)).requests.first?.body == .text(.text, "x"))
      #expect(try imported(item(method, body: body), keeping).requests.first?.body == .text(.text, "x"))
    }
    let inner = "{\"name\":\"F\",\(keeping)\"item\":[\(item("GET", body: body))]}"
    #expect(try imported(inner).requests.first?.body == .text(.text, "x"))
    #expect(try imported(item("POST", body: body)).requests.first?.body == .text(.text, "x"))
    // The export says that the body is sent.
    let again = ExportFormat.postman.write(try imported(item("GET", body: body, keeping)))
    #expect(try PostmanImport.read(Array(again.text.utf8), name: "x").requests.first?.body == .text(.text, "x"))
    #expect(again.notices.isEmpty)
  }

  @Test("Losses are one line for each kind, however many requests are affected")
  func grouped() throws {
    let script = "\"event\":[{\"listen\":\"test\",\"script\":{\"exec\":[\"a()\"]}}],"
    let items = (0..<512).map { number in
      let auth = "\"auth\":{\"type\":\"hawk\(number)\"},"
      return
        "{\"name\":\"R\(number)\",\(script)\"request\":{\(auth)\"method\":\"GET\",\"url\":\"http://h/\"}}"
    }
    let made = try imported(items.joined(separator: ","))
    #expect(
      made.notices.map(\.description) == [
        "/item/0, /item/1, /item/2 and 509 more: a login is kept as written in 512 places, but not supported: "
          + "hawk0, hawk1, hawk2 and 509 more",
        "/item/0, /item/1, /item/2 and 509 more: scripts kept in 512 requests, not run",
      ])
    let one = try imported(items[0])
    #expect(one.notices.last?.description == "/item/0: scripts kept, not run")
  }
}
