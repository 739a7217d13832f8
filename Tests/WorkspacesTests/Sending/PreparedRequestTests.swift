import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Preparing a request") struct PreparedRequestTests {
  private func context(
    _ entries: [VariableTable.Entry] = [], layers: [SendContext.Layer] = [], folder: String = "/"
  ) -> SendContext {
    SendContext(layers: layers, variables: VariableTable(entries), folder: folder)
  }

  private func text(_ request: Request) -> String {
    guard case .bytes(let bytes) = request.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func refusal(_ definition: RequestDefinition, _ context: SendContext = SendContext()) -> SendRefusal? {
    #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: context) }
  }

  @Test("URL, path parameters, query and method are as typed, with variables replaced")
  func url() throws {
    var definition = RequestDefinition(name: "x", method: "post", url: "{{base}}/users/:id?q={{q}}&b")
    definition.params = [Parameter(.path, Row("id", "a/b")), Parameter(.query, Row("elsewhere", "1"))]
    let made = try PreparedRequest(
      definition,
      in: context([.init("base", "http://h:8080/api", origin: .collection), .init("q", "é ü", origin: .request)]))
    #expect(made.request.url == "http://h:8080/api/users/a%2Fb?q=%C3%A9%20%C3%BC&b")
    #expect(made.request.method.rawValue == "POST")
  }

  @Test("A path parameter without a value is requested, unless the path does not use it")
  func emptyPathParameter() throws {
    var definition = RequestDefinition(name: "x", url: "http://h/users/:id/orders")
    definition.params = [Parameter(.path, Row("id"))]
    #expect(refusal(definition)?.field == .pathParameter(name: "id"))
    definition.url = "http://h/users"
    #expect(try PreparedRequest(definition, in: context()).request.url == "http://h/users")
  }

  @Test(
    "Path parameters come from the URL as written: a value is not a template, and no error contains a part of it",
    arguments: [
      #"{"private_key":"PK7788","client_email":"me@x"}"#, "AbC9/:hiddenTail77", "x/:tok/{tok}/:other",
    ])
  func valuesInPath(value: String) throws {
    let secret = VariableTable.Entry("S", value, isSecret: true, origin: .collection)
    var definition = RequestDefinition(name: "x", url: "http://h/{{S}}/:id/{id}")
    definition.params = [Parameter(.path, Row("id", "7")), Parameter(.path, Row("tok", "filled"))]
    let made = try PreparedRequest(definition, in: context([secret])).request.url
    #expect(made.hasSuffix("/7/7") && !made.contains("filled"))
    #expect(made.removingPercentEncoding == "http://h/\(value)/7/7")
    definition.params = []
    #expect(refusal(definition, context([secret]))?.field == .pathParameter(name: "id"))
  }

  @Test("With encodeUrl off the URL is sent as typed")
  func asTyped() throws {
    var definition = RequestDefinition(name: "x", url: "http://h/a|b?c=[d]")
    #expect(try PreparedRequest(definition, in: context()).request.url == "http://h/a%7Cb?c=%5Bd%5D")
    definition.settings.encodeURL = false
    #expect(try PreparedRequest(definition, in: context()).request.url == "http://h/a|b?c=[d]")
    definition.url += "&é"
    #expect(try PreparedRequest(definition, in: context()).request.url == "http://h/a|b?c=[d]&é")
    definition.settings.encodeURL = nil
    var typed = context()
    typed.urlEncoding = .asTyped
    #expect(try PreparedRequest(definition, in: typed).request.url == "http://h/a|b?c=[d]&%C3%A9")
  }

  @Test("Headers and authentication are inherited, inner ones take precedence, and duplicates on one level stay")
  func inheritance() throws {
    let layers = [
      SendContext.Layer(
        path: "/c", name: "C",
        settings: SharedSettings(
          headers: [Row("X-A", "collection"), Row("X-B", "collection"), Row("X-Off", "1", isEnabled: false)],
          authentication: Authentication(.basic, [.init("username", "u"), .init("password", "p")]))),
      SendContext.Layer(path: "/c/f", name: "f", settings: SharedSettings(headers: [Row("x-b", "folder")])),
    ]
    var definition = RequestDefinition(name: "x", url: "http://h/")
    definition.headers = [Row("X-C", "1"), Row("X-C", "2"), Row("X-D", "no", isEnabled: false)]
    let headers = try PreparedRequest(definition, in: context(layers: layers)).request.headers.fields
    #expect(
      headers.map { "\($0.name): \($0.value)" } == [
        "X-A: collection", "x-b: folder", "X-C: 1", "X-C: 2", "Authorization: Basic dTpw",
      ])
    definition.authentication = .none
    #expect(try PreparedRequest(definition, in: context(layers: layers)).request.headers["Authorization"] == nil)
  }

  @Test(
    "An error about a URL that contains a secret shows no part of it",
    arguments: [
      ("http://h:{{t}}/", "Zq9xw"), ("http://{{t}}/", "Zq9\"xw"), ("http://{{t}}/", "[Zq9xw/x"),
      ("{{t}}://h/", "Zq9xw"), ("http://{{t}}@h/", "me:Zq9xw/x"),
      ("http://h{{t}}/", " Zq9xw" + String(repeating: "x", count: 200)),
      ("http:{{t}}", "Zq9xw"), ("http://[{{t}}]/", "Zq9xw"),
    ])
  func secretURL(url: String, value: String) throws {
    let variables = context([.init("t", value, isSecret: true, origin: .environment("local"))])
    let refusal = #expect(throws: SendRefusal.self) {
      try PreparedRequest(RequestDefinition(name: "x", url: url), in: variables)
    }
    let words = try #require(refusal).description
    #expect(words.contains("••••") && !words.contains("Zq9") && !words.contains("\""), "\(words)")
  }

  @Test("Each authentication without a challenge sends its credentials")
  func authentication() throws {
    func request(_ auth: Authentication) throws -> Request {
      try PreparedRequest(RequestDefinition(name: "x", url: "http://h/?a", authentication: auth), in: context()).request
    }
    #expect(try request(Authentication(.bearer, [.init("token", "t")])).headers["authorization"] == "Bearer t")
    let key: [Authentication.Field] = [.init("key", "X-Key"), .init("value", "v w")]
    #expect(try request(Authentication(.apikey, key)).headers["X-Key"] == "v w")
    #expect(try request(Authentication(.apikey, key + [.init("placement", "query")])).url == "http://h/?a&X-Key=v%20w")
    let digest = try request(Authentication(.digest, [.init("username", "u"), .init("password", "p")]))
    #expect(digest.options.authentication == TransferOptions.Authentication(.digest, user: "u", password: "p"))
    let amazon = try request(
      Authentication(.awsv4, [.init("accessKeyId", "a"), .init("region", "r"), .init("service", "s")]))
    #expect(amazon.options.authentication?.scheme == .awsSignature(region: "r", service: "s"))
  }

  @Test("Each body is sent with its type, and GraphQL as JSON")
  func bodies() throws {
    func request(_ body: BodyDefinition, _ kind: RequestDefinition.Kind = .http) throws -> Request {
      let definition = RequestDefinition(kind: kind, name: "x", method: "POST", url: "http://h/", body: body)
      return try PreparedRequest(definition, in: context([.init("v", "1", origin: .request)])).request
    }
    let json = try request(.text(.json, #"{"a": {{v}}}"#))
    #expect(text(json) == #"{"a": 1}"# && json.headers["Content-Type"] == "application/json")
    let form = try request(.form([Row("a", "b c"), Row("off", "x", isEnabled: false), Row("a", "&")]))
    #expect(text(form) == "a=b+c&a=%26")
    let graphql = try request(.graphql(query: "{ a(x: \"y\") }", variables: " {\"n\": 1.0} "), .graphql)
    #expect(text(graphql) == #"{"query":"{ a(x: \"y\") }","variables": {"n": 1.0} }"#)
    #expect(try request(.none).body == .none)
  }

  @Test("Files of a body are relative to the collection, and a missing one is reported")
  func files() throws {
    let folder = try TemporaryDirectory("send")
    try folder.write("data/a.txt", "hello")
    var definition = RequestDefinition(name: "x", method: "POST", url: "http://h/")
    definition.body = .file([.init(path: "data/a.txt", contentType: "text/x")])
    let made = try PreparedRequest(definition, in: context(folder: folder.path)).request
    #expect(made.body == .file(path: folder.path("data/a.txt"), size: 5))
    #expect(made.headers["Content-Type"] == "text/x")
    definition.body = .multipart([FormPart("f", .files(["nowhere"]))])
    guard case .unreadableFile(let path, _) = refusal(definition, context(folder: folder.path))?.problem else {
      Issue.record("not refused as an unreadable file")
      return
    }
    #expect(path == folder.path("nowhere"))
  }

  @Test(
    "A header without the blank after its colon has its plain name: inherited, replaced, with variables in it")
  func blanks() throws {
    let shared = SharedSettings(headers: [Row("X-A", "a", omitsBlank: true), Row("X-B", "b", omitsBlank: true)])
    var definition = RequestDefinition(name: "x", url: "http://h/")
    definition.headers = [Row("x-b", "{{v}}"), Row("Authorization", "{{v}}", omitsBlank: true)]
    let made = try PreparedRequest(
      definition,
      in: context(
        [.init("v", "1", origin: .request)], layers: [SendContext.Layer(path: "", name: "c", settings: shared)]))
    #expect(
      made.request.headers.fields.prefix(3) == [
        Header("X-A", "a", omitsBlank: true), Header("x-b", "1"), Header("Authorization", "1", omitsBlank: true),
      ])
  }

  @Test("A refusal names the field and the row")
  func refusals() {
    var definition = RequestDefinition(name: "x", url: "{{base_url}}/x")
    #expect(refusal(definition)?.field == .url)
    #expect(refusal(definition)?.problem == .unresolved([UnresolvedVariable("base_url", .missing)]))
    definition.url = "http://h/:id"
    #expect(refusal(definition)?.field == .pathParameter(name: "id"))
    definition.url = "http://h/"
    definition.headers = [Row("A", "b"), Row("B", "c\r\nX: y")]
    #expect(refusal(definition)?.field == .header(row: 1))
    #expect(refusal(definition)?.problem == .lineBreak(character: "CR"))
    definition.headers = [Row("bad name", "b")]
    #expect(refusal(definition)?.problem == .invalidName)
    definition.headers = []
    definition.method = "G T"
    #expect(refusal(definition)?.field == .method)
    definition.method = "GET"
    definition.body = .graphql(query: "q", variables: "[1]")
    #expect(refusal(definition)?.field == .body(row: nil))
    definition.body = .none
    definition.authentication = Authentication(.bearer, [.init("token", "{{t}}")])
    #expect(refusal(definition)?.field == .authentication(field: "token"))
    definition.kind = .unsupported("grpc")
    #expect(refusal(definition)?.field == .kind)
    definition.kind = .http
    definition.authentication = .inherit
    let layer = SendContext.Layer(path: "/c", name: "C", settings: SharedSettings(headers: [Row("H", "{{t}}")]))
    #expect(refusal(definition, context(layers: [layer]))?.field == .inherited(from: "/c", header: 0))
  }

  @Test("Settings of the request become transfer options below those of the command line")
  func settings() throws {
    var definition = RequestDefinition(name: "x", url: "http://h/")
    definition.settings = RequestSettings(timeout: 1500, followRedirects: false, maxRedirects: 3)
    var options = try PreparedRequest(definition, in: context()).request.options
    #expect(options.totalTimeout == .milliseconds(1500))
    #expect(options.redirects == .init(follows: false, maximum: 3))
    var context = context()
    context.options.totalTimeout = .seconds(9)
    options = try PreparedRequest(definition, in: context).request.options
    #expect(options.totalTimeout == .seconds(9))
  }

  @Test("Secrets in the request are known for masking")
  func secrets() throws {
    var definition = RequestDefinition(name: "x", url: "http://h/{{token}}")
    definition.authentication = Authentication(.apikey, [.init("key", "K"), .init("value", "lit3ral")])
    let entry = VariableTable.Entry("token", "s3cret", isSecret: true, origin: .environment("e"))
    let made = try PreparedRequest(definition, in: context([entry]))
    #expect(made.redaction.masked(url: made.request.url) == "http://h/••••")
    #expect(made.redaction.secrets.isSuperset(of: ["s3cret", "lit3ral"]))
  }
}
