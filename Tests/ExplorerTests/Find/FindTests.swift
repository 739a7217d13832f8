import Terminal
import Testing
@testable import Workspaces

@testable import Explorer

@Suite("Finding a text in all files")
struct FindTests {
  private func hit(
    _ line: Int, _ text: String, path: String = Samples.getUserPath, name: String = "Get user"
  ) -> SearchHit {
    SearchHit(path: path, id: "users/get-user", name: name, line: line, text: text, match: 0..<4)
  }

  /// A journey with a running search, and the number of the search.
  private func searching(_ text: String) throws -> (Journey, Int) {
    var journey = Journey()
    journey.press(.function(7))
    journey.type(text)
    let serial = try #require(journey.state.find).serial
    journey.forget()
    journey.apply(.find(.rested(serial: serial)))
    return (journey, serial)
  }

  @Test("Each change of the text stops the search and starts another after a pause in typing")
  func begins() throws {
    var journey = Journey()
    journey.press(.function(7))
    journey.forget()
    journey.type("p")
    let serial = try #require(journey.state.find).serial
    #expect(journey.effects == [.find(.stop), .after(.milliseconds(120), .find(.rested(serial: serial)))])
    journey.forget()
    journey.press(.left)
    journey.apply(.find(.rested(serial: serial - 1)))
    #expect(journey.effects.isEmpty)
    journey.apply(.find(.rested(serial: serial)))
    #expect(journey.effects == [.find(.begin("p", Samples.workspace, serial: serial, limit: Find.limit))])
  }

  @Test("Hits are shown as they arrive, except those of an outdated text, and the cursor stays on one of them")
  func comes() throws {
    var (journey, serial) = try searching("page")
    journey.apply(.find(.found(serial: serial, [hit(3, "page: 1"), hit(4, "page: 2")])))
    #expect(journey.text.contains("page: 1"))
    #expect(journey.text.contains("2 found, searching"))
    journey.apply(.find(.found(serial: serial - 1, [hit(9, "paged out")])))
    #expect(!journey.text.contains("paged out"))
    journey.apply(.find(.ended(serial: serial)))
    #expect(!journey.text.contains("searching"))
    for _ in 0..<5 { journey.press(.down) }
    #expect(journey.state.find?.cursor.row == 1)
  }

  @Test("Enter opens the request with the cursor in the field of the hit")
  func opens() throws {
    var (journey, serial) = try searching("json")
    journey.apply(.find(.found(serial: serial, [hit(8, "json")])))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.find(.stop), .files(.loadRequest(.file(Samples.getUserPath)))])
    #expect(journey.state.overlay == nil)
    journey.open()
    #expect(journey.state.session?.editor.tab == .headers)
    #expect(journey.state.focus == .request)
  }

  @Test("Enter on a hit in an environment opens the editor there")
  func edits() throws {
    var (journey, serial) = try searching("page")
    journey.apply(.environment(.loaded([Environment(name: "local"), Environment(name: "staging")])))
    journey.apply(
      .find(.found(serial: serial, [hit(3, "page: 1", path: "/w/demo/environments/staging.yml", name: "staging")])))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.find(.stop)] && journey.state.overlay == .environmentEditor)
    #expect(try #require(journey.state.environment.editor).shownName == "staging")
  }

  @Test("Esc stops a running search and keeps the typed text for the next one")
  func stops() throws {
    var (journey, serial) = try searching("page")
    journey.forget()
    journey.press(.escape)
    #expect(journey.effects == [.find(.stop)])
    #expect(journey.state.overlay == nil)
    journey.press(.function(7))
    let next = try #require(journey.state.find)
    #expect(next.field.text == "page" && next.serial > serial)
  }

  @Test("A jump finds a request by URL and by name")
  func jumpByURL() {
    var journey = Journey()
    journey.press(.control("g"))
    journey.type("users/create")
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("no list of requests")
      return
    }
    #expect(picker.current?.id == "/w/demo/users/Create user.yml")
  }

  @Test func `A jump labels requests without a method like the tree.`() {
    let kinds: [(kind: RequestDefinition.Kind, method: String)] = [
      (.grpc, "/demo.Echo/Say"), (.webSocket, ""), (.http, "DELETE"),
    ]
    let items = kinds.map { one in
      TreeItem.request(
        RequestNode(id: "r", path: "/w/demo/r.yml", name: "r", kind: one.kind, method: one.method, url: "x"))
    }
    let demo = CollectionNode(name: "demo", path: "/w/demo", items: items)
    let picker = Picker.jump(in: WorkspaceTree(name: "w", path: "/w", collections: [demo]))
    #expect(picker.items.map { String($0.title.prefix(6)) } == ["GRPC  ", "WS    ", "DEL   "])
  }

  @Test("A jump finds a request by its file path and shows the path")
  func jumpByPath() {
    var journey = Journey()
    journey.press(.control("g"))
    journey.type("users/cre.yml")
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("no list of requests")
      return
    }
    #expect(picker.current?.id == "/w/demo/users/Create user.yml")
    #expect(picker.found.count == 1)
    #expect(journey.text.contains("users/Create user.yml"))
  }

  @Test("Further typing searches only the matches, and deleting searches all items")
  func narrows() {
    let all = (0..<50).map { Picker.Item(id: "\($0)", title: "request number \($0)") }
    var picker = Picker("Jump", .jump, items: all)
    picker.field.paste("number 1")
    picker.filter()
    let narrow = picker.found
    var fresh = Picker("Jump", .jump, items: all)
    for letter in "number 1" {
      fresh.field.paste(String(letter))
      fresh.filter()
    }
    #expect(fresh.found == narrow)
    for _ in 0..<8 {
      _ = fresh.field.handle(.backspace)
      fresh.filter()
    }
    #expect(fresh.found.count == 50)
  }
}
