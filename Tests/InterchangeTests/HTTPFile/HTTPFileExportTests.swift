import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("Exports of .http files")
struct HTTPFileExportTests {
  private func written(_ request: RequestDefinition, variables: [Row] = []) -> ExportedText {
    let settings = SharedSettings(variables: variables)
    let root = ImportedCollection.Folder(
      name: "c", settings: settings, items: [.request(request, options: TransferOptions())])
    return ExportFormat.http.write(ImportedCollection(format: "apus", root: root), revealsSecrets: true)
  }

  private func readBack(_ text: String) throws -> ImportedCollection {
    try HTTPFileImport.read(Array(text.utf8), name: "c")
  }

  private func request(_ body: BodyDefinition = .none, method: String = "POST") -> RequestDefinition {
    var made = RequestDefinition(name: "r", method: method, url: "http://h/", body: body, authentication: .none)
    if case .graphql = body { made.kind = .graphql }
    return made
  }

  @Test("Scripts are written as handlers and imported again")
  func scripts() throws {
    var source = request(.text(.json, "{\"a\": 1}"))
    source.scripts = [
      Script(phase: "before-request", code: "request.variables.set(\"a\", \"{{process.env.HOME}}\");"),
      Script(phase: "after-response", code: "client.test(\"x\", function() {\n\n  GET();\n});"),
    ]
    let text = written(source)
    let back = try readBack(text.text).requests.first
    #expect(text.notices.isEmpty && back?.scripts == source.scripts && back?.body == source.body, "\(text.text)")
  }

  @Test("A script that a handler cannot contain is left out and reported", arguments: ["a %} b", "a\n### b"])
  func unwritable(code: String) throws {
    var source = request()
    source.scripts = [Script(phase: "after-response", code: code)]
    let text = written(source)
    #expect(text.notices.map(\.message) == ["scripts are not carried over"])
    #expect(try readBack(text.text).requests.first?.scripts == [])
  }

  @Test("Line ends of any kind stay in a description", arguments: ["\n", "\r\n", "\r"])
  func descriptions(end: String) throws {
    var source = request()
    source.docs = "First." + end + end + "# @no-log"
    let text = written(source)
    let back = try readBack(text.text).requests
    #expect(text.notices.isEmpty && back.count == 1)
    #expect(back.first?.docs == "First.\n\n# @no-log" && back.first?.settings.history == nil)
  }

  @Test("No part contains the boundary, and a type with another boundary is replaced")
  func boundary() throws {
    var source = request(
      .multipart([FormPart("a", .text("--ApusFormBoundary--\n--ApusFormBoundary2")), FormPart("b", .files(["./f"]))]))
    source.headers = [Row("Content-Type", "multipart/form-data; boundary=---B")]
    let text = written(source)
    #expect(text.notices.isEmpty, "\(text.notices)")
    #expect(try readBack(text.text).requests.first?.body == source.body)
  }

  @Test("Settings are imported again")
  func settings() throws {
    var source = request()
    source.settings.timeout = 1500
    source.settings.cookies = .off
    source.settings.history = .off
    source.settings.followRedirects = false
    let text = written(source)
    #expect(text.notices.isEmpty)
    #expect(try readBack(text.text).requests.first?.settings == source.settings)
  }

  @Test("Values with another meaning in other tools are converted in both directions")
  func values() throws {
    let body = "{\"a\": {{$randomInt 1 5}}, \"b\": \"{{process.env.HOME}}\", \"c\": \"{{x}}\"}"
    let text = written(request(.text(.json, body)), variables: [Row("x", "{{$randomInt 1 2}}")])
    #expect(text.text.contains("{{$randomInt 1 6}}") && text.text.contains("{{$processEnv HOME}}"))
    let back = try readBack(text.text)
    #expect(back.requests.first?.body == .text(.json, body))
    #expect(back.root.settings.variables == [Row("x", "{{$randomInt 1 2}}")] && text.notices.isEmpty)
  }

  @Test("A GraphQL request by GET survives a round trip")
  func graphQL() throws {
    let source = request(.graphql(query: "{ a }", variables: "{\"b\": 1}"), method: "GET")
    let back = try readBack(written(source).text).requests.first
    #expect(back?.method == "GET" && back?.body == source.body)
  }

  @Test("A login with ambiguous words is omitted and reported", arguments: ["", "a b"])
  func logins(user: String) throws {
    var source = request()
    source.authentication = Authentication(.digest, [.init("username", user), .init("password", "p")])
    let text = written(source)
    #expect(!text.text.contains("Authorization") && text.notices.map(\.message).contains { $0.contains("the login") })
  }

  @Test("A variable that would be imported as another is omitted and reported")
  func variables() throws {
    let text = written(
      request(), variables: [Row("a", "1\nGET http://evil.test/"), Row("b", "2"), Row("c=d", "3"), Row("e", " 4")])
    #expect(try readBack(text.text).root.settings.variables == [Row("b", "2")])
    #expect(text.notices.count { $0.message.hasPrefix("the variable would be read back differently") } == 3)
  }

  @Test(
    "A body that would be imported as something else is omitted with its request and reported",
    arguments: ["< /etc/passwd", "a\n> {% client.log(1) %}", "a\n###\nGET http://evil.test/", "a\n?? status == 200"])
  func bodies(body: String) throws {
    let text = written(request(.text(.text, body)))
    #expect(text.leftOut == 1 && !text.text.contains(body))
    #expect(text.notices.contains { $0.severity == .error && $0.location == "r" })
  }
}
