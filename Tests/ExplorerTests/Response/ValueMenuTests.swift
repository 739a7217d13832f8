import Documents
import Interchange
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The menu of a value")
struct ValueMenuTests {
  private static let body = """
    {"user": {"id": 42, "name": "Ada", "home": "https://example.com/users/42", "next": "/users/43", "zip": "007",
      "note": "{\\"inner\\": true}", "odd key": null}}
    """

  /// A journey with the cursor on the member with this name.
  private func on(_ name: String, in body: String = Self.body) -> Journey {
    var journey = Journey.answered(body)
    journey.apply(.environment(.loaded([Environment(name: "local")])))
    for _ in 0..<60 where !journey.border.contains(name) { journey.use(.down) }
    journey.forget()
    return journey
  }

  private func choose(_ title: String, _ journey: inout Journey) {
    journey.use(.enter)
    journey.use(title)
    journey.use(.enter)
  }

  @Test("Enter on a value opens a menu with the path in its title")
  func menu() {
    var journey = on("user.name")
    journey.use(.enter)
    for words in ["Value user.name", "Copy the value", "Make it a variable", "Assert it", "Filter: every name"] {
      #expect(journey.text.contains(words), "\(words)")
    }
    #expect(!journey.text.contains("Open as a new request"))
  }

  @Test("A value becomes a variable of the active environment, by default named after its key")
  func variable() {
    var journey = on("user.name")
    choose("variable", &journey)
    #expect(journey.text.contains("Name of the variable in local"))
    #expect(journey.text.contains("› name"))
    journey.use("X")
    journey.use(.enter)
    let made = Environment(name: "local", variables: [.init(Row("nameX", "Ada"))])
    let saved = journey.effects.contains { effect in
      if case .environment(.save(_, Environment(name: "local"), made, [])) = effect { true } else { false }
    }
    #expect(saved)
    #expect(journey.state.environment.current?.variables.first?.row.value == "Ada")
  }

  @Test(
    "A value that looks like a credential becomes a secret before anything is written",
    arguments: ["token", "note", "other"])
  func credential(name: String) {
    let value = name == "token" ? "short" : "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    var journey = on(name, in: "{\"user\": 1, \"\(name)\": \"\(value)\"}")
    choose("variable", &journey)
    journey.use(.enter)
    let made = Environment(name: "local", variables: [.init(Row(name, value), isSecret: true)])
    let saved = journey.effects.contains { effect in
      if case .environment(.save(_, Environment(name: "local"), made, [])) = effect { true } else { false }
    }
    #expect(saved)
    #expect(journey.text.contains("\(name) is a secret: its value goes to your own store"))
  }

  @Test("A value can be used in a field of another request, as a reference to the last answer")
  func use() {
    var journey = on("user.id")
    choose("another request", &journey)
    #expect(journey.text.contains("Use it in") && journey.text.contains("List users"))
    #expect(!journey.text.contains("HEAD  Get user"))
    journey.use("list")
    journey.use(.enter)
    let listed = RequestDefinition(name: "List users", url: "{{base_url}}/users", headers: [Row("X-User", "1")])
    let path = "/w/demo/users/List users.yml"
    journey.open(listed, path: path)
    #expect(journey.text.contains("Where in List users") && journey.text.contains("Header X-User"))
    journey.use(.enter)
    #expect(journey.state.sessions[.file(path)]?.draft.headers == [Row("X-User", "{{users/get-user | $.user.id}}")])
    #expect(journey.footer.contains("u undoes it") && journey.editor.tab == .headers)
  }

