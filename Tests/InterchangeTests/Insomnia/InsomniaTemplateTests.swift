import Basics
import Testing
import Workspaces

@testable import Interchange

@Suite("Templates of Insomnia")
struct InsomniaTemplateTests {
  private static let paths = ["req_1": "Users/Log in", "req_2": "a"]

  @Test(
    "Variables, responses, prompts and generated values are converted",
    arguments: [
      ("{{ _.name }} {{_.a.b}} {{name}}", "{{name}} {{a.b}} {{name}}"),
      ("{{ _['my-var'] }}{{ _[\"x y\"].z }}{{ _.a['b-c'] }}", "{{my-var}}{{x y.z}}{{a.b-c}}"),
      ("{\"a\":{{ _.object }}}", "{\"a\":{{object}}}"),
      ("{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}", "{{Users/Log in | $.token}}"),
      ("{% response 'body', 'req_2', '$.a[0][\\'b c\\']', 'always' %}", "{{a | $.a[0]['b c'] | 0s}}"),
      ("{% response 'header', 'req_2', 'ETag', 'when-expired', 90 %}", "{{a | header ETag | 90s}}"),
      ("{% response 'raw', 'req_2', '', 'no-history', 60 %}", "{{a | $}}"),
      ("{% prompt 'Label' %}", "{{?Label}}"),
      ("{% prompt 'Title', 'PIN, please', '4|2', '', true, true %}", "{{?\"PIN, please\"||\"4|2\"|hidden}}"),
      ("a{% uuid 'v4' %}b{% now 'iso-8601', '' %}c{% now 'unix' %}d", "a{{$uuid}}b{{$isoTimestamp}}c{{$timestamp}}d"),
      ("{% faker 'randomEmail' %}", "{{$randomEmail}}"), ("{{ 'a b' }}{{ \"c\" }}", "{{'a b'}}{{'c'}}"),
      ("{% now 'custom', 'yyyy-MM-dd HH:mm' %}", "{{$localDatetime 'YYYY-MM-DD HH:mm'}}"),
    ])
  func converted(_ text: String, _ wanted: String) {
    var template = InsomniaTemplate(paths: Self.paths)
    #expect(template.converted(text) == wanted && template.kept.isEmpty, "\(template.kept)")
  }

  @Test(
    "Templates without an equivalent are kept and reported",
    arguments: [
      "{% hash 'md5', 'hex', 'x' %}", "{{ _.name | upper }}", "{{ 'a' + 'b' }}", "{% now 'custom', 'EEEE' %}",
      "{% response 'body', 'req_9', 'b64::JC54::46b' %}", "{% response 'body', 'req_2', '$..x' %}",
      "{% response 'body', 'req_2', '/x' %}", "{% response 'url', 'req_2', '' %}", "{% faker 'nothing' %}",
      "{% prompt '' %}", "{% uuid v4 | x %}", "{{ _['open }}",
    ])
  func kept(_ text: String) {
    var template = InsomniaTemplate(paths: Self.paths)
    #expect(template.converted("a \(text) {{ _.b }}") == "a \(text) {{b}}" && template.kept == [text])
  }

  @Test("A text that ends inside a template is unchanged", arguments: ["{{ _.a", "x {% uuid", "{", "{{"])
  func cut(_ text: String) {
    var template = InsomniaTemplate(paths: [:])
    #expect(template.converted(text) == text)
  }

