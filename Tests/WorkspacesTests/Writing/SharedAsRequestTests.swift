import TestSupport
import Testing

@testable import Workspaces

@Suite("The settings of a folder, edited as a request") struct SharedAsRequestTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  private static let users = """
    info: {name: Users, type: folder, seq: 2}   # in one line
    request:
      headers:
      - name: A   # first
        value: '1'
      auth: {type: bearer, token: t}
      variables:
      - {name: area, value: users}
    docs:
      content: "# Why"
      type: text/markdown
    more: kept   # foreign

    """

  init() throws {
    folder = try TemporaryDirectory("shared")
    try folder.write(
      "c/opencollection.yml",
      """
      opencollection: 1.0.0
      info: {name: C}
      config:
        proxy: {inherit: false, config: {protocol: http, hostname: proxy.example.org, port: 3128}}   # ours
      request:
        headers:
        - {name: All, value: everyone}
        variables:
        - {name: area, value: all}
        - {name: base, value: "http://h"}

      """)
    try folder.write("c/users/folder.yml", Self.users)
    try folder.write("c/users/a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: http://h/}\n")
    try folder.write("c/bare/b.yml", "info: {name: B, type: http}\nhttp: {method: GET, url: http://h/}\n")
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func file(of name: String) throws -> RequestFile {
    try workspace.request(at: workspace.settingsPath(of: folder.path(name)))
  }

  @Test func `Shared settings are read with their kind and name, and a save changes only the edited lines.`() throws {
    let file = try file(of: "c/users")
    #expect(file.definition.kind == .folder && file.definition.name == "Users")
    #expect(file.definition.headers == [Row("A", "1")] && file.definition.docs == "# Why")
    var changed = file.definition
    changed.headers[0].value = "2"
    changed.docs = "Because"
    let saved = try workspace.save(changed, to: file)
    #expect(saved.file.definition == changed)
    let expected = Self.users.replacing("value: '1'", with: "value: '2'").replacing("\"# Why\"", with: "\"Because\"")
    #expect(try folder.readText("c/users/folder.yml") == expected)
    try workspace.perform(saved.undo)
    #expect(try folder.readText("c/users/folder.yml") == Self.users)
  }

  @Test func `The recording of requests is set and unset without changing the rest of the file.`() throws {
    let file = try file(of: "c/users")
    for use in HistoryUse.allCases {
      var changed = file.definition
      changed.settings.history = use
      let saved = try workspace.save(changed, to: file).file
      #expect(saved.definition.shared.history == use)
      #expect(try folder.readText("c/users/folder.yml").contains("history: \(use.rawValue)"))
      #expect(try workspace.save(file.definition, to: saved).file.definition.shared.history == nil)
      #expect(try folder.readText("c/users/folder.yml") == Self.users)
    }
  }

  @Test func `The cookie setting is set and unset without changing the rest of the file.`() throws {
    let file = try file(of: "c/users")
    for use in CookieUse.allCases {
      var changed = file.definition
      changed.settings.cookies = use
      let saved = try workspace.save(changed, to: file).file
      #expect(saved.definition.shared.cookies == use)
      let text = try folder.readText("c/users/folder.yml")
      let lines = text.split(separator: "\n")
      #expect(Self.users.split(separator: "\n").allSatisfy { lines.contains($0) }, "\(text)")
      #expect(text.contains("cookies: \(use.rawValue)"), "\(text)")
      let back = try workspace.save(file.definition, to: saved).file
      #expect(back.definition.shared.cookies == nil)
      #expect(try folder.readText("c/users/folder.yml") == Self.users)
    }
  }

  @Test func `A collection's settings include proxy and certificates, each written at its place in the file.`() throws {
    let file = try file(of: "c")
    #expect(file.definition.kind == .collection && file.definition.proxy?.hostname == "proxy.example.org")
    var changed = file.definition
    changed.proxy?.port = "3129"
    changed.certificates = [CertificateDefinition(domain: "*.example.org", content: .pkcs12(path: "me.p12"))]
    #expect(try workspace.save(changed, to: file).file.definition == changed)
    let text = try folder.readText("c/opencollection.yml")
    #expect(text.contains("port: 3129") && text.contains("# ours") && text.contains("pkcs12FilePath: me.p12"))
  }

  @Test func `A folder without a file gets one by the first save, which does not replace a newly created one.`() throws
  {
    let file = try file(of: "c/bare")
    #expect(file.bytes.isEmpty && file.definition.name == "bare")
    var changed = file.definition
    changed.variables = [Row("v", "1")]
    let saved = try workspace.save(changed, to: file)
    #expect(saved.file.definition.variables == [Row("v", "1")])
    #expect(try folder.readText("c/bare/folder.yml").contains("type: folder"))
    changed.variables = [Row("v", "2")]
    #expect(throws: WorkspaceError.changedOnDisk(path: file.path)) { try workspace.save(changed, to: file) }
    try workspace.perform(saved.undo)
    #expect(try self.file(of: "c/bare").bytes.isEmpty)
  }

  @Test func `A missing folder has no settings.`() throws {
    #expect(throws: WorkspaceError.self) { try workspace.request(at: folder.path("c/gone/folder.yml")) }
  }

  @Test func `A collection in the older format is shown, even without a settings file, and never written.`() throws {
    try folder.write("old/bruno.json", #"{"version": "1", "name": "Old", "type": "collection"}"#)
    try folder.write("old/collection.bru", "headers {\n  A: 1\n}\n")
    try folder.write("old/sub/a.bru", "meta {\n  name: A\n  type: http\n}\n\nget {\n  url: http://h/\n}\n")
    let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
    #expect(workspace.settingsPath(of: folder.path("old/sub")) == folder.path("old/sub/folder.bru"))
    let file = try workspace.request(at: workspace.settingsPath(of: folder.path("old")))
    #expect(file.definition.headers == [Row("A", "1")] && file.definition.kind == .collection)
    var changed = file.definition
    changed.headers = []
    #expect(throws: WorkspaceError.self) { try workspace.save(changed, to: file) }
  }

  @Test func `Shared settings inherit from the levels above them, and their own variables take precedence.`() throws {
    let users = try file(of: "c/users").definition
    // As for a request in the same place.
    let above = try workspace.context(for: folder.path("c/users"))
    #expect(above.layers.map(\.name) == ["C"])
    #expect(above.inheritedHeaders(of: users).map(\.row) == [Row("All", "everyone")])
    let area = above.table(for: users).entries.filter { $0.name == "area" }
    #expect(area.map(\.origin) == [.folder("Users"), .collection] && area.map(\.value) == ["users", "all"])
    let root = try file(of: "c").definition
    let around = try workspace.context(for: folder.path("c/opencollection.yml")).around(root)
    #expect(around.layers.isEmpty && around.variables.entries.isEmpty)
    #expect(around.table(for: root).entries.map(\.origin) == [.collection, .collection])
  }

  @Test func `A folder without a login inherits the collection's; a request set to none has none.`() {
    let bearer = Authentication(.bearer, [.init("token", "t")])
    let context = SendContext(
      layers: [SendContext.Layer(path: "/c", name: "C", settings: SharedSettings(authentication: bearer))])
    let silent = RequestDefinition(SharedSettings(), of: .folder, named: "F")
    #expect(context.authentication(of: silent).0 == bearer)
    #expect(context.authentication(of: RequestDefinition(name: "R", authentication: .none)).0 == .none)
  }
}
