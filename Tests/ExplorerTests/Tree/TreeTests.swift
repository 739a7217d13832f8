import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The tree on screen")
struct TreeTests {
  @Test("The open request has its own mark, unlike folders")
  func openMark() throws {
    for unicode in [true, false] {
      var journey = Journey(columns: 120, rows: 40, capabilities: Capabilities(unicode: unicode))
      journey.press(.down, .right)
      journey.open()
      journey.apply(.tree(.select(.folder("/w/demo/orders"))))
      let line = try #require(journey.lines.first { $0.contains("GET   Get user") })
      #expect(line.dropFirst().first == (unicode ? "▎" : "|"), "\(line)")
      #expect(!line.contains("▸"))
    }
  }

  @Test("The first frame lists the collection, its folders and the history")
  func firstFrame() {
    let journey = Journey()
    #expect(journey.lines[1].contains("Collections"))
    #expect(journey.lines[2].contains("▾ Demo"))
    #expect(journey.lines[3].contains("▸ Users"))
    #expect(journey.lines[5].contains("HEAD"))
    #expect(journey.text.contains("History"))
  }

  @Test("Enter opens a folder and Enter again closes it")
  func openFolder() {
    var journey = Journey()
    journey.press(.down, .enter)
    #expect(journey.text.contains("GET   List users"))
    journey.press(.enter)
    #expect(!journey.text.contains("List users"))
  }

