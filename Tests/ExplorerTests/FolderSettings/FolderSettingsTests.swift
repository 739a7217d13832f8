import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The settings of a folder in the request pane") struct FolderSettingsTests {
  private static let path = "/w/demo/users/folder.yml"
  private static let key = RequestKey.file(path)
  private static let users = RequestDefinition(
    SharedSettings(
      headers: [Row("X-Area", "users")], authentication: .inherit, variables: [Row("area", "users")],
      docs: "# Users\n\nKept in **memory**."), of: .folder, named: "Users")
  private static let demo = RequestDefinition(
    SharedSettings(headers: [Row("X-All", "1")], authentication: .inherit), of: .collection, named: "Demo")

  /// Folder settings opened from the tree, as if their file had been read, with the collection around them.
  private func journey(
    _ definition: RequestDefinition = users, at path: String = path, columns: Int = 120, rows: Int = 40
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    let key = RequestKey.file(path)
    journey.apply(.files(.requestLoaded(key, definition, id: nil, collection: Samples.root)))
    let bearer = Authentication(.bearer, [.init("token", "hunter2")])
    let settings = SharedSettings(headers: [Row("X-Trace", "on")], authentication: bearer)
    let layers =
      definition.kind == .folder ? [SendContext.Layer(path: Samples.root, name: "Demo", settings: settings)] : []
    let around = RequestSurroundings(layers: layers, defaults: [Row("User-Agent", "apus/1")])
    let context = SendContext(layers: layers, variables: Samples.variables)
    journey.apply(.files(.variablesLoaded(key, context.table(for: definition), surroundings: around)))
    journey.forget()
    return journey
  }

  @Test func `The comma opens the settings of the folder under the cursor or around the request there.`() {
    var journey = Journey()
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.keys(",")
    #expect(journey.effects.last == .files(.loadSettings(folder: "/w/demo/users")))
    journey.apply(.tree(.select(.collection(Samples.root))))
    journey.keys(",")
    #expect(journey.effects.last == .files(.loadSettings(folder: Samples.root)))
    journey.open()
    journey.keys(",")
    #expect(journey.effects.last == .files(.loadSettings(folder: "/w/demo/users")))
    journey.keys("esc esc esc")
    #expect(journey.state.focus == .tree)
  }

  @Test func `Open settings are shown again without reading them, also from a request of the folder.`() {
    var journey = journey()
    journey.apply(.tree(.shown(.request(Samples.getUserPath))))
    journey.state.focus = .tree
    journey.keys(",")
    #expect(!journey.effects.contains(.files(.loadSettings(folder: "/w/demo/users"))))
    #expect(journey.state.current == Self.key && journey.state.focus == .request)
  }

  @Test func `Without a folder, a note leads to the tree.`() {
    let workspace = WorkspaceTree(name: "w", path: "/w", collections: [])
    var journey = Journey(AppState(size: Size(columns: 120, rows: 30), workspace: workspace, formats: .all))
    journey.apply(.folderSettings(.requested))
    #expect(journey.effects.allSatisfy { if case .after = $0 { true } else { false } })
    #expect(journey.state.message?.text == "There is no folder here: choose one in the tree")
  }

  @Test func `A folder has eight tabs with its own rows and inherited rows with their origin.`() {
    let journey = journey()
    #expect(
      journey.pane == """
          Folder  Users                                                shared with 3 requests

         Headers 1   Auth   Vars 1   Docs•  Cookies   History   TLS   Scripts
         ━━━━━━━━━
             Name             Value                     From
        ▌ ◉  X-Area           users
          ◉  X-Trace          on                        collection
          ◉  Authorization    Bearer ••••               Bearer from collection
          ◉  User-Agent       apus/1                    Apus
          ◉  Accept-Encoding  gzip and others           Apus
          +  name             value
        """)
    #expect(journey.lines[0].contains("demo › Demo › Users") || journey.lines[0].contains("Demo › Users"))
    #expect(!journey.text.contains("hunter2"))
  }

  @Test func `The settings show the key that runs the folder, and it acts there.`() {
    var journey = journey()
    #expect(journey.text.contains("R runs them"), "\(journey.text)")
    while journey.state.focus != .response { journey.press(.tab) }
    journey.keys("R")
    #expect(journey.state.page == .run && journey.state.run.target.path == "/w/demo/users")
  }

  @Test func `Auth shows the origin of an inherited login, even for a folder without its own.`() {
    for scheme in [Authentication.inherit, .none] {
      var definition = Self.users
      definition.authentication = scheme
      var journey = journey(definition)
      journey.keys("2")
      #expect(journey.pane.contains("Comes from  Bearer from collection Demo"))
    }
    var journey = journey(Self.demo, at: "/w/demo/opencollection.yml")
    journey.keys("2 enter")
    #expect(!journey.text.contains("Inherit ") && journey.text.contains("Bearer"))
  }

  @Test func `Rows are edited, undone and saved like those of a request.`() {
    var journey = journey()
    journey.go("a ‹X-New› enter ‹1› esc")
    #expect(journey.draft.headers == [Row("X-Area", "users"), Row("X-New", "1")])
    #expect(journey.lines[0].contains("●") && journey.text.contains("Users ●"))
    journey.keys("u")
    #expect(journey.draft == Self.users)
    journey.go("^Y g j j space")
    let off = Row("X-Trace", "on", isEnabled: false, omitsInherited: true)
    #expect(journey.draft.headers.last == off)
    #expect(journey.footer.contains("not sent with the requests of this folder"))
    journey.keys("j space")
    #expect(journey.footer.contains("Auth adds it: 2 changes that"))
    journey.forget()
    journey.keys("^S")
    #expect(journey.effects.contains(.files(.save(Self.key, journey.draft, []))))
    journey.apply(.openFile(.saved(journey.draft), of: Self.key))
    #expect(journey.footer.contains("Saved Users") && !journey.text.contains("Users ●"))
  }

  @Test func `Docs are rendered, and open unrendered in the editor.`() {
    var journey = journey()
    journey.keys("4")
    #expect(journey.pane.contains("\n Users\n\n Kept in memory."))
    journey.keys("^E")
    #expect(journey.effects.contains(.system(.edit(Self.users.docs, suffix: ".md", purpose: .docs(Self.key)))))
    journey.apply(.request(.edited(.docs(Self.key), "- one")))
    #expect(journey.draft.docs == "- one" && journey.pane.contains("• one"))
  }

  @Test func `Vars shows inherited variables, and a folder's own value takes precedence.`() {
    var journey = journey()
    journey.keys("3")
    #expect(journey.pane.contains("area") && journey.pane.contains("environment local"))
    #expect(
      journey.state.session?.inheritedRows(of: .variables, in: journey.draft).contains { $0.name == "area" } == false)
  }

  @Test func `A collection also has a proxy and certificates.`() {
    var journey = journey(Self.demo, at: "/w/demo/opencollection.yml")
    #expect(journey.pane.contains("Headers 1  Auth  Vars  Docs  Proxy  Certificates  Cookies"))
    journey.go("5 space j j enter ‹proxy.example.org› enter j j j enter")
    #expect(journey.draft.proxy == ProxyDefinition(use: .own, hostname: "proxy.example.org"))
    journey.go("esc 6 a ‹*.example.org› enter ‹me.pem› enter enter ‹hush› esc")
    let pem = CertificateDefinition(
      domain: "*.example.org", content: .pem(certificate: "me.pem", key: ""), passphrase: "hush")
    #expect(journey.draft.certificates == [pem])
    #expect(journey.pane.contains("me.pem") && !journey.text.contains("hush"))
    journey.keys("F")
    #expect(journey.draft.certificates.first?.content == .pkcs12(path: "me.pem"))
    journey.keys("u u u u u u")
    #expect(journey.draft == Self.demo)
  }

  @Test func `Commands of requests are refused with a message: URL, method, body, send, copy.`() {
    var journey = journey()
    for (keys, words) in [
      ("^L", "have a URL, method and body"), ("^T", "have a URL, method and body"),
      ("U", "have a URL, method and body"),
      ("^R", "Settings cannot be sent"), ("y", "These are settings"),
    ] {
      journey.keys(keys)
      #expect(journey.footer.contains(words), "\(keys): \(journey.footer)")
      #expect(journey.state.overlay == nil && journey.draft == Self.users)
    }
    // There is no line above the rows for the cursor, and Esc returns to the tree.
    journey.keys("k k")
    #expect(journey.state.session?.editor.isOnURL == false)
    journey.keys("esc")
    #expect(journey.state.focus == .tree)
  }

  @Test func `Settings stay open while their folder is listed, move with it, and close when it is gone.`() {
    var journey = journey()
    journey.apply(.files(.treeRefreshed(Samples.workspace)))
    #expect(journey.state.current == Self.key)
    journey.apply(.files(.moved(from: "/w/demo/users", to: "/w/demo/people")))
    #expect(journey.state.current == .file("/w/demo/people/folder.yml"))
    journey = self.journey()
    var tree = Samples.workspace
    tree.collections[0].items.removeFirst()
    journey.apply(.files(.treeRefreshed(tree)))
    #expect(journey.state.current == nil && journey.footer.contains("Users is closed"))
  }

  @Test func `Another program's change is merged, or asked about without a copy if it conflicts.`() {
    var journey = journey()
    journey.go("enter ‹!› esc")
    var theirs = Self.users
    theirs.docs = "Theirs"
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 1)), of: Self.key))
    #expect(journey.draft.docs == "Theirs" && journey.draft.headers[0].name == "X-Area!")
    theirs.headers = [Row("X-Area", "theirs")]
    journey = self.journey()
    journey.go("l enter ‹!› esc")
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 2)), of: Self.key))
    journey.keys("^S")
    #expect(journey.text.contains("header X-Area") && !journey.text.contains("keep both"))
    journey.keys("b")
    guard case .conflict? = journey.state.overlay else {
      Issue.record("the question is gone")
      return
    }
  }

  @Test func `An unreadable file is reported, and read again once it may be fixed.`() {
    var journey = Journey()
    journey.apply(.files(.requestUnreadable(Self.key, Notice(.error, "\(Self.path):3:1", "not YAML"))))
    #expect(journey.text.contains("This file cannot be used"))
    journey.forget()
    journey.apply(.files(.surroundingsChanged(environments: false)))
    #expect(journey.effects.contains(.files(.loadSettings(folder: "/w/demo/users"))))
  }

  @Test func `The pane shows the folder's name or at least the rows at every size.`() {
    for (columns, rows) in [(20, 5), (40, 10), (72, 20), (100, 24), (200, 60)] {
      let journey = journey(columns: columns, rows: rows)
      #expect(journey.text.contains("X-Area") || journey.text.contains("Users"), "\(columns)×\(rows)")
    }
  }

  @Test func `Settings get the rows of the response until the user chooses another share.`() throws {
    for (columns, rows) in [(120, 40), (80, 24)] {
      var journey = journey(columns: columns, rows: rows)
      let settings = try #require(journey.state.layout.panes[.request])
      let response = try #require(journey.state.layout.panes[.response])
      #expect(settings.height > response.height * 2 && response.maxY == rows - 1)
      #expect(settings.maxY == response.y + 1 && settings.width == response.width)
      #expect(journey.text.contains("The requests below inherit these settings."), "\(journey.text)")
      journey.state.layoutChoice.requestShare = 50
      #expect(try #require(journey.state.layout.panes[.request]).height < settings.height)
    }
  }
}
