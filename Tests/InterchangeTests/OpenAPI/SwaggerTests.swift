import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("Swagger 2.0 documents")
struct SwaggerTests {
  private func imported(_ text: String) throws -> ImportedCollection {
    let head = "swagger: '2.0'\ninfo: {title: T, version: '1'}\nhost: h\nschemes: [http]\n"
    return try OpenAPIImport.read(Array((head + text).utf8), name: "x")
  }

  private func request(_ operation: String, _ rest: String = "") throws -> RequestDefinition {
    try #require(try imported("paths: {/a: {post: {\(operation)}}}\n\(rest)").requests.first)
  }

  @Test("Query, path and header have their values, and lists follow their collection format")
  func parameters() throws {
    let list = { (format: String) in "type: array, items: {type: string}, default: [a, b], collectionFormat: \(format)"
    }
    let text = """
      basePath: /v1
      parameters: {limit: {name: limit, in: query, required: true, type: integer, default: 5, description: d}}
      paths:
        /a/{id}/{ids}:
          parameters: [{name: id, in: path, required: true, type: string, x-example: i}]
          get:
            parameters:
              - {$ref: '#/parameters/limit'}
              - {name: ids, in: path, required: true, \(list("pipes"))}
              - {name: csv, in: query, required: true, \(list("csv"))}
              - {name: ssv, in: query, required: true, \(list("ssv"))}
              - {name: tsv, in: query, required: true, \(list("tsv"))}
              - {name: pipes, in: query, required: true, \(list("pipes"))}
              - {name: multi, in: query, required: true, \(list("multi"))}
              - {name: none, in: query, required: true, type: array, default: [a, b], items: {type: string}}
              - {name: X-H, in: header, \(list("tsv"))}
      """
    let made = try #require(try imported(text).requests.first)
    let context = SendContext(variables: VariableTable([.init("baseUrl", "http://h/v1", origin: .collection)]))
    let query = "limit=5&csv=a,b&ssv=a%20b&tsv=a%09b&pipes=a%7Cb&multi=a&multi=b&none=a,b"
    #expect(try PreparedRequest(made, in: context).request.url == "http://h/v1/a/i/a%7Cb?\(query)")
    #expect(made.headers == [Row("X-H", "a\tb", isEnabled: false)])
    #expect(made.params.first { $0.row.name == "limit" }?.row.note == "d")
  }

