import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Requests without a file") struct ScratchTests {
  /// A journey with a text in the smart line, before Enter.
  private func typed(_ text: String, in workspace: WorkspaceTree = Samples.workspace) -> Journey {
    var journey = Journey(columns: 140)
    journey.state.workspace = workspace
    journey.keys("ctrl-o")
    journey.type(text)
    journey.forget()
    return journey
  }

  private func entered(_ text: String, in workspace: WorkspaceTree = Samples.workspace) -> Journey {
    var journey = typed(text, in: workspace)
    journey.keys("enter")
    return journey
  }

  private func found(_ found: FoundPath, at path: String, in journey: inout Journey) throws {
    let key = try #require(journey.state.current)
    journey.apply(.files(.pathFound(key, try #require(TypedPath(path)), found)))
  }

  private func wanted(_ journey: Journey) -> [String] {
    journey.effects.compactMap { if case .files(.findPath(_, let path)) = $0 { path.text } else { nil } }
  }

  @Test func `Two requests created at the same time have different numbers.`() {
    var journey = Journey()
    journey.apply(.scratch(.make([.scratch(url: "a.example"), .scratch(url: "b.example")])))
    journey.apply(.scratch(.opened(.scratch(url: "c.example"))))
    #expect(journey.state.scratches.count == 3)
  }

  @Test func `A blank request is created once and is not kept in the journal.`() {
    var journey = Journey()
    journey.forget()
    journey.keys("ctrl-o ctrl-o")
    #expect(journey.state.scratches.count == 1 && journey.state.isEditingText)
    #expect(!journey.effects.contains { if case .files(.journal(_, .some)) = $0 { true } else { false } })
  }

  @Test func `A command pasted on the URL of a request can replace that request.`() {
    var journey = Journey.request()
    journey.press(.up)
    journey.paste("curl -X PUT https://h.example/a")
    #expect(journey.asked.contains("replace this one"))
    journey.type("r")
    #expect(journey.draft.method == "PUT" && journey.draft.name == Samples.getUser.name)
    #expect(journey.state.scratches.isEmpty)
  }

  @Test func `A command pasted on a request that cannot be changed becomes a new one.`() {
    var journey = Journey()
    journey.open(path: "/w/demo/Old.bru")
    journey.paste("curl https://h.example/a")
    #expect(journey.asked.isEmpty && journey.draft.url == "https://h.example/a" && journey.state.scratches.count == 1)
  }

  @Test func `Enter opens the only request with that name in place of the typed one.`() {
    for text in ["health", "users/get-user"] {
      let journey = entered(text)
      #expect(journey.state.scratches.isEmpty, "\(text)")
      #expect(journey.effects.contains { if case .files(.loadRequest) = $0 { true } else { false } }, "\(text)")
    }
  }

  @Test func `One of several requests with a name is picked in the list.`() {
    var workspace = Samples.workspace
    workspace.collections[0].items.append(.request(Samples.node("h2", "/w/demo/h2.yml", "Health", "GET")))
    var journey = entered("health", in: workspace)
    #expect(journey.footer.contains("2 requests are called health: ↓ chooses one in the list"))
    journey.apply(.scratch(.requestChosen(path: "/w/demo/h2.yml")))
    #expect(journey.state.scratches.isEmpty)
    #expect(journey.effects.contains(.files(.loadRequest(.file("/w/demo/h2.yml")))))
  }

  @Test(arguments: [
    ("/tmp/shop.json", "/tmp/shop.json"), ("~/My\\ API.har", "~/My API.har"), ("'../a b.yml'", "../a b.yml"),
    ("file:///tmp/a%20b.http", "/tmp/a b.http"), ("shop.JSON", "shop.JSON"),
  ])
  func `Enter on a path looks it up on disk.`(typed: String, path: String) {
    let journey = entered(typed)
    #expect(wanted(journey) == [path] && journey.sends.isEmpty)
  }

  @Test(arguments: [
    "https://h.example/a.json", "h.example/a", "{{base}}/a.json", "localhost:4010/x", "localhost", "localhost/a",
    "[::1]:80/x", "h.example", "{{base}}", "ftp://h", "https://h/a b",
  ])
  func `Enter on a possible URL sends it and does not access the disk.`(typed: String) {
    let journey = entered(typed)
    #expect(!journey.sends.isEmpty && wanted(journey).isEmpty)
  }

  @Test func `A file at the path is imported in place of the request.`() throws {
    var journey = entered("/tmp/shop.json")
    let key = try #require(journey.state.current)
    try found(.importable, at: "/tmp/shop.json", in: &journey)
    #expect(journey.state.current == nil && journey.state.scratches.isEmpty)
    let order = ImportOrder(.path("/tmp/shop.json"), into: journey.state.folderOfCursor ?? "")
    #expect(journey.effects.suffix(2) == [.files(.journal(key, nil)), .files(.change(.importing(order)))])
  }

  @Test func `A folder at the path is opened.`() throws {
    var journey = entered("/tmp/shop.json")
    try found(.folder, at: "/tmp/shop.json", in: &journey)
    #expect(journey.effects.last == .system(.findWorkspaces(paths: ["/tmp/shop.json"])))
  }

  @Test(arguments: ["/tmp/shop.json", "orders.json"])
  func `A path without a file is reported and stays in editing.`(path: String) throws {
    var journey = entered(path)
    try found(.nothing, at: path, in: &journey)
    #expect(journey.footer.contains("There is no file \(path)") && journey.state.isEditingText)
  }

  @Test func `A host and a name without a file are sent as an address.`() throws {
    var journey = entered("h.example/orders.json")
    try found(.nothing, at: "h.example/orders.json", in: &journey)
    #expect(!journey.sends.isEmpty)
  }

  @Test func `The lookup of a path that has changed since is ignored.`() throws {
    var journey = entered("/tmp/other.json")
    journey.forget()
    try found(.importable, at: "/tmp/shop.json", in: &journey)
    #expect(journey.effects.isEmpty && journey.state.scratches.count == 1)
  }

  @Test(arguments: [
    ("Get usr", "No request is called Get usr. Did you mean Get user?"),
    ("intranet", "intranet is not a URL, request, command or file; for a host, type http://intranet"),
    ("some words", "some words is not a URL, request, command or file"),
  ])
  func `Unusable text is rejected with a note and stays in editing.`(typed: String, words: String) {
    let journey = entered(typed)
    #expect(journey.footer.contains(words) && journey.state.isEditingText && journey.sends.isEmpty)
  }
}
