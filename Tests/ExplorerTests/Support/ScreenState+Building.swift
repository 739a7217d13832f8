import Foundation
import Interchange
import Networking
import Terminal
@testable import Workspaces

@testable import Explorer

extension ScreenState {
  func buildTree(_ journey: inout Journey) {
    switch self {
    case .start:
      let size = journey.state.size
      var state = AppState(
        size: size, capabilities: journey.state.capabilities, workspace: WorkspaceTree(name: "empty", path: "/w/empty"),
        formats: .all,
        now: Samples.now)
      state.chooseTheme(journey.state.settings.picked)
      journey = Journey(state)
      journey.apply(.started)
      journey.apply(.files(.treeLoaded(WorkspaceTree(name: "empty", path: "/w/empty"))))
      journey.press(.control("o"))
    case .tree: journey.press(.down, .right, .down, .down)
    case .treeFilter: journey.type("/user")
    case .notice:
      var tree = Samples.workspace
      tree.notices = [Notice(.error, "/w/demo/users/Broken.yml:3:5", "a value is missing after `method:`")]
      journey.apply(.files(.treeRefreshed(tree)))
      journey.press(.down, .right, .down, .down)
    default: break
    }
  }

  func buildRequest(_ journey: inout Journey) {
    let json = "{\n  \"name\": \"{{name}}\",\n  \"age\": 36\n}"
    var definition = self == .body ? Samples.post(.text(.json, json)) : Samples.getUser
    definition.docs = "# Get user\n\nReads **one** user.\n\n- `id`: the number\n- `expand`: what else is read"
    definition.variables = [Row("own", "1"), Row("other", "{{own}}2")]
    definition.assertions = [Assertion("res.status", "eq", "200")]
    definition.scripts = ScriptSamples.scripts
    journey.open(definition)
    switch self {
    case .urlEditing: journey.press(.enter)
    case .completion:
      journey.press(.enter, .end)
      journey.type("&token={{to")
    case .methods: journey.press(.control("t"))
    case .params, .headers, .body, .auth, .variables, .checks, .docs, .options, .scripts:
      let tab = [ScreenState.params, .headers, .body, .auth, .variables, .checks, .docs, .options, .scripts].firstIndex(
        of: self)
      journey.press(.down)
      journey.type(String((tab ?? 0) + 1))
    case .addingRow:
      journey.press(.down)
      journey.type("2a")
      journey.type("X-Request-ID")
    default: break
    }
  }

  func buildResponse(_ journey: inout Journey) {
    journey.open()
    if self == .protected {
      journey.apply(.environment(.chosen("production")))
      journey.press(.control("r"))
      return
    }
    if self == .refusal || self == .sending || self == .scripting {
      journey.press(.control("r"))
      if self == .scripting {
        let began = ScriptEvent.began(ScriptPlace(phase: "before-request", file: "users/folder.yml", line: 6))
        let events = [began] + ScriptSamples.results.console.map { .console($0) }
        journey.apply(.response(.scriptsReported(send: journey.state.serial, events), of: .file(Samples.getUserPath)))
      }
      if self == .refusal {
        let refusal = Refusal(.url, "The variable base_url in the URL has no value")
        journey.apply(.response(.refused(send: journey.state.serial, refusal), of: .file(Samples.getUserPath)))
      }
      return
    }
    let failure = Samples.failure(
      .connect, "Could not connect to 127.0.0.1:4010",
      detail: "Failed to connect to 127.0.0.1 port 4010: Connection refused")
    journey.answer(self == .failure ? failure : Samples.exchange(Self.userBody))
    while journey.state.focus != .response { journey.press(.tab) }
    switch self {
    case .answerHeaders: journey.use("2")
    case .timing: journey.use("3")
    case .cookies: journey.use("4")
    case .sent: journey.use("6")
    case .results: journey.use("5")
    case .scriptTests, .console:
      journey.judge(ScriptSamples.results)
      journey.use(self == .console ? "6" : "5")
    case .table: journey.use("t")
    case .comparison:
      journey.answer(Samples.exchange(Self.userBody.replacing("Ada", with: "Augusta")))
      journey.use("d")
    case .search: journey.use("/name")
    case .filter: journey.use("=")
    case .note: journey.apply(.notified(.information, "Saved users/Get user.yml"))
    case .longNote:
      journey.apply(
        .notified(.error, "Get user.yml: cannot be written, because the disk is full: free some space, then ^S"))
    case .valueMenu:
      journey.press(.down, .down)
      journey.type(".")
    default: journey.press(.down, .down)
    }
  }

