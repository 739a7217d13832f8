import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The feature in isolation: a text, what surrounds it, and what becomes of it.
@Suite struct ScratchFeatureTests {
  private var state = ScratchFeature.State()
  private var given = ScratchFeature.Surroundings(
    open: nil, isFocused: false, isEditing: false, isEditable: false, blank: nil, session: { _ in nil },
    collection: "/w/demo", workspace: Samples.workspace, now: Samples.now)

  private mutating func reduce(_ action: ScratchFeature.Action) -> [ScratchFeature.Outcome] {
    ScratchFeature.reduce(&state, action, in: given)
  }

  private static func open(_ url: String) -> RequestSession {
    RequestSession(key: .scratch(1), draft: .scratch(url: url))
  }

  @Test mutating func `Two requests of the same moment have two numbers.`() {
    func keys(_ outcomes: [ScratchFeature.Outcome]) -> [RequestKey] {
      outcomes.compactMap { if case .added(let session) = $0 { session.key } else { nil } }
    }
    let made = keys(reduce(.told(.make([.scratch(url: "a.example"), .scratch(url: "b.example")]))))
    let next = keys(reduce(.opened(.scratch(url: "c.example"))))
    #expect(Set(made + next).count == 3)
  }

  @Test mutating func `A blank request is begun once, and kept over no crash.`() {
    let begun = reduce(.begun)
    #expect(!begun.contains { if case .journal = $0 { true } else { false } })
    given.blank = .scratch(7)
    #expect(reduce(.begun) == [.show(.scratch(7)), .editURL])
  }

  @Test mutating func `A pasted address makes a request, except where a text takes it.`() {
    #expect(reduce(.pasted("https://h.example/a")) == [.act(.make([.scratch(url: "https://h.example/a")]))])
    #expect(reduce(.pasted("some words")) == [.passOn("some words")])
    given.open = Self.open("")
    given.isFocused = true
    #expect(reduce(.pasted("https://h.example/a")) == [.passOn("https://h.example/a")])
  }

  @Test mutating func `A command pasted on the URL of a request can replace that request.`() throws {
    given.open = Self.open("old.example")
    (given.isFocused, given.isEditable) = (true, true)
    let outcomes = reduce(.pasted("curl -X PUT https://h.example/a"))
    guard outcomes.first == .commit, case .ask(let question)? = outcomes.last,
      case .replace(.scratch(1), let definition)? = question.choices.last?.action
    else { return #expect(outcomes == []) }
    #expect(definition.method == "PUT" && definition.name == given.open?.draft.name)
    given.isEditable = false
    guard case .act(.make)? = reduce(.pasted("curl https://h.example/a")).first else {
      return #expect(Bool(false))
    }
  }

  @Test mutating func `Enter sends an address, and opens the one request of that name.`() {
    given.open = Self.open("h.example/a")
    #expect(reduce(.urlEntered) == [.listed, .send])
    var named = RequestSession(key: .scratch(1), draft: .scratch())
    named.draft.url = "health"
    given.open = named
    let node = Samples.node("health", "/w/demo/Health.yml", "Health", "HEAD")
    #expect(reduce(.urlEntered) == [.removed(.scratch(1)), .listed, .journal(.scratch(1), nil), .open(node)])
  }

  private static func typed(_ url: String) -> RequestSession {
    var session = RequestSession(key: .scratch(1), draft: .scratch())
    session.draft.url = url
    return session
  }

  @Test(arguments: [
    ("/tmp/shop.json", "/tmp/shop.json"), ("~/My\\ API.har", "~/My API.har"), ("'../a b.yml'", "../a b.yml"),
    ("file:///tmp/a%20b.http", "/tmp/a b.http"), ("shop.JSON", "shop.JSON"),
  ])
  mutating func `Enter on a path asks the disk what is there.`(typed: String, path: String) throws {
    given.open = Self.typed(typed)
    let outcomes = reduce(.urlEntered)
    guard case .lookUp(.scratch(1), let found)? = outcomes.first else { return #expect(outcomes == []) }
    #expect(found.text == path)
  }

  @Test(arguments: ["https://h.example/a.json", "h.example/a", "{{base}}/a.json", "localhost:4010/x"])
  mutating func `Enter on a URL asks no disk.`(typed: String) {
    given.open = Self.typed(typed)
    #expect(reduce(.urlEntered).last == .send)
  }

  @Test mutating func `A file at the path is imported in place of the request, and a folder is opened.`() throws {
    given.open = Self.typed("/tmp/shop.json")
    let path = try #require(TypedPath("/tmp/shop.json"))
    #expect(
      reduce(.pathFound(.scratch(1), path, .importable)) == [
        .removed(.scratch(1)), .hide(.scratch(1)), .listed, .journal(.scratch(1), nil), .importFile("/tmp/shop.json"),
      ])
    #expect(reduce(.pathFound(.scratch(1), path, .folder)) == [.openWorkspace("/tmp/shop.json")])
    #expect(
      reduce(.pathFound(.scratch(1), path, .nothing)) == [
        .editURL, .said(.warning, "There is no file /tmp/shop.json"),
      ])
  }

