import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Finding a text in all files")
struct FindTests {
  private func hit(_ line: Int, _ text: String, path: String = Samples.getUserPath) -> SearchHit {
    SearchHit(path: path, id: "users/get-user", name: "Get user", line: line, text: text, match: 0..<4)
  }

  /// A journey with a running search, and the number of the search.
  private func searching(_ text: String) -> (Journey, Int) {
    var journey = Journey()
    journey.press(.function(7))
    journey.type(text)
    guard case .find(let page)? = journey.state.overlay else { return (journey, 0) }
    journey.forget()
    journey.apply(.find(.rested(serial: page.serial)))
    return (journey, page.serial)
  }

  @Test("The search of the current tree starts after a pause in typing")
  func begins() {
    let (journey, serial) = searching("page")
    #expect(
      journey.effects == [.find(.begin("page", Samples.workspace, serial: serial, limit: Find.limit))])
  }

  @Test("Hits are shown as they arrive, except those of an outdated text")
  func comes() {
    var (journey, serial) = searching("page")
    journey.apply(.find(.found(serial: serial, [hit(3, "page: 1")])))
    #expect(journey.text.contains("page: 1"))
    #expect(journey.text.contains("1 found, searching"))
    journey.apply(.find(.found(serial: serial - 1, [hit(9, "paged out")])))
    #expect(!journey.text.contains("paged out"))
    journey.apply(.find(.ended(serial: serial)))
    #expect(!journey.text.contains("searching"))
  }

  @Test("Enter opens the request with the cursor in the field of the hit")
  func opens() {
    var (journey, serial) = searching("json")
    journey.apply(.find(.found(serial: serial, [hit(8, "json")])))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.loadRequest(.file(Samples.getUserPath)))))
    #expect(journey.effects.contains(.find(.stop)))
    journey.open()
    #expect(journey.state.session?.editor.tab == .headers)
    #expect(journey.state.focus == .request)
  }

  @Test("Esc stops a running search")
  func stops() {
    var (journey, _) = searching("page")
    journey.forget()
    journey.press(.escape)
    #expect(journey.effects == [.find(.stop)])
    #expect(journey.state.overlay == nil)
  }

  @Test("A jump finds a request by URL and by name")
  func jumpByURL() {
    var journey = Journey()
    journey.press(.control("g"))
    journey.type("users/create")
    guard case .picker(let picker)? = journey.state.overlay else { return }
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