  func buildBox(_ journey: inout Journey) {
    switch self {
    case .environments: journey.type("e")
    case .scriptConsent: journey.askAboutScripts()
    case .environmentEditor: journey.type("E")
    case .environmentMenu: journey.type("E.")
    case .help: journey.type("?")
    case .importing: journey.type("I")
    case .prompt: journey.type("n")
    case .menu:
      journey.press(.down, .right, .down)
      journey.type(".")
    case .question:
      journey.apply(.environment(.chosen("production")))
      journey.open(Samples.post(.none))
      journey.press(.control("r"))
    case .find:
      journey.press(.function(7))
      journey.type("users")
      guard case .find(let page)? = journey.state.overlay else { return }
      journey.apply(.find(.rested(serial: page.serial)))
      let hits = ["url: \"{{base_url}}/users/:id\"", "name: users of a page"].enumerated().map { index, text in
        SearchHit(
          path: Samples.getUserPath, id: "users/get-user", name: "Get user", line: 3 + index * 4, text: text,
          match: 6..<11)
      }
      journey.apply(.find(.found(serial: page.serial, hits)))
    case .conflict:
      var (mine, theirs) = (Samples.getUser, Samples.getUser)
      (mine.method, theirs.method) = ("POST", "PUT")
      journey.open()
      journey.apply(.request(.replaced(mine), of: .file(Samples.getUserPath)))
      journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 4)), of: .file(Samples.getUserPath)))
      journey.press(.control("s"))
    default:
      journey.open()
      journey.press(self == .jump ? .control("g") : .control("p"))
      if self == .paletteQuery { journey.type("send") }
      if self == .themes {
        journey.type("choose the theme")
        journey.press(.enter)
      }
    }
  }

  func buildPage(_ journey: inout Journey) {
    switch self {
    case .history, .historyMenu:
      journey.type("H")
      let exchange = Samples.exchange(Self.userBody)
      journey.apply(.historyPage(.previewLoaded(id: "2", Samples.getUser, exchange)))
      if self == .historyMenu { journey.type(".") }
    case .keptCookies, .cookieForm:
      journey.type("C")
      let place = CookiePlace(collection: Samples.root, environment: "local")
      journey.apply(.cookies(.loaded(place, [CookiesPageTests.sid, CookiesPageTests.theme])))
      if self == .cookieForm { journey.press(.enter) }
    default:
      journey.apply(.tree(.select(.folder("/w/demo/users"))))
      journey.type("R")
      guard self == .run else { return }
      journey.type(" ")
      let number = journey.state.run.number
      for (index, status, expected) in [(0, 200, 200), (1, 200, 200), (2, 403, 201)] {
        journey.apply(.run(.started(run: number, index: index)))
        let finish = RunSamples.result(index, status: status, milliseconds: 20 + index, expected: expected)
        journey.apply(.run(.finished(run: number, index: index, finish)))
      }
      journey.apply(.run(.ended(run: number)))
    }
  }

  private static let userBody = """
    {"id": 42, "name": "Ada Lovelace", "email": "ada@example.com", "active": true, "score": 9.75, "city": "Uppsala",
     "tags": ["mathematics", "engines"], "address": {"street": "12 St James's Square", "zip": null},
     "orders": [{"id": 7, "total": 12.50, "items": 3}, {"id": 9, "total": 1.10, "items": 1}]}
    """
}