  @Test mutating func `A name that is no file is sent as the address that it may be.`() throws {
    given.open = Self.typed("h.example/orders.json")
    let path = try #require(TypedPath("h.example/orders.json"))
    #expect(reduce(.pathFound(.scratch(1), path, .nothing)).last == .send)
  }

  @Test mutating func `What the disk says of a path that was changed meanwhile is not used.`() throws {
    given.open = Self.typed("/tmp/other.json")
    let path = try #require(TypedPath("/tmp/shop.json"))
    #expect(reduce(.pathFound(.scratch(1), path, .importable)).isEmpty)
    given.open = nil
    #expect(reduce(.pathFound(.scratch(1), path, .importable)).isEmpty)
  }

  private mutating func said(_ text: String) -> [ScratchFeature.Outcome] {
    given.open = Self.typed(text)
    return reduce(.urlEntered)
  }

  @Test(arguments: [
    ("Get usr", "No request is called Get usr. Did you mean Get user?"),
    ("intranet", "intranet is not a URL, request, command or file; for a host, type http://intranet"),
    ("some words", "some words is not a URL, request, command or file"),
  ])
  mutating func `What is nothing is refused in one line, and goes on being edited.`(typed: String, words: String) {
    #expect(said(typed) == [.editURL, .said(.warning, words)])
  }

  @Test(arguments: ["localhost", "localhost/a", "[::1]:80/x", "h.example", "{{base}}", "ftp://h", "https://h/a b"])
  mutating func `What can be a URL is sent.`(typed: String) {
    #expect(said(typed) == [.listed, .send])
  }

  @Test mutating func `A method before the URL is the method.`() {
    guard case .change(let draft)? = said("PUT https://h.example/a").first else { return #expect(Bool(false)) }
    #expect(draft.method == "PUT" && draft.url == "https://h.example/a")
  }

  @Test mutating func `A request is opened by its path, too, and one of two of a name is chosen.`() {
    guard case .open(let node)? = said("users/get-user").last else { return #expect(Bool(false)) }
    #expect(node.name == "Get user")
    given.workspace.collections[0].items.append(.request(Samples.node("h2", "/w/demo/h2.yml", "Health", "GET")))
    #expect(
      said("health") == [
        .editURL, .said(.warning, "2 requests are called health: ↓ chooses one in the list"),
      ])
    #expect(reduce(.requestChosen(path: "/w/demo/h2.yml")).first == .removed(.scratch(1)))
  }

  @Test mutating func `A file's name without a folder is no host, where there is no such file.`() throws {
    given.open = Self.typed("orders.json")
    let path = try #require(TypedPath("orders.json"))
    #expect(
      reduce(.pathFound(.scratch(1), path, .nothing)) == [
        .editURL, .said(.warning, "There is no file orders.json"),
      ])
  }
}
