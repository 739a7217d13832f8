import Documents
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The response pane on screen")
struct ResponseTests {
  /// A journey in which the request was sent and answered.
  private func answered(_ exchange: Exchange = Samples.exchange(), columns: Int = 100) -> Journey {
    var journey = Journey(columns: columns)
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    journey.apply(.response(.transfer(send: id, .finished(exchange)), of: .file(Samples.getUserPath)))
    journey.state.session?.response.body?.document.advanceToEnd()
    journey.apply(.response(.indexed, of: .file(Samples.getUserPath)))
    while journey.state.focus != .response { journey.press(.tab) }
    return journey
  }

  @Test("Before the first send the pane names the key")
  func empty() {
    var journey = Journey()
    journey.open()
    #expect(journey.text.contains("No response yet. ^R sends this request."))
  }

  @Test("^R sends the displayed request with the active environment")
  func send() {
    var journey = Journey()
    journey.apply(.environment(.loaded([Environment(name: "local")])))
    journey.open()
    journey.forget()
    journey.press(.control("r"))
    let expected = Effect.transfer(
      .send(
        .file(Samples.getUserPath), send: journey.state.serial, Samples.getUser, SendTerms(environment: "local")))
    #expect(journey.effects.contains(expected))
    #expect(journey.text.contains("Esc cancels"))
  }

  @Test("^R right after Enter sends the opened request once its file is read")
  func sendWhileOpening() {
    var journey = Journey()
    journey.press(.control("g"))
    journey.type("getus")
    journey.press(.enter)
    journey.press(.control("r"))
    #expect(!journey.usesNetwork)
    journey.open()
    let sent = journey.effects.contains {
      if case .transfer(.send(.file(Samples.getUserPath), _, _, _)) = $0 { true } else { false }
    }
    #expect(sent)
  }

  @Test("If only one pane fits, sending shows the response", arguments: [80, 40])
  func revealed(columns: Int) {
    var journey = Journey(columns: columns, rows: 24)
    journey.open()
    journey.press(.control("r"))
    #expect(journey.state.layout.panes[.response] != nil)
    #expect(journey.text.contains("Esc cancels"))
  }

  @Test("Esc cancels the running request regardless of the focus", arguments: Pane.allCases)
  func cancel(pane: Pane) {
    var journey = Journey()
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    while journey.state.focus != pane { journey.press(.tab) }
    journey.forget()
    journey.press(.escape)
    #expect(journey.effects == [.transfer(.cancel(send: id))])
  }

  @Test("The answer is pretty-printed, with its facts in the border")
  func body() {
    let journey = answered()
    #expect(journey.text.contains("200 OK   83 ms"))
    #expect(journey.text.contains("\"name\": \"Ada\""))
    #expect(journey.text.contains("Headers 3"))
  }

  @Test("The key z folds the value under the cursor, and the path is always shown")
  func fold() {
    var journey = answered()
    journey.press(.down, .down, .down)
    #expect(journey.text.contains("tags"))
    journey.type("z")
    #expect(journey.text.contains("\"tags\": [ \"a\", \"b\" ]"))
    journey.type("z")
    #expect(!journey.text.contains("[ \"a\"") && journey.text.contains("\"b\""))
  }

  @Test("An answer older than an edit of what is sent says so until the edit is undone or sent")
  func edited() {
    var journey = Journey.answered()
    var draft = journey.draft
    (draft.docs, draft.assertions) = ("Changed", [Assertion("res.status", "eq", "200")])
    journey.apply(.request(.changed(draft)))
    #expect(!journey.text.contains("before your edit"))
    draft.method = "POST"
    journey.apply(.request(.changed(draft)))
    #expect(journey.text.contains("before your edit"))
    var sent = journey
    sent.answer(Samples.exchange())
    #expect(sent.text.contains("200 OK") && !sent.text.contains("before your edit"))
    journey.keys("u")
    #expect(!journey.text.contains("before your edit"))
  }