  @Test func `A value of an error says that a reference needs a successful answer.`() {
    var exchange = Samples.exchange(#"{"code": 7}"#)
    exchange.hops[0].response?.status = .init(code: 404)
    var journey = Journey.answered(exchange)
    for _ in 0..<9 where !journey.border.contains("code") { journey.use(.down) }
    journey.use(.enter)
    let line = journey.lines.first { $0.contains("Use it in another request") }
    #expect(line?.contains("once this request succeeds") == true, "\(journey.text)")
  }

  @Test("In a new request the value becomes the token, and the URL is edited next")
  func useInNew() {
    var journey = on("token", in: #"{"user": 1, "token": "abc"}"#)
    choose("another request", &journey)
    #expect(journey.text.contains("New request"))
    journey.use(.enter)
    #expect(journey.text.contains("Where in New request") && journey.text.contains("▌Auth Bearer token"))
    journey.use(.enter)
    let token = "{{users/get-user | $.token}}"
    #expect(journey.draft.authentication == Authentication(.bearer, [.init("token", token)]))
    #expect(journey.state.isEditingText && journey.editor.isOnURL)
    #expect(journey.text.contains("Type a URL") && journey.editor.tab == .auth && journey.text.contains(token))
    #expect(journey.footer.contains("^Z undoes it"), "\(journey.footer)")
    var undone = journey
    undone.keys("ctrl-z")
    #expect(undone.draft.authentication == .none && undone.state.isEditingText)
    journey.type("http://h/me")
    #expect(journey.draft.url == "http://h/me" && journey.draft.authentication["token"] == token)
  }

  @Test("A value can be captured after each send, with or without an environment")
  func keep() {
    var journey = Journey.answered(Self.body)
    for _ in 0..<60 where !journey.border.contains("user.name") { journey.use(.down) }
    choose("after each", &journey)
    journey.use(.enter)
    #expect(journey.state.session?.draft.captures == [Capture(variable: "name", expression: "res.body.user.name")])
    let scope = AnswerScope(collection: Samples.root, environment: nil)
    #expect(journey.state.inputs.runtime[scope]?["name"] == "Ada")
    choose("after each", &journey)
    journey.use(.enter)
    #expect(journey.state.session?.draft.captures.count == 1)
  }

  @Test("Without a collection the capture belongs to the workspace's folder, as sends look for it")
  func keepWithoutCollection() throws {
    let empty = WorkspaceTree(name: "shop", path: "/w")
    var journey = Journey(AppState(size: Size(columns: 100, rows: 30), workspace: empty, formats: .all))
    journey.keys("ctrl-o")
    journey.type("http://h/login")
    let key = try #require(journey.state.current)
    journey.apply(.valueUse(.captured(name: "token", expression: "res.body.token", value: "abc", of: key)))
    #expect(journey.state.inputs.runtime[AnswerScope(collection: "/w", environment: nil)]?["token"] == "abc")
  }

  @Test("A value that cannot be used or captured says why")
  func unusable() throws {
    var journey = on("user ")
    journey.use(.enter)
    #expect(journey.text.contains("only single values of a JSON body"))
    journey = Journey()
    journey.keys("ctrl-o")
    journey.type("http://127.0.0.1:4010/users/42")
    let key = try #require(journey.state.current)
    let effects = journey.state.sessions[key]?.response.finish(with: Samples.exchange(), key: key)
    journey.effects += effects?.map { .document($0) } ?? []
    journey.carryOut()
    while journey.state.focus != .response { journey.press(.tab) }
    journey.use(.down, .enter)
    #expect(journey.text.contains("this request has no file: ^S first"))
  }

  @Test("Without an environment, the menu says what to do first")
  func noEnvironment() {
    var journey = Journey.answered(Self.body)
    journey.use(.down, .down, .enter)
    #expect(journey.text.contains("no environment is chosen"))
  }

  @Test(
    "The item Assert it adds a test for this value to the request",
    arguments: [
      ("user.name", "res.body.user.name", "eq", "Ada"), ("user.id", "res.body.user.id", "eq", "42"),
      ("user.zip", "res.body.user.zip", "eq", "'007'"), ("odd key", "res.body.user['odd key']", "eq", "null"),
      ("user ", "res.body.user", "isJson", ""),
    ])
  func assertion(place: String, expression: String, operation: String, value: String) {
    var journey = on(place)
    choose("assert", &journey)
    #expect(journey.state.session?.draft.assertions == [Assertion(expression, operation, value)])
    #expect(journey.footer.contains("Tests"))
    choose("assert", &journey)
    #expect(journey.state.session?.draft.assertions.count == 1)
  }

  @Test("For a secret only its existence is asserted, so that the file contains no secret")
  func secretAssertion() {
    var journey = on("access_token", in: #"{"access_token": "abcDEF123456tok"}"#)
    choose("assert", &journey)
    #expect(journey.state.session?.draft.assertions == [Assertion("res.body.access_token", "isNotEmpty", "")])
  }

  @Test("A value in a filter result is asserted by its path in the body")
  func assertionThroughFilter() {
    var journey = on("user.name")
    choose("Filter: every", &journey)
    #expect(journey.border.contains("$..name: 1 value"))
    journey.use(.down)
    #expect(journey.border.contains("user.name"))
    choose("assert", &journey)
    #expect(journey.state.session?.draft.assertions.first?.expression == "res.body.user.name")
  }

  @Test("The item Filter by it offers the value, values of the same name, and equal values")
  func filters() {
    var journey = on("user.id")
    choose("only this", &journey)
    #expect(journey.answerLines.contains { $0.hasSuffix("42") })
    #expect(!journey.text.contains("\"Ada\""))
    journey.use(.escape)
    choose("where id", &journey)
    #expect(journey.text.contains("\"Ada\""))
    #expect(journey.border.contains("1 value"))
  }

  @Test("An address opens as a new request, with credentials only for the answer's origin")
  func request() throws {
    var journey = on("user.home")
    choose("new request", &journey)
    let foreign = try #require(journey.state.session?.draft)
    #expect(foreign.url == "https://example.com/users/42")
    #expect(foreign.method == "GET")
    #expect(foreign.headers.isEmpty)
    #expect(foreign.authentication.scheme == .none)
    journey = on("user.next")
    choose("new request", &journey)
    let own = try #require(journey.state.session?.draft)
    #expect(own.url == "http://127.0.0.1:4010/users/43")
    #expect(own.headers == Samples.getUser.headers)
  }

  @Test("A text that contains a document opens separately, and Esc returns")
  func inner() {
    var journey = on("user.note")
    choose("alone", &journey)
    #expect(journey.text.contains("\"inner\": true"))
    #expect(journey.border.contains("text of user.note"))
    journey.use(.escape)
    #expect(journey.border.contains("user.note"))
  }

  @Test("A token is decoded in place, with its times in words")
  func token() {
    let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEiLCJleHAiOjE3MDAwMDAwMDB9."
    var journey = on("token", in: "{\"token\": \"\(token)\"}")
    choose("decode", &journey)
    #expect(journey.text.contains("\"sub\": \"ada\""))
    #expect(journey.text.contains("\"exp\": \"2023-11-14 22:13:20 UTC, expired\""))
    #expect(journey.border.contains("token, not verified"))
  }

  @Test("Enter on a header with a token decodes it")
  func header() {
    var exchange = Samples.exchange()
    exchange.hops[0].response?.headers.append("X-Token", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.")
    var journey = Journey.answered(exchange)
    journey.use("2")
    journey.use(.end, .enter)
    #expect(journey.text.contains("\"sub\": \"ada\""))
    journey.use(.escape)
    #expect(journey.text.contains("X-Token"))
    journey.use(.up, .enter)
    #expect(journey.footer.contains("Nothing to open here"))
  }

  @Test("The key a asserts the value under the cursor at once, or says why it cannot")
  func assertionByKey() {
    var journey = on("user.id")
    journey.use("a")
    #expect(journey.state.session?.draft.assertions == [Assertion("res.body.user.id", "eq", "42")])
    #expect(journey.footer.contains("Asserted: res.body.user.id eq 42. It is in Tests"))
    journey = Journey.answered("plain text")
    journey.use("a")
    #expect(journey.state.session?.draft.assertions.isEmpty == true)
    #expect(journey.footer.contains("alues of a JSON body"))
  }

  @Test("An answer can be saved as a snapshot, and a test compares later ones with it")
  func recording() {
    var journey = on("user.id")
    for _ in 0..<2 {
      journey.forget()
      choose("snapshot the", &journey)
      #expect(journey.state.session?.draft.assertions == [Assertion("res.body", "sameAsRecorded", "")])
      let recorded = journey.effects.contains { effect in
        if case .files(.change(.record(let exchange, let path))) = effect {
          exchange == journey.state.session?.response.exchange && path == Samples.getUserPath
        } else {
          false
        }
      }
      #expect(recorded)
    }
  }

  @Test("The menu does not read a value of many megabytes, but still folds, filters and shows a table")
  func large() {
    let text = String(repeating: "x", count: 2_000_000)
    var journey = Journey.answered("{\"a\": [{\"b\": \"\(text)\"}]}")
    journey.use(.down, .enter)
    #expect(journey.text.contains("too large for a preview"))
    for words in ["Filter: every a", "Fold or unfold", "Show as a table"] { #expect(journey.text.contains(words)) }
    journey.use("assert")
    journey.use(.enter)
    #expect(journey.state.session?.draft.assertions == [Assertion("res.body.a", "isArray", "")])
  }

  @Test("A double click on a value opens its menu")
  func doubleClick() throws {
    var journey = Journey.answered(Self.body)
    let rect = try #require(journey.state.layout.panes[.response])
    journey.click(rect.x + 13, rect.y + 5, clicks: 2)
    #expect(journey.text.contains("Copy the value"))
  }
}