  @Test("A body has the types that the operation consumes, and Accept those that it produces")
  func bodies() throws {
    let body =
      "parameters: [{name: b, in: body, required: true, description: The body, schema: {$ref: '#/definitions/P'}}]"
    let rest = """
      consumes: [application/xml, application/vnd.api+json]
      produces: [application/json, text/plain]
      definitions:
        P: {type: object, required: [name], properties: {id: {type: integer, readOnly: true}, name: {type: string, example: Rex}, up: {$ref: '#/definitions/P'}}}
      """
    let made = try request(body, rest)
    #expect(made.body == .text(.json, "{\n  \"name\": \"Rex\"\n}"))
    #expect(
      made.headers == [Row("Accept", "application/json, text/plain"), Row("Content-Type", "application/vnd.api+json")])
    #expect(made.docs == "Body: The body")
    #expect(try request("consumes: [], produces: [], \(body)", rest).headers.isEmpty)
  }

  @Test(
    "An Accept header declared without a value has the types that the operation produces, enabled or disabled")
  func accept() throws {
    let rest = "produces: [application/json, text/plain]"
    let made = try request("parameters: [{name: accept, in: header, type: string}]", rest)
    #expect(made.headers == [Row("accept", "application/json, text/plain", isEnabled: false)])
    let own = try request("parameters: [{name: Accept, in: header, required: true, type: string, default: a/b}]", rest)
    #expect(own.headers == [Row("Accept", "a/b")])
  }

  @Test("An example that contains JSON as text is the body, unless the schema requires a text")
  func textOfJSON() throws {
    func body(_ schema: String) throws -> BodyDefinition {
      try request(
        "parameters: [{name: b, in: body, schema: {\(schema)}, x-examples: {application/json: '{\"a\":  1}'}}]"
      ).body
    }
    #expect(try body("type: object") == .text(.json, #"{"a":  1}"#))
    #expect(try body("type: string") == .text(.json, #""{\"a\":  1}""#))
  }

  @Test("Form fields are rows, optional ones disabled; a file makes the body multipart")
  func forms() throws {
    let fields = """
      {name: a, in: formData, required: true, type: string, default: x}, \
      {name: b, in: formData, type: string, description: words}, \
      {name: m, in: formData, required: true, type: array, items: {type: string}, default: [p, q], collectionFormat: multi}, \
      {name: s, in: formData, required: true, type: array, items: {type: string}, default: [p, q], collectionFormat: ssv}
      """
    #expect(
      try request("parameters: [\(fields)]").body
        == .form([
          Row("a", "x"), Row("b", isEnabled: false, note: "words"), Row("m", "p"), Row("m", "q"), Row("s", "p q"),
        ]))
    let file = "{name: f, in: formData, type: file, description: upload}"
    guard case .multipart(let parts) = try request("parameters: [\(fields), \(file)]").body else {
      Issue.record("no parts")
      return
    }
    #expect(parts.last == FormPart("f", .files([]), isEnabled: false, note: "upload"))
    #expect(parts.first == FormPart("a", .text("x")))
    let consumes = "consumes: [multipart/form-data], parameters: [\(fields)]"
    guard case .multipart = try request(consumes).body else {
      Issue.record("no parts")
      return
    }
  }

  @Test(
    "Each kind of login is mapped to ours, with empty secrets",
    arguments: [
      ("type: basic", "basic", [("username", "")]),
      ("type: apiKey, in: header, name: X-Key", "apikey", [("key", "X-Key"), ("placement", "header")]),
      ("type: apiKey, in: query, name: key", "apikey", [("key", "key"), ("placement", "query")]),
      (
        "type: oauth2, flow: implicit, authorizationUrl: 'http://a', scopes: {r: read}", "oauth2",
        [("flow", "implicit"), ("authorizationUrl", "http://a"), ("scope", "r")]
      ),
      (
        "type: oauth2, flow: accessCode, authorizationUrl: 'http://a', tokenUrl: 'http://t', scopes: {r: read}",
        "oauth2",
        [
          ("flow", "authorization_code"), ("authorizationUrl", "http://a"), ("accessTokenUrl", "http://t"),
          ("scope", "r"),
        ]
      ),
      (
        "type: oauth2, flow: application, tokenUrl: 'http://t', scopes: {r: read}", "oauth2",
        [("flow", "client_credentials"), ("accessTokenUrl", "http://t")]
      ),
      (
        "type: oauth2, flow: password, tokenUrl: 'http://t', scopes: {r: read}", "oauth2",
        [("flow", "resource_owner_password_credentials"), ("accessTokenUrl", "http://t")]
      ),
    ])
  func security(definition: String, scheme: String, fields: [(String, String)]) throws {
    let authentication = try request("security: [{s: [r]}]", "securityDefinitions: {s: {\(definition)}}").authentication
    #expect(authentication.scheme.word == scheme)
    for (name, value) in fields { #expect(authentication[name] == value, "\(name)") }
  }

  @Test("Responses show the examples next to their schemas, with their headers")
  func answers() throws {
    let responses = """
      responses: {'200': {$ref: '#/responses/ok'}, '404': {description: gone, schema: {type: file}}}
      """
    let rest = """
      responses:
        ok:
          description: fine
          schema: {type: object}
          headers: {X-Rate: {type: integer, default: 7, description: per hour}}
          examples: {application/json: {a: 1}, text/plain: hello}
      """
    let made = try request(responses, rest)
    #expect(made.examples.map(\.answer.body) == ["{\n  \"a\": 1\n}", "hello"])
    let answer = try #require(made.examples.last).answer
    #expect(
      answer.status == 200
        && answer.headers == [Row("Content-Type", "text/plain"), Row("X-Rate", "7", note: "per hour")])
  }

  @Test("An operation has its own schemes, tags and descriptions; the rest is reported")
  func rest() throws {
    let made = try imported(
      """
      x-top: 1
      tags: [{name: t, description: d, externalDocs: {url: 'http://more'}}]
      paths:
        /a:
          get: {schemes: [https], tags: [t], summary: S, operationId: o, deprecated: true, x-own: 1, parameters: [{name: q, in: query, type: string, x-p: 1, allowEmptyValue: true}]}
      """)
    let request = try #require(made.requests.first)
    #expect(request.name == "S" && request.variables == [Row("baseUrl", "https://h")] && request.tags == ["t"])
    #expect(request.docs == "operationId: o\n\nDeprecated.")
    guard case .folder(let folder) = made.root.items.first else {
      Issue.record("no folder")
      return
    }
    #expect(folder.settings.docs == "d\n\nSee http://more")
    for message in [
      "extensions are not carried over: x-top, x-own, x-p", "allowEmptyValue is not carried over",
    ] {
      #expect(made.notices.contains { $0.message == message }, "\(made.notices)")
    }
    #expect(made.format == "swagger-2.0")
  }
}
