import Foundation
import Networking
import Testing
import Workspaces

@testable import Interchange

/// Apus must show and send exactly what Postman sends, regardless of other content of the file.
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
    "An enabled row is in the URL, a disabled one is not, and the text of the URL is kept if both agree",
    arguments: [
      ("http://h/a", "[{\"key\":\"x\",\"value\":\"1\"}]", "http://h/a?x=1", ["x 1 true"]),
      ("http://h/a?y=2#f", "[{\"key\":\"x\",\"value\":null}]", "http://h/a?x#f", ["x  true"]),
      ("http://h/a?x=a%20b", "[{\"key\":\"x\",\"value\":\"a b\"}]", "http://h/a?x=a%20b", ["x a%20b true"]),
      (
        "http://h/a?c=#f&d=R&D", "[{\"key\":\"c\",\"value\":\"#f\"},{\"key\":\"d\",\"value\":\"R&D\"}]",
        "http://h/a?c=%23f&d=R%26D", ["c %23f true", "d R%26D true"]
      ),
      (
        "http://h/a", "[{\"key\":\"k=v\",\"value\":\"1+1%20{{a&b}}\"}]", "http://h/a?k%3Dv=1+1%20{{a&b}}",
        ["k%3Dv 1+1%20{{a&b}} true"]
      ),
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
    // If `raw` differs, the rows win, and a notice reports it.
    let isOther = ["http://h/a?x=2", "http://h/a?x#f"].contains(url)
    #expect(made.notices.map(\.location) == (isOther ? ["R"] : []))
  }

  @Test(
    "The parts of a URL are sent, and a different raw text is reported",
    arguments: [
      (#""raw":"http://h/old?x=1&y=2","path":["new"],"query":[{"key":"x","value":"1"}]"#, "http://h/new?x=1", true),
      (#""raw":"http://h/a?x=1&y=2","path":["a"],"query":[{"key":"x","value":"1"}]"#, "http://h/a?x=1", true),
      (#""raw":"http://h/a?x=1","path":["a"]"#, "http://h/a", true),
      (#""raw":" http://h/a?x=1\n","path":["a"],"query":[{"key":"x","value":"1"}]"#, "http://h/a?x=1", false),
      (#""raw":"http://h/a%20b/","path":["a b",""]"#, "http://h/a%20b/", false),
      (#""raw":"http://h/","path":[]"#, "http://h/", false),
      (#""raw":"http://h/:id#f","path":[":id"],"hash":"f""#, "http://h/:id#f", false),
      (#""raw":"http://h:81/a","port":81,"path":"a""#, "http://h:81/a", false),
      (#""raw":"","port":"82","path":[{"value":"a"}]"#, "http://h:82/a", false),
    ])
  func parts(rest: String, url: String, isNamed: Bool) throws {
    let text = #"{"name":"R","request":{"method":"GET","url":{"protocol":"http","host":["h"],\#(rest)}}}"#
    let made = try imported(text)
    #expect(made.requests.first?.url == url)
    #expect(made.notices.contains { $0.message.contains("not its raw text") } == isNamed, "\(made.notices)")
  }

  @Test("Rows of a request whose URL is sent literally are not encoded")
  func verbatim() throws {
    let behavior = #""protocolProfileBehavior":{"disableUrlEncoding":true}"#
    let made = try imported(
      #"{"name":"R",\#(behavior),"request":{"url":{"raw":"http://h/","query":[{"key":"a","value":"b=c+d"}]}}}"#)
    #expect(made.requests.first?.url == "http://h/?a=b=c+d" && made.requests.first?.settings.encodeURL == false)
  }

  @Test("A header that the login replaces is disabled, also for an inherited login")
  func loginWins() throws {
    func header(_ name: String) -> String { #""header":[{"key":"\#(name)","value":"FROMHEADER"}]"# }
    let own = #""auth":{"type":"apikey","apikey":[{"key":"key","value":"X-Api-Key"},{"key":"value","value":"K"}]}"#
    let inherited = #""auth":{"type":"bearer","bearer":[{"key":"token","value":"T"}]},"#
    func read(_ request: String, _ login: String) throws -> (rows: [Row], notices: [Notice]) {
      let made = try imported(#"{"name":"R","request":{"url":"http://h/",\#(request)}}"#, login)
      return (made.requests.first?.headers ?? [], made.notices)
    }
    for (request, login) in [(header("authorization"), inherited), (own + "," + header("x-api-key"), "")] {
      let made = try read(request, login)
      #expect(made.rows.map(\.isEnabled) == [false] && made.notices.count == 1, "\(made)")
    }
    let empty = inherited.replacing(#""value":"T""#, with: #""value":"""#)
    for (request, login) in [
      (header("X-Other"), inherited), (header("Authorization"), empty),
      (header("Authorization") + #","auth":{"type":"noauth"}"#, inherited),
    ] {
      let made = try read(request, login)
      #expect(made.rows.map(\.isEnabled) == [true] && made.notices.isEmpty, "\(made)")
    }
  }

  @Test("A login and a header of its name are written once, as sent")
  func writtenOnce() throws {
    var root = ImportedCollection.Folder(name: "C")
    root.settings.authentication = Authentication(.apikey, [.init("key", "X-Api-Key"), .init("value", "K")])
    var request = RequestDefinition(name: "R", url: "http://h/")
    request.headers = [Row("x-api-key", "FROMHEADER")]
    root.items = [.request(request, options: TransferOptions())]
    let collection = ImportedCollection(format: "opencollection", root: root)
    let written = ExportFormat.postman.write(collection, revealsSecrets: true)
    #expect(written.notices.count == 1)
    let again = try PostmanImport.read(Array(written.text.utf8), name: "x")
    #expect(again.requests.map(\.headers) == [request.headers] && again.requests[0].authentication == .none)
    let http = ExportFormat.http.write(collection, revealsSecrets: true).text
    #expect(http.lowercased().components(separatedBy: "x-api-key").count == 2, "\(http)")
  }

  @Test("Postman options for cookies, redirect logins and added headers survive a round trip")
  func options() throws {
    let behavior =
      #""protocolProfileBehavior":{"disableCookies":true,"followAuthorizationHeader":true,"#
      + #""disabledSystemHeaders":{"user-agent":true,"postman-token":true,"accept":false}},"#
    let made = try imported(item("GET", body: "{}", behavior))
    let request = try #require(made.requests.first)
    #expect(request.settings.cookies == .off && request.settings.forwardAuthorization == true)
    #expect(request.headers == [Row("user-agent", isEnabled: false, omitsInherited: true)] && made.notices.isEmpty)
    let again = try PostmanImport.read(Array(ExportFormat.postman.write(made).text.utf8), name: "x")
    #expect(again.requests == made.requests)
  }

  @Test("A file of a form has the type of its extension, unless another is given")
  func fileTypes() throws {
    func part(_ path: String, _ more: String = "") -> String {
      #"{"key":"f","type":"file","src":"\#(path)"\#(more)}"#
    }
    let parts = [part("/a/b.CSV"), part("c.json", #","contentType":"text/x""#), part("d.unknown"), part("e")]
    let made = try imported(item("POST", body: #"{"mode":"formdata","formdata":[\#(parts.joined(separator: ","))]}"#))
    guard case .multipart(let read)? = made.requests.first?.body else {
      Issue.record("no form")
      return
    }
    #expect(read.map(\.contentType) == ["text/csv", "text/x", "", ""])
  }

  @Test("Names are on one line, without surrounding blanks")
  func names() throws {
    let items = #"{"name":" Get\r\n  it\n","request":"http://h/"},{"name":"F\t","item":[]}"#
    let made = try imported(items)
    #expect(made.requests.map(\.name) == ["Get it"])
    guard case .folder(let folder)? = made.root.items.last else {
      Issue.record("no folder")
      return
    }
    #expect(folder.name == "F")
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
    "An empty body becomes no body",
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
      #expect(pruned.notices.map(\.location) == ["R"] && pruned.notices[0].message.contains("left out"))
      #expect(try imported(item(method, body: body, keeping)).requests.first?.body == .text(.text, "x"))
      #expect(try imported(item(method, body: body), keeping).requests.first?.body == .text(.text, "x"))
    }
    let inner = "{\"name\":\"F\",\(keeping)\"item\":[\(item("GET", body: body))]}"
    #expect(try imported(inner).requests.first?.body == .text(.text, "x"))
    #expect(try imported(item("POST", body: body)).requests.first?.body == .text(.text, "x"))
    // The export states that the body is sent.
    let again = ExportFormat.postman.write(try imported(item("GET", body: body, keeping)))
    #expect(try PostmanImport.read(Array(again.text.utf8), name: "x").requests.first?.body == .text(.text, "x"))
    #expect(again.notices.isEmpty)
  }

  @Test("Losses are one line for each kind, regardless of the number of affected requests")
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
        "R0, R1, R2 and 509 more: a login is kept as written in 512 places, but not supported: "
          + "hawk0, hawk1, hawk2 and 509 more",
        "C: 512 scripts; they run once allowed",
      ])
    let one = try imported(items[0])
    #expect(one.notices.last?.description == "C: 1 script; it runs once allowed")
  }
}
