import Basics
import Testing
import Workspaces

@testable import Interchange

/// The differences between clients of `.http` files.
@Suite("Dialects of .http files")
struct HTTPDialectTests {
  private func read(_ text: String, beside files: [String: String] = [:]) throws -> ImportedCollection {
    let origin = ImportOrigin(fileName: "a.http") { path throws(ImportOrigin.Refusal) in
      guard let text = files[path] else { throw ImportOrigin.Refusal("it is not there") }
      return Array(text.utf8)
    }
    return try HTTPFileImport.read(Array(text.utf8), name: "x", from: origin)
  }

  private func one(_ text: String, beside files: [String: String] = [:]) throws -> RequestDefinition {
    let requests = try read(text, beside: files).requests
    return try #require(requests.count == 1 ? requests.first : nil, "\(requests.map(\.name))")
  }

  @Test("The client is detected from the lines of the file")
  func dialects() {
    #expect(HTTPDialect.of("GET http://h\n") == .restClient)
    #expect(HTTPDialect.of("GET http://h/{{a.response.body.$.b}}\n") == .restClient)
    #expect(HTTPDialect.of("GET http://h\n\n> {%\n%}\n") == .intelliJ)
    #expect(HTTPDialect.of("GET http://h\n\n?? status == 200\n") == .httpYac)
    #expect(HTTPDialect.of("# @curl-insecure\nGET http://h\n") == .kulala)
  }

  // MARK: Forms

  @Test(
    "A form over several lines is joined, whether & begins or ends a line",
    arguments: [
      "name=foo\n&password=bar", "name=foo&\npassword=bar", "name = foo &\npassword = bar", "name=foo&password=bar\n\n",
      "name=foo\n  &password=bar",
    ])
  func forms(text: String) throws {
    let request = try one("POST http://h\nContent-Type: application/x-www-form-urlencoded\n\n\(text)")
    #expect(request.body == .form([Row("name", "foo"), Row("password", "bar")]))
  }

  @Test(
    "The values of a form are sent as in the file",
    arguments: [
      ("a=b c&d=e", BodyDefinition.form([Row("a", "b c"), Row("d", "e")])),
      ("a=b+c&d=%C3%A9", .form([Row("a", "b c"), Row("d", "é")])),
      ("a={{v}}&b={{w}} x", .form([Row("a", "{{v}}"), Row("b", "{{w}} x")])),
      ("mail=a@b.c&u=http://h/", .text(.text, "mail=a@b.c&u=http://h/")),
      ("mail=a@b.c&u={{u}}", .form([Row("mail", "a@b.c"), Row("u", "{{u}}")])),
      ("no form", .text(.text, "no form")),
    ])
  func formValues(text: String, body: BodyDefinition) throws {
    #expect(try one("POST http://h\nContent-Type: application/x-www-form-urlencoded\n\n\(text)\n").body == body)
  }

  // MARK: Text around the body

  @Test("Comments around a body are documentation, and comments in it stay")
  func comments() throws {
    let plain = try one("GET http://h/a\nAccept: */*\n\n# a note about the next request\n\n")
    #expect(plain.body == .none && plain.docs == "a note about the next request")
    let body = "{\n  // comment\n  \"a\": 1\n}"
    let text = try one("POST http://h/b\nContent-Type: application/json\n\n# before\n\n\(body)\n# after\n")
    #expect(text.body == .text(.json, body) && text.docs == "before\nafter")
    let markdown = try one("POST http://h/b\nContent-Type: text/markdown\n\n# Title\n\ntext\n# End\n")
    #expect(markdown.body == .text(.text, "# Title\n\ntext\n# End"))
  }