  @Test("Enter on a request reads its file once and later shows it at once")
  func openRequest() {
    var journey = Journey()
    journey.press(.down, .right, .down, .down)
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.files(.loadRequest(.file(Samples.getUserPath)))])
    journey.open()
    #expect(journey.state.focus == .request)
    journey.press(.backTab)
    journey.forget()
    journey.press(.enter)
    #expect(!journey.effects.contains(.files(.loadRequest(.file(Samples.getUserPath)))))
  }

  @Test("The key h closes a folder, or goes from a request to its folder")
  func left() {
    var journey = Journey()
    journey.press(.down, .right, .down)
    journey.type("h")
    #expect(journey.state.tree.selected?.id == .folder("/w/demo/users"))
    journey.type("h")
    #expect(!journey.state.tree.expanded.contains("/w/demo/users"))
  }

  @Test("The filter applies during typing, and Esc ends it")
  func filter() {
    var journey = Journey()
    journey.type("/")
    journey.type("creat")
    #expect(journey.text.contains("Create user"))
    #expect(!journey.text.contains("List users"))
    journey.press(.escape)
    #expect(journey.state.tree.filter == nil)
    #expect(journey.text.contains("Orders"))
  }

  @Test("While a filter stays, the footer names the key that ends it")
  func endOfFilter() {
    var journey = Journey()
    #expect(!journey.footer.contains("end filter"))
    journey.type("/creat")
    journey.press(.enter)
    #expect(journey.footer.contains("Esc end filter"))
    journey.press(.escape)
    #expect(journey.text.contains("Orders") && !journey.footer.contains("end filter"))
  }

  @Test("The filter hides a folder without matching requests")
  func filterFolders() {
    var journey = Journey()
    journey.type("/")
    journey.type("health")
    #expect(!journey.text.contains("Orders"))
    #expect(journey.text.contains("Health"))
  }

  @Test("The filter accepts words in any order and tags; the jump list finds requests by tag")
  func tags() {
    var journey = Journey()
    var node = Samples.node("nightly", "/w/demo/nightly.yml", "Export all", "GET")
    node.tags = ["slow", "nightly run"]
    var tree = Samples.workspace
    tree.collections[0].items.append(.request(node))
    journey.apply(.files(.treeLoaded(tree)))
    journey.type("/all #slow")
    #expect(journey.text.contains("Export all") && !journey.text.contains("Health"))
    journey.press(.escape, .control("g"))
    journey.type("#slow")
    #expect(journey.text.contains("Export all") && journey.text.contains("#nightly run"))
  }

  @Test("A key sorts the folder at the cursor by name")
  func sort() {
    var journey = Journey()
    journey.press(.down)
    journey.forget()
    journey.type("o")
    #expect(journey.effects == [.files(.change(.sort(folder: "/w/demo/users")))])
    journey.press(.right, .down)
    journey.forget()
    journey.type("o")
    #expect(journey.effects == [.files(.change(.sort(folder: "/w/demo/users")))])
  }

  @Test("A broken file is listed with a mark, and opening it shows the reason")
  func brokenFile() {
    var journey = Journey()
    var node = Samples.node("bad", "/w/demo/bad.yml", "bad", "")
    node.fault = Notice(.error, "bad.yml:3:5", "a value was expected")
    var tree = Samples.workspace
    tree.collections[0].items.append(.request(node))
    journey.apply(.files(.treeLoaded(tree)))
    #expect(journey.text.contains("!!!"))
    journey.apply(.tree(.activate(.request("/w/demo/bad.yml"))))
    #expect(journey.state.session?.fault?.location == "bad.yml:3:5")
  }

  @Test("Deleting a folder asks first, deleting a request does not")
  func delete() {
    var journey = Journey()
    journey.press(.down, .right, .down)
    journey.forget()
    journey.press(.delete)
    #expect(journey.effects == [.files(.change(.delete(path: "/w/demo/users/List users.yml")))])
    journey.press(.up)
    journey.forget()
    journey.press(.delete)
    #expect(journey.effects.isEmpty)
    #expect(journey.asked.contains("Delete the folder Users"))
    journey.type("y")
    #expect(journey.effects == [.files(.change(.delete(path: "/w/demo/users")))])
  }

  @Test("A new request is named first and created in the folder under the cursor")
  func newRequest() {
    var journey = Journey()
    journey.press(.down)
    journey.type("n")
    journey.type("Ping")
    journey.forget()
    journey.press(.enter)
    let expected = RequestDefinition(name: "Ping")
    #expect(journey.effects == [.files(.change(.create(expected, folder: "/w/demo/users")))])
  }

  @Test("The bottom line omits commands that do not apply to the row under the cursor")
  func footerOfRow() {
    var journey = Journey()
    #expect(!journey.footer.contains("rename"))
    journey.press(.down)
    #expect(journey.footer.contains("rename"))
  }

  @Test("A hint wider than its pane wraps to the next line")
  func narrowHint() {
    var journey = Journey(columns: 80, rows: 24)
    journey.state.workspace = WorkspaceTree(name: "empty", path: "/w/empty")
    journey.apply(.files(.treeLoaded(journey.state.workspace)))
    #expect(journey.text.contains("No collection yet"))
    #expect(journey.text.contains("yet."))
  }

  @Test("A folder without a collection names the key, and n creates the first one")
  func firstCollection() throws {
    var journey = Journey()
    journey.state.workspace = WorkspaceTree(name: "empty", path: "/w/empty")
    journey.apply(.files(.treeLoaded(journey.state.workspace)))
    #expect(journey.text.contains("No collection yet."))
    #expect(journey.text.contains("Type a URL, or paste a cURL command"))
    journey.forget()
    journey.press(.escape, .backTab)
    journey.type("nShop")
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.change(.createCollection(name: "Shop")))))
    let made = WorkspaceTree(
      name: "empty", path: "/w/empty", collections: [CollectionNode(name: "Shop", path: "/w/empty")])
    journey.apply(
      .files(.changed(made, select: .collection("/w/empty"), undo: nil, said: "Created the collection Shop")))
    #expect(!journey.text.contains("No collection yet."))
    #expect(journey.text.contains("▾ Shop"))
    let command = try #require(journey.state.commands.command(named: "newCollection"))
    #expect(journey.state.refusal(of: command) != nil)
    journey.type("n")
    #expect(journey.text.contains("Name of the new request"))
  }

  @Test("An empty name changes nothing and says so")
  func emptyName() {
    var journey = Journey()
    journey.type("n")
    journey.forget()
    journey.press(.enter)
    #expect(journey.footer.contains("The name is empty"))
    #expect(!journey.effects.contains { if case .files = $0 { true } else { false } })
  }

  @Test("The history is read on opening and lists status, method and path")
  func history() {
    var journey = Journey()
    journey.apply(.tree(.activate(.historyRoot)))
    journey.apply(.history(.loaded(Samples.history)))
    #expect(journey.text.contains("200 GET   /users/42"))
    #expect(journey.text.contains("422 POST  /users"))
  }

  @Test("A long method in the history is separated from the path")
  func longMethod() {
    var journey = Journey()
    var entry = Samples.history[0]
    entry.method = "DELETE"
    journey.apply(.tree(.activate(.historyRoot)))
    journey.apply(.history(.loaded([entry])))
    #expect(journey.text.contains("200 DEL   /users/42"))
  }

  @Test("A long name does not hide the mark of a draft")
  func longDraft() throws {
    var journey = Journey()
    var definition = Samples.getUser
    definition.name = "A request whose name is far longer than the tree is wide"
    journey.open(definition)
    journey.state.tree.expanded.insert("/w/demo/users")
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    journey.press(.control("l"))
    journey.type("x")
    journey.press(.escape)
    let line = try #require(journey.lines.dropFirst().first { $0.contains("A request") })
    #expect(line.contains("… ●│"))
  }

  @Test("The cursor stays on its row when rows are added above it")
  func stableCursor() {
    var journey = Journey()
    journey.press(.down, .down)
    let before = journey.state.tree.selected?.id
    journey.state.tree.expanded.insert("/w/demo/users")
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.state.tree.selected?.id == before)
  }

  @Test("An enlarged window shows all rows that fit, even after scrolling")
  func largerWindow() {
    var journey = Journey(columns: 120, rows: 40)
    journey.press(.end)
    let before = journey.lines
    journey.apply(.terminal(.resized(Size(columns: 120, rows: 8))))
    journey.press(.up, .down)
    #expect(journey.state.tree.cursor.offset > 0)
    journey.apply(.terminal(.resized(Size(columns: 120, rows: 40))))
    #expect(journey.lines == before)
  }

  @Test func `A double click opens a closed folder, although its first click toggled it`() {
    var journey = Journey()
    journey.click(5, 3)
    journey.click(5, 3, clicks: 2)
    #expect(journey.text.contains("List users"), "\(journey.text)")
    journey.click(5, 3)
    #expect(!journey.text.contains("List users"), "\(journey.text)")
  }

  @Test("A click opens a folder or a request")
  func click() {
    var journey = Journey()
    journey.click(5, 3)
    #expect(journey.text.contains("List users"))
    journey.forget()
    journey.click(8, 4)
    #expect(journey.effects == [.files(.loadRequest(.file("/w/demo/users/List users.yml")))])
  }
}
