import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Inherited rows are dim, below the request's own") struct InheritedRowTests {
  private static let users = SharedSettings(headers: [Row("X-Team", "users")])
  private static let demo = SharedSettings(
    headers: [Row("X-Team", "all"), Row("X-Trace", "on"), Row("X-Api-Key", "k3y")],
    authentication: Authentication(.bearer, [.init("token", "hunter2")]))
  private static let layers = [
    SendContext.Layer(path: Samples.root, name: "Demo", settings: demo),
    SendContext.Layer(path: "/w/demo/users", name: "Users", settings: users),
  ]
  private static let defaults = [Row("User-Agent", "apus/1"), Row("Accept", "*/*")]

  /// A journey with the request's surroundings loaded.
  private func journey(
    _ definition: RequestDefinition = Samples.getUser, layers: [SendContext.Layer] = layers, columns: Int = 120,
    rows: Int = 60
  ) -> Journey {
    var journey = Journey.request(definition, columns: columns, rows: rows)
    let around = RequestSurroundings(layers: layers, defaults: Self.defaults)
    let key = RequestKey.file(Samples.getUserPath)
    journey.apply(.files(.variablesLoaded(key, Samples.variables, surroundings: around)))
    journey.forget()
    return journey
  }

  private func inherited(_ journey: Journey, _ kind: TableKind = .headers) -> [InheritedRow] {
    journey.state.session?.lines(of: kind).inherited ?? []
  }

  @Test("Headers show everything sent: own rows, inherited ones with their origin, then the adding line")
  func headers() {
    var journey = journey()
    journey.keys("2")
    #expect(
      journey.pane == """
          GET ▾   {{base_url}}/users/:id?expand=profile                             Send ^R

         Params 2   Headers 1+7   Body   Auth   Vars   Tests   Docs   Options   Scripts
                    ━━━━━━━━━━━
             Name             Value                     From
        ▌ ◉  Accept           application/json
          ○  X-Off            1
          ◉  X-Trace          on                        collection
          ◉  X-Api-Key        ••••                      collection
          ◉  X-Team           users                     Users folder
          ◉  Authorization    Bearer ••••               Bearer from collection
          ◉  User-Agent       apus/1                    Apus
          ◉  Accept-Encoding  gzip and others           Apus
          ◉  Host             127.0.0.1:4010            URL
          +  name             value
        """)
    #expect(!journey.text.contains("hunter2") && !journey.text.contains("k3y"))
  }

  @Test("Inherited rows are drawn dim and are not in the draft")
  func dim() throws {
    var journey = journey()
    journey.keys("2")
    let line = try #require(journey.lines.firstIndex { $0.contains("X-Trace") })
    let column = try #require((0..<120).first { journey.screen[$0, line].text == "X" })
    #expect(journey.screen[column, line].style == journey.state.theme[.dim])
    #expect(journey.draft == Samples.getUser)
  }

  @Test("Enter adds an overriding row and edits its value, as one undo step")
  func overriding() {
    var journey = journey()
    journey.go("2 j j enter")
    #expect(journey.state.isEditingText && journey.editor.cursor.row == 2 && journey.editor.column == 1)
    journey.go("‹ly› esc")
    #expect(journey.draft.headers == Samples.getUser.headers + [Row("X-Trace", "only")])
    #expect(!inherited(journey).contains { $0.name == "X-Trace" })
    journey.keys("u")
    #expect(journey.draft == Samples.getUser && inherited(journey).contains { $0.name == "X-Trace" })
  }

  @Test(
    "Without a change of its text, an inherited row stays inherited", arguments: ["esc", "enter", "tab esc", "down"])
  func untouched(leaving: String) {
    var journey = journey()
    journey.go("2 j j enter \(leaving)")
    #expect(!journey.state.isEditingText && journey.draft == Samples.getUser && journey.state.undo.steps.done.isEmpty)
    #expect(journey.editor.cursor.row == (leaving == "down" ? 3 : 2))
    guard case .inherited? = journey.state.session?.tableLine else {
      Issue.record("The cursor left the inherited rows")
      return
    }
  }

  @Test("An overriding row does not copy a credential")
  func credentials() {
    var journey = journey()
    journey.go("2 j j j enter")
    #expect(journey.draft.headers.last == Row("X-Api-Key", ""))
    journey.go("esc g g j j j j j enter")
    #expect(journey.draft.headers.last == Row("Authorization", "Bearer "))
  }

  @Test("Space adds a disabled row that suppresses the header; Del restores the inherited one")
  func omitting() {
    var journey = journey()
    journey.go("2 j j space")
    let off = Row("X-Trace", "on", isEnabled: false, omitsInherited: true)
    #expect(journey.draft.headers == Samples.getUser.headers + [off])
    #expect(!inherited(journey).contains { $0.name == "X-Trace" })
    #expect(journey.footer.contains("X-Trace is not sent"))
    #expect(journey.state.requestHint?.text.contains("no X-Trace is sent") == true)
    journey.keys("del")
    #expect(journey.draft == Samples.getUser && inherited(journey).contains { $0.name == "X-Trace" })
  }

  @Test("A row that cannot be suppressed or deleted says what to do instead")
  func refusals() {
    var journey = journey()
    journey.go("2 j j j j j space")
    #expect(journey.footer.contains("Auth adds it"))
    journey.go("G k space")
    #expect(journey.footer.contains("Every request has a Host"))
    journey.go("g g j j del")
    #expect(journey.footer.contains("X-Trace is not set in this request. Space switches it off here"))
    #expect(journey.draft == Samples.getUser)
  }

  @Test("Enter or a click on the last line adds a row")
  func adding() throws {
    var journey = journey()
    journey.go("2 G enter ‹X-New› enter ‹1› esc")
    #expect(journey.draft.headers.last == Row("X-New", "1"))
    let line = try #require(journey.lines.firstIndex { $0.contains("+  name") })
    let column = try #require((0..<120).first { journey.screen[$0, line].text == "+" })
    journey.click(column + 4, line)
    journey.go("‹X-Two› esc")
    #expect(journey.draft.headers.last == Row("X-Two", ""))
  }

  @Test("After deleting the last own row, the cursor stays on an own row")
  func cursor() {
    var journey = journey()
    journey.go("2 j a esc")
    #expect(journey.editor.cursor.row == 1 && journey.state.session?.tableLine == .own(1))
    journey.keys("del")
    #expect(journey.state.session?.tableLine == .own(0))
    journey.keys("del")
    #expect(journey.draft.headers.isEmpty && journey.editor.cursor.row == 0)
  }

  @Test("A click on an inherited header's check box suppresses it, a double click overrides it")
  func clicks() throws {
    var journey = journey()
    journey.keys("2")
    let line = try #require(journey.lines.firstIndex { $0.contains("X-Trace") })
    let column = try #require((0..<120).first { journey.screen[$0, line].text == "◉" })
    journey.click(column, line)
    #expect(journey.draft.headers.last?.omitsInherited == true)
    journey.keys("u")
    journey.click(column + 4, line)
    journey.click(column + 4, line, clicks: 2)
    #expect(journey.state.isEditingText && journey.draft.headers.last == Row("X-Trace", "on"))
  }

  @Test("A body adds its type and length, which an own header overrides")
  func body() {
    var definition = Samples.post(.text(.json, "{\"é\": 1}"))
    let rows = inherited(journey(definition))
    #expect(rows.first { $0.name == "Content-Type" }?.value == "application/json")
    #expect(rows.first { $0.name == "Content-Length" }?.value == "9")
    definition.headers = [Row("content-type", "text/plain")]
    let others = inherited(journey(definition)).map(\.name)
    #expect(!others.contains("Content-Type") && others.contains("Content-Length"))
  }

  @Test(
    "A body's length includes its resolved values, and values generated per send are reported",
    arguments: [
      (BodyDefinition.text(.json, "{\"a\": {{token}}}"), "13"), (.text(.json, "{{missing}}"), nil),
      (.text(.text, "{{$randomInt}}"), nil),
      (.form([Row("a b", "{{token}}"), Row("off", "1", isEnabled: false)]), "10"),
      (.graphql(query: "{ \"x\" }", variables: "{}"), "36"), (.multipart([FormPart("a", .text("b"))]), nil),
    ] as [(BodyDefinition, String?)])
  func length(body: BodyDefinition, length: String?) {
    let row = inherited(journey(Samples.post(body))).first { $0.name == "Content-Length" }
    #expect(row?.value == length ?? "computed when it is sent")
  }

  @Test("The accepted codings come from the transport, which is asked once, when headers are shown")
  func codings() {
    var journey = journey()
    func asked() -> Int { journey.effects.count { if case .transfer(.readCodings) = $0 { true } else { false } } }
    #expect(asked() == 0)
    journey.keys("2 1 2")
    #expect(asked() == 1)
    journey.apply(.codingsRead("deflate, gzip, br"))
    #expect(inherited(journey).first { $0.name == "Accept-Encoding" }?.value == "deflate, gzip, br")
    let key = RequestKey.file(Samples.getUserPath)
    journey.apply(.files(.variablesLoaded(key, Samples.variables, surroundings: RequestSurroundings())))
    #expect(inherited(journey).first { $0.name == "Accept-Encoding" }?.value == "deflate, gzip, br")
  }

  @Test("The title of the third column names origin and notes, if there are any")
  func heading() {
    var definition = Samples.getUser
    definition.headers[0].note = "mine"
    var journey = journey(definition)
    journey.keys("2")
    #expect(journey.pane.contains("From / note"))
  }

  @Test("A request without surroundings inherits nothing but the headers of Apus")
  func alone() {
    let rows = inherited(journey(layers: []))
    #expect(rows.allSatisfy { $0.origin == "Apus" || $0.origin == "URL" } && rows.count == 3)
    let plain = RequestDefinition(name: "x", settings: RequestSettings(acceptsCompression: false))
    #expect(inherited(journey(plain, layers: [])).map(\.name) == ["User-Agent", "Accept"])
  }

  @Test("Auth names the origin of inherited authentication, Params shows its API key")
  func login() {
    var definition = Samples.getUser
    definition.authentication = .inherit
    var journey = journey(definition)
    journey.keys("4")
    #expect(journey.pane.contains("Bearer from collection Demo"))
    var layers = Self.layers
    let fields: [Authentication.Field] = [.init("key", "api"), .init("value", "v4lue"), .init("placement", "query")]
    layers[1].settings.authentication = Authentication(.apikey, fields)
    journey = self.journey(definition, layers: layers)
    journey.keys("4")
    #expect(journey.pane.contains("API key from folder Users"))
    journey.keys("1")
    #expect(journey.pane.contains("api") && journey.pane.contains("API key from Users folder"))
    #expect(!journey.pane.contains("v4lue"))
    journey.keys("G k enter")
    #expect(!journey.state.isEditingText && journey.footer.contains("Auth adds it to the URL"))
  }

  @Test("Vars shows inherited variables with their scope and masked secrets, and Enter overrides one")
  func variables() {
    var journey = journey()
    journey.keys("5")
    #expect(journey.pane.contains("base_url") && journey.pane.contains("environment local"))
    #expect(journey.pane.contains("••••") && !journey.text.contains("s3cr3t"))
    journey.keys("space")
    #expect(journey.footer.contains("cannot be switched off here"))
    journey.go("enter ctrl-u ‹http://h› esc")
    #expect(journey.draft.variables == [Row("base_url", "http://h")])
  }

  @Test("In any window the cursor reaches every line of the table")
  func sizes() {
    for (columns, rows) in [(20, 5), (40, 12), (60, 16), (80, 24)] {
      var journey = journey(columns: columns, rows: rows)
      journey.keys("2 G")
      #expect(journey.state.session?.tableLine == .add, "\(columns)x\(rows)")
      #expect(journey.pane.contains("+") && journey.pane.contains("name"), "\(columns)x\(rows)")
    }
  }
}