  private static let chained = #"""
    {"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},
    {"_id":"g","_type":"request_group","parentId":"w","name":"Users\n","metaSortKey":1},
    {"_id":"r1","_type":"request","parentId":"g","name":"Log: in","method":"POST","url":"http://h/login"},
    {"_id":"r2","_type":"request","parentId":"g","name":"Log: in","method":"POST","url":"http://h/login"},
    {"_id":"r3","_type":"request","parentId":"w","name":"Use","metaSortKey":2,"url":"http://h/","headers":[
     {"name":"A","value":"{% response 'body', 'r1', 'b64::JC50::46b', 'never', 60 %}"},
     {"name":"B","value":"{% response 'body', 'r2', 'b64::JC50::46b', 'never', 60 %}"}]}]}
    """#

  @Test("The response of another request is referenced by the path of its file")
  func paths() throws {
    let made = try ImportFormat.insomnia.read(Array(Self.chained.utf8), name: "c")
    let use = try #require(made.requests.last)
    #expect(use.headers.map(\.value) == ["{{Users/Log- in | $.t}}", "{{Users/Log- in 2 | $.t}}"])
    #expect(made.root.requestPaths == ["Users/Log- in", "Users/Log- in 2", "Use"] && made.notices.isEmpty)
  }
}

@Suite("Rows, settings and environments of Insomnia")
struct InsomniaRowTests {
  private func request(_ members: String) throws -> (request: RequestDefinition, notices: [Notice]) {
    let text = #"""
      {"_type":"export","__export_format":4,"resources":[{"_id":"w","_type":"workspace","name":"W"},
      {"_id":"r","_type":"request","parentId":"w","name":"R","method":"POST","url":"http://h/?a=1",\#(members)}]}
      """#
    let made = try ImportFormat.insomnia.read(Array(text.utf8), name: "c")
    return (try #require(made.requests.first), made.notices)
  }

  @Test("Rows of the query are encoded, and escapes and variables stay")
  func rows() throws {
    let rows =
      #""parameters":[{"name":"k=v","value":"R&D #1+2 100%25"},{"name":"t","value":"{{ _.a }}&"},"#
      + ##"{"name":"off","value":"#","disabled":true}]"##
    let made = try request(rows).request
    #expect(made.url == "http://h/?a=1&k%3Dv=R%26D %231%2B2 100%25&t={{a}}%26")
    #expect(
      made.params.map { "\($0.row.name)=\($0.row.value) \($0.row.isEnabled)" } == [
        "a=1 true", "k%3Dv=R%26D %231%2B2 100%25 true", "t={{a}}%26 true", "off=%23 false",
      ])
    let verbatim = try request(rows + #","settingEncodeUrl":false"#).request
    #expect(verbatim.url == "http://h/?a=1&k%3Dv=R%26D%20%231%2B2%20100%25&t={{a}}%26")
  }

  @Test("An OAuth 2 login is imported with its flow, and unsupported parts are reported")
  func oauth() throws {
    let login =
      #""authentication":{"type":"oauth2","grantType":"authorization_code","authorizationUrl":"http://a/","#
      + #""accessTokenUrl":"http://a/t","clientId":"{{ _.id }}","usePkce":true,"credentialsInBody":true,"origin":"o"}"#
    let made = try request(login)
    let authentication = made.request.authentication
    #expect(authentication.scheme == .oauth2 && authentication["flow"] == "authorization_code")
    #expect(authentication["credentials.clientId"] == "{{id}}" && authentication["credentials.placement"] == "body")
    #expect(authentication["pkce.disabled"].isEmpty && made.notices.map(\.message) == ["not carried over: origin"])
  }

  @Test("Cookies that are neither sent nor stored are disabled, and a single setting is reported")
  func cookies() throws {
    let off = try request(#""settingSendCookies":false,"settingStoreCookies":false"#)
    #expect(off.request.settings.cookies == .off && off.notices.isEmpty)
    let half = try request(#""settingSendCookies":false"#)
    #expect(half.request.settings.cookies == nil && half.notices.count == 1)
  }

  @Test("Parts of a form keep their types, and a file has the type of its extension")
  func parts() throws {
    let made = try request(
      #""body":{"mimeType":"multipart/form-data","params":[{"name":"j","value":"{}","contentType":"application/json"},"#
        + #"{"name":"m","value":"x","multiline":"text/xml"},{"name":"f","type":"file","fileName":"/a/b.zip"},"#
        + #"{"name":"p","value":"x","multiline":true}]}"#)
    guard case .multipart(let parts) = made.request.body else {
      Issue.record("no form")
      return
    }
    #expect(parts.map(\.contentType) == ["application/json", "text/xml", "application/zip", ""])
    #expect(made.notices.isEmpty, "\(made.notices)")
  }

  @Test("A design document of format 5 gives its collection, and its specification is reported")
  func design() throws {
    func read(_ spec: String) throws -> ImportedCollection {
      let text = "type: spec.insomnia.rest/5.0\nname: S\ncollection:\n  - {url: http://h/a, name: a, method: GET}\n"
      return try ImportFormat.insomnia.read(Array((text + spec).utf8), name: "c")
    }
    let made = try read("spec:\n  meta: {id: spc_1}\n")
    #expect(made.requests.map(\.url) == ["http://h/a"] && made.root.name == "S" && made.notices.isEmpty)
    #expect(try read("spec:\n  contents: {openapi: 3.1.0}\n").notices.count == 1)
    #expect(ImportFormat.detect(Array("type: spec.insomnia.rest/5.0\nname: S\n".utf8)) == .insomnia)
  }

  @Test("Environments shared by collections are imported, each with the values of the base")
  func environments() throws {
    let text = """
      type: environment.insomnia.rest/5.0
      name: Shared
      environments:
        name: Base
        data: {host: h, n: 1}
        subEnvironments:
          - {name: Dev, data: {n: 2}}
      """
    let made = try ImportFormat.insomnia.read(Array(text.utf8), name: "c")
    #expect(made.requests.isEmpty && made.environments.map(\.name) == ["Shared", "Dev"])
    #expect(
      made.environments.map { $0.variables.map { "\($0.row.name)=\($0.row.value)" } } == [
        ["host=h", "n=1"], ["host=h", "n=2"],
      ])
    let mock = "type: mock.insomnia.rest/5.0\nname: M\n"
    #expect(throws: ImportError.self) { try ImportFormat.insomnia.read(Array(mock.utf8), name: "c") }
  }
}