  @Test("A first save of a request is no edit")
  func firstSave() throws {
    var journey = Journey()
    journey.keys("ctrl-o")
    journey.type("http://h/a")
    journey.keys("enter")
    let scratch = try #require(journey.state.current)
    let id = journey.state.sending(scratch)?.id ?? 0
    journey.apply(.response(.transfer(send: id, .finished(Samples.exchange())), of: scratch))
    var edited = journey
    var saved = journey.draft
    (saved.name, saved.method) = ("Ada", "GET")
    saved.headers = [Row("Accept", "*/*")]
    journey.apply(.files(.savedAs(scratch, path: Samples.getUserPath, saved)))
    #expect(journey.text.contains("200 OK") && !journey.text.contains("before your edit"))
    var draft = edited.draft
    draft.url += "/b"
    edited.apply(.request(.changed(draft)))
    saved.url = draft.url
    edited.apply(.files(.savedAs(scratch, path: Samples.getUserPath, saved)))
    #expect(edited.text.contains("before your edit"))
  }

  @Test("A failure says what, why and what next, never a bare code")
  func failure() {
    let journey = answered(
      Samples.failure(.connect, "Could not connect to 127.0.0.1:9", detail: "Failed to connect: Connection refused"),
      columns: 140)
    #expect(journey.text.contains("Could not connect to 127.0.0.1:9"))
    #expect(journey.text.contains("Connection refused"))
    #expect(journey.text.contains("Is the server running?"))
    #expect(journey.text.contains("base_url in environment local"))
  }

  @Test("A refusal names the reason, and the keys of its page work at once")
  func refused() {
    var journey = Journey()
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    journey.apply(
      .response(
        .refused(send: id, Refusal(.url, "The variable base_url in the URL has no value")),
        of: .file(Samples.getUserPath)))
    #expect(journey.text.contains("Not sent: The variable base_url in the URL has no value"))
    #expect(journey.state.focus == .response && !journey.state.isSending)
    #expect(journey.footer.contains("a edit it"))
    journey.type("a")
    #expect(journey.state.focus == .request && journey.state.isEditingText)
  }

  @Test("A search marks the current match and wraps around with n and N")
  func search() throws {
    var journey = answered()
    journey.type("/")
    journey.type("a")
    try #require(journey.state.session?.response.body?.search).search.advanceToEnd()
    journey.apply(.response(.searchAdvanced, of: .file(Samples.getUserPath)))
    journey.press(.enter)
    #expect(journey.text.contains("a: 1 of 5"))
    journey.type("n")
    #expect(journey.text.contains("a: 2 of 5"))
    journey.type("NN")
    #expect(journey.text.contains("a: 5 of 5"))
    journey.press(.escape)
    #expect(!journey.text.contains("of 5"))
  }

  @Test("The key = filters by JSONPath during typing, keeps the last valid result, and Esc restores the body")
  func filter() throws {
    var journey = answered()
    journey.forget()
    journey.type("=")
    for (typed, meant) in [("tags", "$..tags"), ("[0]", "$[0]"), ("$.tags", "$.tags"), (".tags[0]", "$.tags[0]")] {
      journey.press(.control("u"))
      journey.type(typed)
      guard case .document(.filter(_, _, let path, _)) = journey.effects.last else {
        Issue.record("no filter was asked for: \(typed)")
        return
      }
      #expect(path == (try? JSONPath(parsing: meant)), "\(typed)")
    }
    guard case .document(.filter(let key, let document, let path, let serial)) = journey.effects.last else {
      Issue.record("no filter was asked for")
      return
    }
    let (result, origins) = path.filtered(document)
    result.advanceToEnd()
    journey.apply(.response(.filtered(serial: serial, result, origins: origins), of: key))
    #expect(journey.text.contains("\"a\""))
    #expect(!journey.text.contains("Ada"))
    journey.type("[")
    #expect(journey.text.contains("character"))
    #expect(journey.text.contains("\"a\""))
    journey.press(.backspace, .enter)
    journey.press(.escape)
    #expect(journey.text.contains("Ada"))
  }

