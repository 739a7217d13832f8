import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The failure page on screen") struct FailurePageTests {
  private static let key = RequestKey.file(Samples.getUserPath)

  private static func failed(
    _ category: NetworkError.Category, _ message: String = "It failed", detail: String? = nil, columns: Int = 120,
    rows: Int = 40
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.apply(.environment(.loaded([local])))
    journey.open()
    journey.answer(Samples.failure(category, message, detail: detail))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.forget()
    return journey
  }

  private static let local = Environment(
    name: "local", variables: [Environment.Variable(Row("base_url", "http://127.0.0.1:4010"))])

  private static func refused(_ refusal: Refusal, environments: [Environment] = [local]) -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.environment(.loaded(environments)))
    journey.open()
    journey.press(.control("r"))
    journey.apply(.response(.refused(send: journey.state.serial, refusal), of: key))
    journey.forget()
    return journey
  }

  private static func missing(_ name: String) -> Refusal {
    var refusal = Refusal(.url, "URL: the variable \(name) has no value")
    refusal.variable = name
    return refusal
  }

  /// The choices as the screen shows them: `a Edit the URL`.
  private static func choices(_ journey: Journey) -> [String] {
    journey.state.session?.response.offered.map { "\($0.command) \($0.title)" } ?? []
  }

  @Test func `A failure focuses its page, and the footer names its keys.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    #expect(journey.state.focus == .request)
    journey.answer(Samples.failure(.connect, "Could not connect"))
    #expect(journey.state.focus == .response && journey.footer.contains("a edit it"))
    journey.type("a")
    #expect(journey.state.focus == .request && journey.state.isEditingText)
  }

  @Test func `A refusal because of the environment offers its file and the other environments.`() {
    let fault = Notice(.error, "/w/demo/environments/local.yml:3:7", "a tab cannot indent")
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.environment(.loaded([], unreadable: ["local"], faults: ["local": fault])))
    journey.apply(.environment(.chosen("local")))
    journey.open()
    journey.press(.control("r"))
    journey.apply(.response(.refused(send: journey.state.serial, Refusal(.other, "\(fault)")), of: Self.key))
    #expect(journey.text.contains("o   Open the file of environment local in $EDITOR"))
    #expect(journey.text.contains("e   Choose another environment"))
    journey.forget()
    journey.type("o")
    #expect(journey.effects == [.system(.editFile(path: "/w/demo/environments/local.yml"))])
    journey.type("e")
    #expect(journey.text.contains("New environment…") && journey.draft == Samples.getUser)
  }

  @Test func `A refusal that is not about a field leaves the cursor where it is.`() {
    var journey = Journey.request(columns: 120, rows: 40)
    journey.press(.control("r"))
    let editor = journey.editor
    journey.apply(.response(.refused(send: journey.state.serial, Refusal(.other, "no")), of: Self.key))
    #expect(journey.text.contains("Not sent: no"))
    #expect(journey.editor.isOnURL == editor.isOnURL && journey.editor.tab == editor.tab)
  }

  @Test func `The focus stays if the user has moved on since the send.`() {
    for key in [Key.tab, .backTab, .down, .character("i")] {
      var journey = Journey(columns: 120, rows: 40)
      journey.open()
      journey.press(.control("r"))
      let id = journey.state.serial
      journey.press(key)
      let focus = journey.state.focus
      journey.press(.escape)
      guard journey.state.isSending else { continue }
      let failure = Samples.failure(.connect, "Could not connect")
      journey.apply(.response(.transfer(send: id, .finished(failure)), of: .file(Samples.getUserPath)))
      #expect(journey.state.focus == focus)
    }
  }

  @Test func `An answer leaves the focus unchanged.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.answer(Samples.exchange())
    #expect(journey.state.focus == .request)
  }

  @Test func `If the demo API should answer and does not, a letter starts it.`() {
    func failed(_ url: String, port: Int? = 4010, _ category: NetworkError.Category = .connect) -> Journey {
      var journey = Journey(columns: 120, rows: 40)
      journey.state.program.demoPort = port
      journey.open()
      var exchange = Samples.failure(category, "Could not connect")
      exchange.hops[0].request.url = url
      journey.answer(exchange)
      while journey.state.focus != .response { journey.press(.tab) }
      journey.forget()
      return journey
    }
    for url in ["http://127.0.0.1:4010/users", "http://localhost:4010"] {
      var journey = failed(url)
      #expect(journey.text.contains("b   Start the demo API"), "\(journey.text)")
      journey.type("b")
      #expect(journey.effects == [.system(.startDemo)])
    }
    for journey in [
      failed("http://127.0.0.1:4011/"), failed("http://example.org:4010/"), failed("http://localhost:4010/", port: nil),
      failed("http://localhost:4010/", .totalTimeout),
    ] {
      #expect(!Self.choices(journey).contains { $0.contains("failureDemo") })
    }
  }

  @Test func `Authorities chosen for an untrusted server are used only for that server.`() {
    var journey = Self.failed(.tls, "The certificate is not trusted", detail: "unable to get local issuer certificate")
    let choice = "failureAuthorities Choose a CA file to trust for 127.0.0.1:4010"
    #expect(Self.choices(journey).contains(choice), "\(journey.text)")
    journey.type("t")
    journey.press(.enter)
    #expect(journey.text.contains("The path is empty"))
    journey.type("~/ca.pem")
    journey.press(.enter)
    #expect(journey.text.contains("Until Apus quits"))
    journey.forget()
    journey.press(.control("r"))
    func authorities(_ journey: Journey) -> [String?] {
      journey.effects.compactMap { effect in
        guard case .transfer(.send(_, _, _, let terms)) = effect else { return nil }
        return .some(terms.authorities)
      }
    }
    #expect(authorities(journey) == ["~/ca.pem"])
    let other = RequestDefinition(name: "Other", method: "GET", url: "https://other.test/")
    journey.open(other, path: "/w/demo/Other.yml")
    journey.forget()
    journey.press(.control("r"))
    #expect(authorities(journey) == [nil])
  }

  @Test func `For an unreachable server, letters lead to the URL and to the variable of its host.`() {
    for category in [NetworkError.Category.connect, .resolve, .connectTimeout] {
      var journey = Self.failed(category)
      #expect(journey.text.contains("a   Edit the URL"), "\(journey.text)")
      #expect(journey.text.contains("c   Change base_url in environment local"))
      var other = journey
      journey.type("a")
      #expect(journey.state.focus == .request && journey.state.isEditingText)
      other.type("c")
      guard other.state.overlay == .environmentEditor, let editor = other.state.environment.editor else {
        Issue.record("no editor of environments: \(other.text)")
        return
      }
      #expect(editor.rows[editor.cursor.row][0] == "base_url")
    }
  }

  @Test func `A failure names the environment of its send after another one was chosen.`() throws {
    var journey = Self.failed(.connect)
    let other = Environment(name: "live", variables: [Environment.Variable(Row("base_url", "http://live"))])
    journey.apply(.environment(.loaded([Self.local, other])))
    journey.apply(.environment(.chosen("live")))
    let variables = VariableTable([.init("base_url", "http://live", origin: .environment("live"))])
    journey.apply(.files(.variablesLoaded(Self.key, variables)))
    let scene = try #require(journey.state.responseScene)
    let advice = FailurePage(scene.pane, for: scene.subject)?.advice
    #expect(advice?.hasSuffix("The address comes from base_url in environment local.") == true, "\(advice ?? "")")
    #expect(journey.text.contains("c   Change base_url in environment local"))
    journey.type("c")
    let editor = journey.state.environment.editor
    #expect(journey.state.overlay == .environmentEditor && editor?.current?.name == "local")
  }

  @Test func `An exceeded limit leads to its setting.`() {
    for (category, setting) in [
      (NetworkError.Category.totalTimeout, "timeout"), (.tooManyRedirects, "maxRedirects"),
    ] {
      var journey = Self.failed(category)
      journey.type("r")
      guard case .field(let edit)? = journey.editor.editing else {
        Issue.record("no field: \(journey.text)")
        return
      }
      #expect(journey.editor.tab == .options && edit.target == .field(setting))
    }
    var journey = Self.failed(.refusedRedirect)
    journey.type("r")
    #expect(journey.state.session?.fieldLine?.id == "forwardAuthorizationHeader")
  }

  @Test func `The advice fits the failure of an answer that arrived`() {
    let wrongCoding = Self.failed(.malformed, "The body cannot be decompressed", detail: "incorrect header check")
    #expect(wrongCoding.text.contains("It contradicts its Content-Encoding"), "\(wrongCoding.text)")
    #expect(Self.choices(wrongCoding).first == "failureSetting Request it without compression")
    let longHeader = Self.failed(.malformed, "h:80 sent a header line that is too long")
    #expect(longHeader.text.contains("The server must send shorter headers."), "\(longHeader.text)")
    let loop = Self.failed(.tooManyRedirects, "The redirects loop back to http://h/a")
    #expect(loop.text.contains("The server must end them") && !loop.text.contains("Allow more"), "\(loop.text)")
    for journey in [wrongCoding, longHeader, loop] {
      #expect(!journey.text.contains("hung up") && !journey.text.contains("Does the server"), "\(journey.text)")
    }
  }

  @Test func `A body over the limit is shown truncated, with the letter that raises the limit.`() {
    var exchange = Samples.exchange()
    exchange.failure = NetworkError(.bodyTooLarge, "127.0.0.1 sent a body larger than 10 B, the limit")
    var journey = Journey.answered(exchange, columns: 80, rows: 24)
    #expect(journey.border.contains("r raises the limit: 127.0"), "\(journey.text)")
    journey.type("r")
    #expect(journey.editor.tab == .options && journey.state.session?.fieldLine?.id == "maximumBodySize")
  }

  @Test func `For an untrusted certificate, a command without verification is offered, quoted for the shell.`() {
    var journey = Self.failed(.tls, "h:443 is not trusted", detail: "unable to get local issuer certificate")
    #expect(journey.text.contains("x   Copy a command"), "\(journey.text)")
    journey.type("x")
    let words = "apus send -k '/w/demo/users/Get user.yml' --env local"
    #expect(journey.effects == [.system(.copy(words, label: "a command"))])
  }

  @Test func `A missing variable can be defined in the environment, else in the request.`() {
    var journey = Self.refused(Self.missing("tenant"))
    #expect(journey.state.focus == .response)
    #expect(journey.text.contains("c   Define tenant in environment local"), "\(journey.text)")
    journey.type("c")
    journey.type("acme")
    #expect(journey.text.contains("Value of tenant in environment local"))
    journey.press(.enter)
    guard case .environment(.save(_, from: _, to: let new, _))? = journey.effects.last else {
      Issue.record("nothing is written: \(journey.effects)")
      return
    }
    #expect(new.variables.last?.row == Row("tenant", "acme"))
    journey = Self.refused(Self.missing("tenant"), environments: [])
    journey.type("c")
    journey.type("acme")
    #expect(journey.draft.variables.last == Row("tenant", "acme"))
  }

  @Test func `A missing secret is typed hidden.`() {
    var journey = Self.refused(Self.missing("api_token"))
    journey.type("c")
    journey.type("hush")
    #expect(!journey.text.contains("hush") && journey.text.contains("****"))
  }

  @Test func `A damaged file opens in the editor.`() {
    var journey = Journey(columns: 120, rows: 40)
    let path = "/w/demo/users/bad.yml"
    journey.apply(.files(.requestUnreadable(.file(path), Notice(.error, "\(path):3:5", "no value"))))
    #expect(journey.text.contains("o   Open bad.yml in $EDITOR"), "\(journey.text)")
    while journey.state.focus != .response { journey.press(.tab) }
    journey.forget()
    journey.type("o")
    #expect(journey.effects == [.system(.editFile(path: path))])
  }

  @Test func `A letter acts only if it was visible, and only with the focus.`() {
    var state = Self.failed(.connect).state
    state.sessions[Self.key]?.response.offered = []
    // Not drawn yet.
    var journey = Journey(state)
    _ = journey.state.apply(.terminal(.key(.character("a"))))
    #expect(journey.state.focus == .response && !journey.state.isEditingText)
    journey.state.drawn()
    _ = journey.state.apply(.terminal(.key(.character("a"))))
    #expect(journey.state.isEditingText)
    // The letter has another meaning in another pane.
    journey = Self.failed(.totalTimeout)
    journey.press(.tab)
    journey.type("r")
    #expect(journey.state.focus != .response && journey.editor.tab != .options)
    #expect(Self.failed(.totalTimeout).text.contains("moves here") == false)
    // Another tab.
    journey = Self.failed(.totalTimeout)
    journey.type("2r")
    #expect(journey.state.focus == .response)
    // No room for it.
    journey = Self.failed(.totalTimeout, columns: 40, rows: 5)
    #expect(Self.choices(journey).isEmpty)
  }

  @Test(arguments: [(20, 5), (40, 10), (72, 20), (80, 24), (120, 40), (300, 90)])
  func `Long texts leave room for the choices at every size.`(_ columns: Int, _ rows: Int) {
    let long = String(repeating: "very long 漢字 words ", count: 200)
    let journey = Self.failed(.connect, long, detail: long, columns: columns, rows: rows)
    #expect(journey.screen.size == Size(columns: columns, rows: rows))
    guard rows >= 24 else { return }
    #expect(journey.text.contains("Edit the URL"), "\(journey.text)")
  }

  @Test func `The choices are rows: arrows move through them, and Enter performs the one under the cursor.`() throws {
    var journey = Self.failed(.connect)
    #expect(journey.lines.contains { $0.contains("▌  a   Edit the URL") && !$0.contains("in the URL line") })
    #expect(journey.lines.contains { $0.contains("Change base_url") && $0.contains("in its table of variables") })
    journey.press(.down)
    #expect(journey.lines.contains { $0.contains("▌  c   Change base_url") }, "\(journey.text)")
    journey.press(.end, .down, .up, .home)
    #expect(journey.lines.contains { $0.contains("▌  a   Edit the URL") })
    journey.press(.enter)
    #expect(journey.state.isEditingText && journey.state.focus == .request)
    // A choice of a common command acts like its own key.
    journey = Self.failed(.connect)
    journey.press(.end, .enter)
    #expect(journey.state.isSending)
  }

  @Test func `A click performs a choice, a right click selects it, and the wheel keeps the cursor.`() throws {
    for button in [Mouse.Button.left, .right] {
      var journey = Self.failed(.connect)
      let y = try #require(journey.lines.firstIndex { $0.contains("c   Change base_url") })
      let x = try #require(journey.state.layout.panes[.response]).minX + 12
      journey.apply(.terminal(.mouse(Mouse(.wheelDown, at: Point(x: x, y: y)))))
      #expect(journey.lines.contains { $0.contains("▌  a   Edit the URL") })
      journey.apply(.terminal(.mouse(Mouse(.press, at: Point(x: x, y: y), button: button))))
      guard case .environmentEditor? = journey.state.overlay else {
        #expect(button == .right, "\(journey.text)")
        continue
      }
      #expect(button == .left)
    }
  }

  @Test func `The phase of a failure is marked and shown in the response's summary.`() throws {
    var exchange = Samples.failure(.tls, "The certificate of h:443 is not trusted")
    exchange.hops[0].timing = Hop.Timing(
      resolved: .microseconds(400), connected: .milliseconds(1), total: .milliseconds(12))
    exchange.duration = .milliseconds(40)
    let journey = Journey.answered(exchange, columns: 120, rows: 40)
    let phases = journey.answerLines.filter { $0.contains("█") || $0.contains("▏") || $0.contains("▍") }
    #expect(
      journey.answerLines.contains { $0.contains("DNS") } && journey.answerLines.contains { $0.contains("Connect") })
    #expect(phases.filter { $0.contains("✗") }.count == 1, "\(journey.text)")
    #expect(phases.last?.contains("TLS") == true && phases.last?.hasSuffix("11 ms  ✗") == true, "\(journey.text)")
    #expect(journey.text.contains("no answer   12 ms in TLS"), "\(journey.text)")
  }

  @Test func `A cancelled send is not a failure: a quiet page, and no mark in the tree.`() throws {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.answer(Samples.failure(.cancelled, "The request was cancelled"))
    #expect(journey.state.focus == .request)
    #expect(journey.text.contains("The request was cancelled") && journey.text.contains("^R  Send it again"))
    #expect(!journey.text.contains("✗") && !journey.text.contains("no answer"), "\(journey.text)")
    let error = journey.state.theme[.error].foreground
    #expect(!journey.screen.cells.contains { $0.style.foreground == error && $0.text == "T" })
    #expect(journey.state.session?.lastResult == nil)
  }

  @Test func `Every choice of every failure has a command, and its key is shown.`() {
    for category in NetworkError.Category.allCases {
      let journey = Self.failed(category)
      for choice in journey.state.session?.response.offered ?? [] {
        let key = journey.state.commands.command(named: choice.command)?.keys.first?.name ?? "none"
        #expect(journey.answerLines.contains { $0.contains("\(key) ") && $0.contains(choice.title) }, "\(category)")
      }
      #expect(!Self.choices(journey).isEmpty, "\(category)")
    }
  }
}
