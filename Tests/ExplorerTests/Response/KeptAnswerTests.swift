import Foundation
import Networking
import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The last answer of an opened request") struct KeptAnswerTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private func kept(_ body: String = #"{"id": 42}"#, environment: String? = "local", passes: Bool = true) -> KeptAnswer
  {
    var exchange = Samples.exchange(body)
    exchange.startedAt = Samples.now.addingTimeInterval(-86_400)
    let result = AssertionResult(expression: "res.status eq 200", passed: passes)
    return KeptAnswer(exchange: exchange, assertions: [result], environment: environment)
  }

  private func recalls(_ journey: Journey) -> [HistoryFilter] {
    journey.effects.compactMap { if case .files(.recall(_, let filter)) = $0 { filter } else { nil } }
  }

  @Test("An opened request asks the history once for its last answer, and shows it with its date; nothing is sent")
  func shown() {
    var journey = Journey()
    journey.open()
    #expect(recalls(journey).map(\.requestID) == ["users/get-user"])
    journey.apply(.response(.recalled(kept(environment: nil)), of: key))
    #expect(journey.text.contains("yesterday 22:13") && journey.text.contains("200 OK"))
    #expect(journey.text.contains("42") && journey.text.contains("tests 1/1"))
    #expect(!journey.usesNetwork)
    journey.apply(.response(.recalled(kept(#"{"id": 43}"#)), of: key))
    #expect(journey.text.contains("42"))
    journey.forget()
    _ = journey.state.show(key)
    #expect(recalls(journey).isEmpty)
    // A send replaces it; the next comparison reads the history.
    journey.press(.control("r"))
    let id = journey.state.sending(key)?.id ?? 0
    journey.apply(.response(.transfer(send: id, .finished(Samples.exchange(#"{"id": 44}"#))), of: key))
    #expect(!journey.text.contains("yesterday") && journey.state.session?.response.previous == nil)
  }

  @Test("A restored draft keeps the last answer of its request, which may be shown already")
  func restoredDraft() {
    var journey = Journey()
    journey.open()
    journey.apply(.response(.recalled(kept()), of: key))
    let draft = Samples.getUser { $0.url += "/edited" }
    journey.apply(.files(.draftFound(key, saved: Samples.getUser, draft: draft, collection: Samples.root)))
    #expect(journey.state.session?.isDraft == true && journey.draft == draft)
    #expect(journey.text.contains("yesterday 22:13") && journey.text.contains("42"))
  }

  @Test func `An answer that arrives during a send is not shown.`() {
    var journey = Journey.request()
    journey.press(.control("r"))
    journey.apply(.response(.recalled(kept()), of: key))
    #expect(journey.state.isSending)
  }

  @Test func `The head names another environment, and is dim.`() throws {
    var journey = Journey.request(columns: 160)
    journey.apply(.response(.recalled(kept(environment: "live")), of: key))
    #expect(journey.text.contains("yesterday 22:13 · live"))
    let rect = try #require(journey.state.layout.panes[.response])
    let (screen, theme) = (journey.screen, journey.state.theme)
    let row = (rect.minX..<rect.maxX).map { screen[$0, rect.minY] }
    let start = try #require(row.indices.first { row[$0...].prefix(3).map(\.text).joined() == "200" })
    #expect(row[start].style == theme[.dim])
  }

  @Test func `In a narrow pane, the head names the status longest.`() {
    // Below, the screen shows one pane without facts.
    for columns in 40...160 {
      var journey = Journey.request(columns: columns)
      journey.apply(.response(.recalled(kept(environment: "live")), of: key))
      journey.state.focus = .response
      guard let rect = journey.state.layout.panes[.response] else { continue }
      let screen = journey.screen
      let head = (rect.minX..<rect.maxX).map { screen[$0, rect.minY].text }.joined()
      #expect(head.contains("200 OK"), "\(head)")
      #expect(head.contains("yesterday 22:13") || !head.contains("live"), "\(head)")
    }
  }

  @Test func `A value that the history masked is not kept as a variable.`() {
    var journey = Journey.request()
    journey.apply(.response(.recalled(kept(#"{"token": "\#(Redaction.standard.mask)"}"#)), of: key))
    journey.carryOut()
    while journey.state.focus != .response { journey.press(.tab) }
    journey.keys("down")
    journey.apply(.response(.picked(.value, "keep")))
    #expect(journey.footer.contains("masked") && journey.state.overlay == nil)
  }

  @Test("Without any entry in the whole history, nothing is read; a new request without a file is never looked up")
  func nothing() {
    var journey = Journey()
    journey.apply(.history(.loaded([])))
    journey.open()
    #expect(recalls(journey).isEmpty)
    journey = Journey()
    journey.keys("ctrl-o")
    journey.type("http://h/a")
    #expect(recalls(journey).isEmpty)
    journey.apply(.scratch(.found(7, RequestDefinition(name: "", url: "http://h/b"))))
    journey.apply(.tree(.activate(.scratch(7))))
    #expect(recalls(journey).map(\.draft) == ["7"])
  }

  @Test("The tree shows the last result of each request from the history, open or not")
  func marks() throws {
    var entry = Samples.history[0]
    (entry.requestID, entry.status, entry.date) = ("users/get-user", 200, Samples.now)
    let node = try #require(Samples.workspace.request(at: Samples.getUserPath))
    entry.requestID = node.id
    var journey = Journey()
    journey.state.tree.expanded.insert("\(Samples.root)/users")
    journey.apply(.tree(.workspaceChanged))
    #expect(try !journey.treeRow("Get user").hasSuffix("✓"))
    journey.apply(.history(.loaded([entry])))
    #expect(try journey.treeRow("Get user").hasSuffix("✓"))
    entry.id = "later"
    entry.date += 1
    entry.failsTests = true
    journey.apply(.history(.recorded(entry)))
    #expect(try journey.treeRow("Get user").hasSuffix("✗"))
    // The answer of an opened request may be older than the last send, which failed.
    journey.apply(
      .files(.requestLoaded(key, Samples.getUser, id: node.id, collection: Samples.root)))
    journey.apply(.response(.recalled(kept()), of: key))
    #expect(try journey.treeRow("Get user").hasSuffix("✗"))
    journey.apply(.history(.forgotten(id: "later")))
    #expect(try journey.treeRow("Get user").hasSuffix("✓"))
  }

  @Test func `A saved request keeps its answer and its history, and nothing is sent for it.`() throws {
    var journey = Journey()
    journey.keys("ctrl-o")
    journey.type("http://h/a")
    journey.keys("enter")
    let scratch = try #require(journey.state.current)
    let number = try #require(scratch.scratchNumber)
    let id = journey.state.sending(scratch)?.id ?? 0
    journey.apply(.response(.transfer(send: id, .finished(Samples.exchange())), of: scratch))
    var entry = Samples.history[0]
    (entry.id, entry.requestID, entry.draft) = ("new", nil, String(number))
    journey.apply(.history(.recorded(entry)))
    journey.forget()
    let node = try #require(Samples.workspace.request(at: Samples.getUserPath))
    journey.apply(.files(.savedAs(scratch, path: node.path, RequestDefinition(name: "Get user", url: "http://h/a"))))
    #expect(journey.state.session?.key == key && journey.state.session?.response.exchange != nil)
    #expect(journey.state.history.entries.first?.requestID == node.id)
    #expect(journey.effects.contains(.transfer(.adoptAnswer(draft: number, path: node.path))))
    #expect(journey.sends.isEmpty && recalls(journey).isEmpty)
  }
}