  @Test("Checks become assertions, and those without an equivalent are reported")
  func checks() throws {
    let imported = try read(
      """
      POST http://h
      Content-Type: application/json

      {"a":1}

      ?? status == 201
      ?? header content-type includes json
      ?? js response.parsedBody.id == 7
      ?? duration < 500
      ?? body exists
      ?? xpath //a == 1
      """)
    #expect(
      imported.requests.first?.assertions == [
        Assertion("res.status", "eq", "201"), Assertion("res.headers.content-type", "contains", "json"),
        Assertion("res.body.id", "eq", "7"), Assertion("res.responseTime", "lt", "500"),
        Assertion("res.body", "isDefined"),
      ])
    #expect(imported.requests.first?.body == .text(.json, "{\"a\":1}"))
    #expect(imported.notices.map(\.message) == ["the check is not carried over: xpath //a == 1"])
  }

  @Test("Scripts are imported without their marks and are not part of a body or a URL")
  func scripts() throws {
    let imported = try read(
      """
      {{
        exports.y = 1;
      }}
      < {% request.variables.set("a", "1") %}
      POST http://h
      Content-Type: application/json

      {"a":1}

      {{
        exports.x = 1;
      }}
      > {%
        client.test("x", function() {});
      %}
      > ./after.js
      """)
    let request = try #require(imported.requests.first)
    #expect(request.url == "http://h" && request.body == .text(.json, "{\"a\":1}"))
    #expect(
      request.scripts == [
        Script(phase: "before-request", code: "  exports.y = 1;"),
        Script(phase: "before-request", code: "request.variables.set(\"a\", \"1\")"),
        Script(phase: "after-response", code: "  exports.x = 1;"),
        Script(phase: "after-response", code: "  client.test(\"x\", function() {});"),
      ])
    #expect(imported.notices.map(\.message) == ["the file of the script is not found: ./after.js"])
    let quotation = try one("POST http://h\nContent-Type: text/plain\n\n> quoted\ntext\n")
    #expect(quotation.body == .text(.text, "> quoted\ntext") && quotation.scripts.isEmpty)
  }

  // MARK: Requests

  @Test(
    "A path is sent to the host of the Host header",
    arguments: [
      ("localhost:8080", "http://localhost:8080/api?x=1"), ("h.test:443", "https://h.test:443/api?x=1"),
      ("{{host}}", "{{host}}/api?x=1"), ("{{bare}}", "http://{{bare}}/api?x=1"),
    ])
  func host(value: String, url: String) throws {
    let request = try one("@host = https://h.test\n@bare = h.test\nGET /api?x=1\nHost: \(value)\nX-A: b\n")
    #expect(request.url == url && request.headers == [Row("X-A", "b")])
    #expect(request.params == [Parameter(.query, Row("x", "1"))])
  }

  @Test("Requests without a separator are split, each with the lines above it")
  func noSeparator() throws {
    let imported = try read(
      """
      @host = http://h

      ### all
      GET /xml

      # @name second
      POST /json
      Content-Type: application/json

      {"a": 1}

      ?? status == 200

      // third
      GET {{host}}/last
      """)
    let requests = imported.requests
    #expect(requests.map(\.name) == ["all", "second", "{{host}}/last"] && imported.notices.isEmpty)
    #expect(requests.map(\.url) == ["{{host}}/xml", "{{host}}/json", "{{host}}/last"])
    #expect(requests.map(\.body) == [.none, .text(.json, "{\"a\": 1}"), .none])
    #expect(requests.last?.docs == "third" && requests[1].assertions.count == 1)
    let text = try one("POST http://h/a\nContent-Type: text/plain\n\none\n\nGET http://h/b\n")
    #expect(text.body == .text(.text, "one\n\nGET http://h/b"))
  }

  @Test("A path without a Host header is reported")
  func noHost() throws {
    #expect(try read("GET /api\n").notices.map(\.message) == ["the URL has no host, and there is no Host header: /api"])
  }

  @Test("Directives become settings of the request")
  func directives() throws {
    let imported = try read(
      """
      # @name a
      # @timeout 5
      # @no-cookie-jar
      # @no-log
      # @no-redirect
      # @prompt who Name of user
      # @prompt password
      # @note Deletes all
      # @connection-timeout 2 m
      GET http://h/?w={{who}}
      """)
    let request = try #require(imported.requests.first)
    #expect(request.name == "a" && request.settings.timeout == 5000 && request.docs == "Deletes all")
    #expect(request.settings.cookies == .off && request.settings.history == .off)
    #expect(request.settings.followRedirects == false)
    #expect(request.variables == [Row("who", "{{?Name of user}}"), Row("password", "{{?password|hidden}}")])
    #expect(imported.notices.count == 2 && imported.notices[1].message.contains("@connection-timeout"))
  }

  @Test(
    "A login in clear text becomes one of our logins",
    arguments: [
      ("Basic ada s3cret word", Authentication(.basic, [.init("username", "ada"), .init("password", "s3cret word")])),
      ("Basic {{u}} {{ p }}", Authentication(.basic, [.init("username", "{{u}}"), .init("password", "{{ p }}")])),
      ("Basic ada:{{p}}", Authentication(.basic, [.init("username", "ada"), .init("password", "{{p}}")])),
      ("Digest ada x", Authentication(.digest, [.init("username", "ada"), .init("password", "x")])),
      (
        "AWS ID KEY token:T region:us-east-1 service:es",
        Authentication(
          .awsv4,
          [
            .init("accessKeyId", "ID"), .init("secretAccessKey", "KEY"), .init("sessionToken", "T"),
            .init("region", "us-east-1"), .init("service", "es"),
          ])
      ),
    ])
  func logins(value: String, login: Authentication) throws {
    let request = try one("GET http://h\nAuthorization: \(value)\n")
    #expect(request.authentication == login && request.headers.isEmpty)
  }

  @Test("An unsupported login is omitted and reported", arguments: ["Basic YTpi", "COGNITO u p r pool client"])
  func otherLogins(value: String) throws {
    let imported = try read("GET http://h\nAuthorization: \(value)\n")
    let isPlain = value.hasPrefix("Basic")
    #expect(imported.requests.first?.headers == (isPlain ? [Row("Authorization", value)] : []))
    #expect(imported.notices.isEmpty == isPlain)
  }

  @Test("GraphQL is detected by its headers, and its operation is imported")
  func graphQL() throws {
    let request = try one(
      """
      POST http://h
      X-Request-Type: GraphQL
      X-GraphQL-Operation: B

      query A { a }
      query B($x: ID!) { b(x: $x) }

      {"x": 1}
      """)
    #expect(request.headers.isEmpty && request.graphQL.operation == "B" && request.kind == .graphql)
    #expect(
      request.body == .graphql(query: "query A { a }\nquery B($x: ID!) { b(x: $x) }", variables: "{\"x\": 1}"))
  }

  @Test("WebSockets and gRPC calls are imported with their messages")
  func conversations() throws {
    let imported = try read(
      """
      proto < ./shop.proto

      ### ws
      WEBSOCKET ws://h/ws
      X-A: b

      hello
      === wait-for-server
      {"a": 1}

      ### call
      GRPC localhost:50051/shop.v1.Shop/GetItem
      x-tenant: a

      {"sku": "A1"}

      ### other
      GRPC {{host}} shop.v1.Shop/List
      """)
    let requests = imported.requests
    try #require(requests.map(\.kind) == [.webSocket, .grpc, .grpc])
    #expect(requests[0].conversation.messages.map(\.data) == ["hello", "{\"a\": 1}"])
    #expect(requests[0].conversation.messages.map(\.kind) == ["text", "json"])
    #expect(imported.notices.map(\.message) == ["messages do not wait for the server: wait-for-server"])
    #expect(requests[1].url == "grpc://localhost:50051" && requests[1].method == "/shop.v1.Shop/GetItem")
    #expect(requests[1].headers == [Row("x-tenant", "a")] && requests[1].conversation.call.protoFile == "./shop.proto")
    #expect(requests[1].conversation.messages.map(\.data) == ["{\"sku\": \"A1\"}"])
    #expect(requests[2].url == "{{host}}" && requests[2].method == "/shop.v1.Shop/List")
    let back = try NeutralImport.read(Array(imported.json.compact), name: "x")
    #expect(back.requests == requests)
    // Commands of kulala use TLS by default.
    #expect(try one("# @grpc-proto a.proto\nGRPC h:1 a.B/C\n").url == "grpcs://h:1")
    #expect(try one("# @grpc-plaintext\nGRPC h:1 a.B/C\n").url == "grpc://h:1")
  }

  // MARK: Files

  @Test("A file with variables becomes the text of the body")
  func files() throws {
    let file = ["./f.xml": "<a>{{v}}</a>\n", "./l.txt": "x"]
    let text = try one("POST http://h\nContent-Type: application/xml\n\n<@ ./f.xml\n", beside: file)
    #expect(text.body == .text(.xml, "<a>{{v}}</a>"))
    let latin = try one("POST http://h\nContent-Type: application/xml\n\n<@latin1 ./f.xml\n", beside: file)
    #expect(latin.body == .text(.xml, "<a>{{v}}</a>"))
    let asIs = try one("POST http://h\nContent-Type: application/xml\n\n< ./f.xml\n", beside: file)
    #expect(asIs.body == .file([.init(path: "./f.xml", contentType: "application/xml")]))
    let mixed = try one("POST http://h\nContent-Type: text/plain\n\none\n< ./l.txt\ntwo\n", beside: file)
    #expect(mixed.body == .text(.text, "one\nx\ntwo"))
  }

  @Test("A missing file is reported")
  func missingFiles() throws {
    for line in ["<@ ./f.xml", "one\n< ./f.xml"] {
      let imported = try read("POST http://h\nContent-Type: application/xml\n\n\(line)\n")
      #expect(
        imported.notices.count == 1 && imported.notices.allSatisfy { $0.message.hasPrefix("the file is not found") })
    }
  }

  @Test("Multipart bodies that do not match their boundary and unknown headers of parts are reported")
  func parts() throws {
    let head = "POST http://h\nContent-Type: multipart/form-data; boundary=\"B\"\n\n"
    let part = "--B\nContent-Disposition: form-data; name=a\nContent-Transfer-Encoding: binary\n\n1\n--B--\n"
    let imported = try read(head + part)
    #expect(imported.requests.first?.body == .multipart([FormPart("a", .text("1"))]))
    #expect(imported.notices.map(\.message) == ["of a part is not carried over: Content-Transfer-Encoding: binary"])
    let file = try one(head + "--B\nContent-Disposition: form-data; name=\"f\"\n\n< ./a.png\n\n--B--\n")
    #expect(file.body == .multipart([FormPart("f", .files(["./a.png"]))]))
    let broken = try read(head + part.replacing("--B--", with: "--C--"))
    #expect(broken.notices.first?.message.hasPrefix("the boundary does not separate the parts") == true)
  }
}
