import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Typing on a line that is a text") struct TypedLineTests {
  private func onURL(_ url: String = "http://h/a", _ settings: (inout Configuration) -> Void = { _ in }) -> Journey {
    var journey = Journey.request(RequestDefinition(name: "R", url: url))
    settings(&journey.state.settings.files.configuration)
    journey.keys(url.isEmpty ? "ctrl-l esc" : "up")
    journey.forget()
    return journey
  }

  @Test(
    "Any character edits the URL from its end, and no command runs",
    arguments: ["q", "u", "2", "?", "H", ".", "/", "j"])
  func url(character: String) {
    for url in ["http://h/a", ""] {
      var journey = onURL(url)
      journey.type(character)
      #expect(journey.draft.address == url + character && journey.state.isEditingText)
      #expect(journey.state.page == nil && journey.state.overlay == nil && journey.editor.tab == .params)
    }
  }

  @Test func `Keys that are no characters are commands on the URL line.`() {
    var journey = onURL()
    journey.keys("down")
    #expect(!journey.editor.isOnURL && !journey.state.isEditingText)
    journey.keys("up f1")
    #expect(journey.state.overlay != nil && journey.draft.url == "http://h/a")
  }

  @Test func `A whole URL typed behind another one replaces it, and undo brings it back.`() {
    var journey = onURL()
    journey.type("https://new.example/x")
    #expect(journey.draft.url == "https://new.example/x")
    journey.keys("esc u")
    #expect(journey.draft.url == "http://h/a")
    journey = onURL()
    journey.type("?next=https://b")
    #expect(journey.draft.address == "http://h/a?next=https://b")
    // The same for a line whose edit began by a key, and for a pasted URL.
    journey = onURL()
    journey.keys("ctrl-l")
    journey.paste("https://new.example/x")
    #expect(journey.draft.url == "https://new.example/x")
  }

  @Test func `With the keys of vim, the first character is inserted, too.`() {
    var journey = onURL { $0.editorVim = .init(true, .user) }
    journey.type("x")
    #expect(journey.draft.url == "http://h/ax")
  }

  @Test func `An empty field of the Auth tab is a text; a row of a table and a filled field are not.`() {
    var journey = Journey.request(
      RequestDefinition(
        name: "R", url: "http://h/a", headers: [Row("A", "1")],
        authentication: Authentication(.basic, [.init("username", ""), .init("password", "secret")])))
    journey.state.sessions[.file(Samples.getUserPath)]?.editor.tab = .auth
    journey.keys("down")
    journey.type("q")
    #expect(journey.draft.authentication["username"] == "q" && journey.state.isEditingText)
    journey.keys("esc down")
    journey.type("2")
    #expect(journey.draft.authentication["password"] == "secret" && journey.editor.tab == .headers)
    journey.type("d")
    #expect(journey.draft.headers.count == 2 && !journey.state.isEditingText)
  }

  @Test func `A read-only URL is no text.`() {
    var journey = Journey.request(RequestDefinition(kind: .unsupported("chat"), name: "R", url: "http://h/a"))
    journey.type("H")
    #expect(journey.state.page == .history)
  }

  @Test("Enter in the URL sends a saved request, unless the setting keeps the text")
  func enter() {
    var journey = onURL()
    journey.type("b")
    #expect(journey.footerKeys.contains("Enter send"))
    journey.keys("enter")
    #expect(journey.sends.count == 1 && journey.draft.url == "http://h/ab")
    journey.type("2")
    #expect(journey.editor.tab == .headers && journey.draft.url == "http://h/ab")
    journey = onURL { $0.enterInURL = .init("keep", .user) }
    journey.type("b")
    #expect(journey.footerKeys.contains("Enter keep"))
    journey.keys("enter")
    #expect(journey.sends.isEmpty && journey.draft.url == "http://h/ab" && !journey.state.isEditingText)
  }

  @Test func `The setting keeps a request without a file from being sent, too.`() {
    var journey = Journey()
    journey.state.settings.files.configuration.enterInURL = .init("keep", .user)
    journey.keys("ctrl-o")
    journey.type("http://h/a")
    journey.keys("enter")
    #expect(journey.sends.isEmpty && journey.draft.url == "http://h/a")
    journey.keys("ctrl-r")
    #expect(journey.sends.count == 1)
  }

  @Test func `What is typed while a new request is created goes into its URL.`() throws {
    var journey = Journey()
    journey.keys("n")
    journey.go("‹New› enter ‹qh› backspace")
    #expect(!journey.state.isEnding && journey.draft.name != "New")
    let node = try #require(journey.state.workspace.request(at: Samples.getUserPath))
    journey.apply(
      .files(.changed(journey.state.workspace, select: .request(node.path), undo: nil, said: "Created", .focused)))
    let definition = RequestDefinition(name: "New", url: "")
    journey.apply(.files(.requestLoaded(.file(node.path), definition, id: nil, collection: Samples.root)))
    #expect(journey.draft.url == "q" && journey.state.isEditingText)
  }

  @Test func `A URL typed as the name of a new request becomes its URL.`() {
    for (typed, name, url) in [
      ("http://h/users?a=1", "users", "http://h/users?a=1"), ("127.0.0.1:8080/keep", "keep", "127.0.0.1:8080/keep"),
      ("List v1/v2", "List v1/v2", nil),
    ] as [(String, String, String?)] {
      var journey = Journey()
      journey.keys("n")
      journey.type(typed)
      journey.keys("enter")
      let made = journey.effects.compactMap { effect -> RequestDefinition? in
        if case .files(.change(.create(let definition, _, _, _))) = effect { definition } else { nil }
      }
      #expect(made.last?.name == name && (url == nil || made.last?.url == url), "\(made)")
    }
  }

  @Test func `A folder without requests opens with the unsaved request of the last run, which ^G finds, too.`() {
    var journey = Journey(
      AppState(
        size: Size(columns: 100, rows: 30), workspace: WorkspaceTree(name: "shop", path: "/home/ada/shop"),
        formats: .all, now: Samples.now))
    journey.apply(.started)
    journey.keys("ctrl-o")
    #expect(journey.state.isEditingText)
    journey.apply(.scratch(.found(7, RequestDefinition(name: "", url: "http://h/kept"))))
    #expect(journey.state.current == .scratch(7) && !journey.state.isEditingText)
    #expect(journey.state.sessions.all.count == 1)
    journey.go("ctrl-g ‹kept›")
    #expect(journey.text.contains("http://h/kept") && journey.text.contains("not saved"))
  }

  @Test func `A new request opens with its URL being edited; an opened one has its keys as commands.`() throws {
    var journey = Journey()
    let node = try #require(journey.state.workspace.request(at: Samples.getUserPath))
    journey.apply(
      .files(
        .changed(journey.state.workspace, select: .request(node.path), undo: nil, said: "Created", .focused)))
    let definition = RequestDefinition(name: "New", url: "{{base_url}}/")
    journey.apply(.files(.requestLoaded(.file(node.path), definition, id: nil, collection: Samples.root)))
    #expect(journey.state.isEditingText && journey.editor.isOnURL)
    journey.type("x")
    #expect(journey.draft.url == "{{base_url}}/x")
    journey = Journey()
    _ = journey.state.open(node)
    journey.apply(.files(.requestLoaded(.file(node.path), definition, id: nil, collection: Samples.root)))
    #expect(!journey.state.isEditingText && !journey.editor.isOnURL && journey.state.focus == .request)
    journey.type("2")
    #expect(journey.editor.tab == .headers && journey.draft == definition)
  }
}