  @Test func `A filter says that it is searching until its values are known`() {
    var journey = answered()
    journey.type("=$.tags")
    #expect(journey.border.contains("$.tags: searching") && !journey.text.contains("0 values"), "\(journey.text)")
    journey.press(.enter)
    #expect(journey.state.message == nil, "\(journey.footer)")
    journey.carryOut()
    #expect(journey.border.contains("$.tags: 1 value"), "\(journey.border)")
    // An expression that is typed on top of a result has no number of values yet either.
    journey.type("=[0]")
    #expect(journey.border.contains("$.tags[0]: searching"), "\(journey.border)")
    journey.carryOut()
    journey.press(.enter)
    #expect(journey.footer.contains("$.tags[0]: 1 value"), "\(journey.footer)")
  }

  @Test("Enter on an invalid JSONPath keeps the prompt open with its text and the reason")
  func wrongFilter() {
    var journey = answered()
    journey.type("=")
    journey.type("..name[")
    func count() -> Int { journey.lines.count { $0.contains("character") } }
    #expect(count() == 1, "\(journey.text)")
    journey.press(.enter)
    #expect(count() == 1, "\(journey.text)")
    guard case .prompt(let prompt)? = journey.state.overlay else {
      Issue.record("the prompt is closed")
      return
    }
    #expect(prompt.field.text == "..name[")
    #expect(journey.text.contains("character"))
    journey.press(.escape)
    journey.type("=")
    #expect(journey.text.contains("..name["))
  }

  @Test("Duplicate headers and every cookie are listed")
  func lists() {
    var journey = answered()
    journey.type("2")
    #expect(journey.lines.filter { $0.contains("Set-Cookie") }.count == 2)
    journey.type("4")
    #expect(journey.text.contains("a  1"))
    #expect(journey.text.contains("Path=/"))
    journey.type("3")
    #expect(journey.text.contains("Waiting"))
    #expect(journey.text.contains("Total"))
  }

  @Test("Escape sequences in a body are drawn as text")
  func hostileBody() {
    let journey = answered(Samples.exchange("\u{1B}[31mred\u{07}", type: "text/plain"))
    for cell in journey.screen.cells {
      #expect(cell.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }

  @Test("The key Y copies the value under the cursor, the copy menu the path")
  func copy() {
    var journey = answered()
    journey.press(.down, .down)
    journey.forget()
    journey.type("Y")
    #expect(journey.effects == [.system(.copy("Ada", label: "the value"))])
    journey.type("y")
    #expect(journey.text.contains("Path of the value"))
  }

  @Test("The suggested file name never contains a folder")
  func fileName() {
    var exchange = Samples.exchange()
    #expect(exchange.suggestedFileName == "42")
    exchange.hops[0].response?.headers.append("Content-Disposition", "attachment; filename=\"../../etc/passwd\"")
    #expect(!exchange.suggestedFileName.contains("/"))
  }

  @Test("Odd cookies: attributes alone are not a name, empty parts are ignored")
  func oddCookies() {
    var exchange = Samples.exchange()
    exchange.hops[0].response?.headers = Headers([
      Header("Set-Cookie", "; Path=/x;; Secure"), Header("Set-Cookie", ""), Header("Set-Cookie", "c=3;"),
    ])
    var journey = Journey.answered(exchange)
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type("4")
    let lines = journey.answerLines.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines.filter { !$0.isEmpty } == [
        "Path=/x", "Secure", "Not stored: it has no name and value", "Not stored: it has no name and value", "c 3",
      ], "\(lines)")
    #expect(journey.answerLines.contains { $0.contains("   Path=/x") })
  }

  @Test("The cookies tab shows sent cookies and their origin, set ones, and why some are not stored")
  func cookies() {
    var exchange = Samples.exchange()
    exchange.hops[0].response?.headers = Headers([
      Header("Set-Cookie", "a=1"), Header("Set-Cookie", "b=2; Domain=example.com"),
    ])
    exchange.hops[0].request.headers = Headers([Header("Cookie", "sid=x; theme=dark")])
    exchange.hops[0].request.hasKeptCookies = true
    var journey = Journey.answered(exchange)
    journey.type("4")
    let lines = journey.answerLines.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines.filter { !$0.isEmpty } == [
        "a 1", "b 2", "Domain=example.com", "Not stored: example.com is another host",
        "Sent, stored from earlier answers", "sid x", "theme dark",
      ], "\(lines)")
  }
}
