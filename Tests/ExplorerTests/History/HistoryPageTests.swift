import Foundation
import Networking
import Terminal
import Testing

@testable import Explorer
@testable import Workspaces

@Suite("The history page") struct HistoryPageTests {
  private func journey(columns: Int = 120, rows: Int = 40) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.type("H")
    journey.apply(.history(.loaded(Samples.history)))
    return journey
  }

  private static let definition = RequestDefinition(
    name: "users/get-user", method: "GET", url: "http://127.0.0.1:4010/users/42",
    headers: [Row("Authorization", "Bearer ••••")])

  @Test("A short request leaves rows to the response, whose long lines wrap into them")
  func rows() throws {
    var journey = journey()
    let text = String(repeating: "word ", count: 30) + "end"
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, Samples.exchange("{\"text\": \"\(text)\"}"))))
    let response = try #require(journey.lines.firstIndex { $0.contains(" Response ") })
    #expect(response == 5 && journey.text.contains("end\""))
    let items = (0..<40).map(String.init).joined(separator: ",")
    journey.apply(.historyPage(.moved(.down)))
    journey.apply(.historyPage(.previewLoaded(id: "1", Self.definition, Samples.exchange("[\(items)]"))))
    #expect(journey.text.contains("  28,"))
  }

  private static func call(_ count: Int, _ close: Conversation.Close) -> Exchange {
    var call = Samples.exchange("")
    call.body = nil
    let messages = (1...count).map { number in
      ConversationMessage(
        number == 1 ? .outgoing : .incoming, "{\"number\":\(number)}", at: call.startedAt.addingTimeInterval(0.25))
    }
    call.conversation = Conversation(state: .closed(close), messages: messages)
    return call
  }

  @Test func `A conversation shows its messages and its end like the response.`() {
    var journey = journey()
    let failed = Self.call(2, .init(code: 5, reason: "no item 9", name: "NOT_FOUND"))
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, failed)))
    #expect(journey.text.contains(#" →    250 ms     12 B  {"number":1}"#), "\(journey.text)")
    #expect(journey.text.contains(#" ←    250 ms     12 B  {"number":2}"#), "\(journey.text)")
    #expect(journey.text.contains(#"ended NOT_FOUND 5 "no item 9""#) && journey.text.contains(" NOT_FOUND 5 "))
    #expect(!journey.text.contains("No body"))
    var long = self.journey()
    long.apply(.historyPage(.previewLoaded(id: "2", Self.definition, Self.call(1000, .init(code: 0, name: "OK")))))
    #expect(long.text.contains(" more") && long.text.contains("ended OK 0"), "\(long.text)")
  }

  @Test func `A stream of events shows its events.`() throws {
    var journey = journey()
    var stream = Samples.exchange("event: tick\ndata: {\"n\": 1}\n\nid: 7\ndata: last\n\n")
    var messages = StreamedMessages(.events, of: try #require(stream.body), since: stream.startedAt)
    messages.finish()
    stream.streamed = messages
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, stream)))
    #expect(journey.text.contains(#"tick {"n": 1}"#) && journey.text.contains("#7 last"), "\(journey.text)")
    #expect(!journey.text.contains("data:"))
  }

  @Test func `The filter's hint ends with a whole example at any width`() {
    for columns in stride(from: 60, through: 200, by: 7) {
      let line = journey(columns: columns).lines.first { $0.contains("filters: ") } ?? ""
      #expect(line.contains(", …") || line.contains(HistoryQuery.hint), "\(columns): \(line)")
    }
  }

  @Test("Exchanges are listed by day, newest first, and the first one is read immediately")
  func lists() throws {
    let journey = journey()
    let lines = journey.lines
    let first = try #require(lines.firstIndex { $0.contains("/users/42") })
    let second = try #require(lines.firstIndex { $0.contains("POST") && $0.contains("422") })
    #expect(lines[first - 1].contains("Today") && lines[second - 1].contains("Yesterday"))
    #expect(first < second)
    #expect(lines[first].contains("22:12:20  GET") && lines[first].contains("200") && lines[first].contains("83 ms"))
    #expect(journey.text.contains("2 exchanges"))
    #expect(journey.effects.contains(.files(.loadPreview(id: "2"))))
  }

  @Test func `A cancelled exchange has its own mark on the page and in the tree.`() throws {
    var (before, during) = (Samples.history[0], Samples.history[1])
    (before.status, before.isCancelled, before.failure) = (0, true, "Cancelled")
    (during.status, during.isCancelled) = (200, true)
    var journey = journey()
    journey.apply(.history(.loaded([before, during])))
    let lines = journey.lines
    #expect(try #require(lines.first { $0.contains("/users/42") }).contains("   ⊘"))
    #expect(lines.contains { $0.contains(" 200⊘") } && !journey.text.contains("ERR"))
    journey.press(.escape)
    journey.type("G")
    journey.press(.right)
    #expect(journey.text.contains("⊘   GET   /users/42") && journey.text.contains("200⊘ POST  /users"))
    var plain = Journey(columns: 120, rows: 40, capabilities: Capabilities(unicode: false))
    plain.type("H")
    plain.apply(.history(.loaded([before, during])))
    #expect(plain.text.contains("200x") && !plain.text.contains("⊘"))
  }

  @Test func `A failed call has its status in the failure colour in the list and in the tree.`() throws {
    var failed = Samples.history[0]
    (failed.status, failed.statusName) = (200, "NOT_FOUND")
    let result = failed.result(unicode: true)
    #expect(result.text == "NOT_FOUND" && result.token == .error)
    var journey = journey()
    journey.apply(.history(.loaded([failed, Samples.history[1]])))
    let row = try #require(journey.lines.first { $0.contains("/users/42") })
    #expect(row.contains(" NOT_FOUND ") && !row.contains("200"), "\(journey.text)")
    journey.press(.escape)
    journey.type("G")
    journey.press(.right)
    #expect(journey.text.contains("NOT_FOUND GET   /users/42"), "\(journey.text)")
    var narrow = self.journey(columns: 40, rows: 20)
    narrow.apply(.history(.loaded([failed])))
    #expect(narrow.text.contains("/users"), "\(narrow.text)")
  }

  @Test func `A path takes the columns that no other column needs.`() throws {
    var entries = Samples.history
    entries[0].url = "http://127.0.0.1:4010/users/42/orders/2026"
    var journey = journey()
    journey.apply(.history(.loaded(entries)))
    #expect(journey.text.contains("/users/42/orders/2026"), "\(journey.text)")
  }

  @Test func `The list grows to avoid cutting a path, up to seven tenths of the window.`() {
    var journey = journey()
    func width() -> Int { journey.state.historyPage.panes(in: journey.state).list.width }
    let usual = width()
    var entries = Samples.history
    let path = "/users/42/orders/2026/items?page=1"
    entries[0].url = "http://127.0.0.1:4010\(path)"
    journey.apply(.history(.loaded(entries)))
    #expect(journey.text.contains(path) && width() > usual, "\(journey.text)")
    entries[0].url += String(repeating: "x", count: 200)
    journey.apply(.history(.loaded(entries)))
    #expect(width() == journey.state.size.columns * 7 / 10 + 1)
  }

  @Test func `The dividers of the panes move by mouse and keys, and are remembered.`() throws {
    var journey = journey()
    func layout() -> PagePanes { journey.state.historyPage.panes(in: journey.state) }
    let old = layout()
    journey.drag(from: Point(x: old.list.maxX - 1, y: 20), to: Point(x: 40, y: 20))
    #expect(layout().list.maxX - 1 == 40)
    let upper = try #require(layout().lower).minY
    journey.drag(from: Point(x: 60, y: upper), to: Point(x: 60, y: 20))
    #expect(layout().lower?.minY == 20)
    let remembered = journey.effects.compactMap { effect -> Preferences? in
      if case .system(.remember(let preferences)) = effect { preferences } else { nil }
    }
    #expect(remembered.last?.history == journey.state.layoutChoice.history)
    let width = layout().list.width
    journey.type("]")
    #expect(layout().list.width > width)
    journey.type("[[")
    #expect(layout().list.width < width)
    // A click on a row still works.
    journey.click(layout().rows.x + 3, layout().rows.y + 1)
    #expect(journey.state.historyPage.current?.id == "2")
  }

  @Test func `The wheel scrolls the list, and the cursor stays at the edge of the window.`() {
    var journey = journey(rows: 20)
    let entries = (0..<60).map { index in
      HistorySummary(
        id: "\(100 - index)", date: Samples.now.addingTimeInterval(Double(-index)), method: "GET",
        url: "http://h/number\(index).", status: 200, duration: .milliseconds(3))
    }
    journey.apply(.history(.loaded(entries)))
    for _ in 0..<8 { journey.apply(.terminal(.mouse(Mouse(.wheelDown, at: Point(x: 10, y: 10))))) }
    #expect(journey.state.historyPage.current?.id == "77" && !journey.text.contains("number22."))
    #expect(journey.text.contains("number25."))
    for _ in 0..<99 { journey.apply(.terminal(.mouse(Mouse(.wheelDown, at: Point(x: 10, y: 10))))) }
    #expect(journey.lines.contains { $0.contains("number59.") }, "\(journey.text)")
    for _ in 0..<99 { journey.apply(.terminal(.mouse(Mouse(.wheelUp, at: Point(x: 10, y: 10))))) }
    #expect(journey.text.contains("number0.") && journey.state.historyPage.current?.id != "100")
  }

  @Test("The cursor follows the newest entry until the user moves it")
  func newest() {
    var journey = Journey(columns: 120, rows: 40)
    journey.type("H")
    journey.apply(.history(.loaded([Samples.history[1]])))
    #expect(journey.state.historyPage.current?.id == "1")
    journey.apply(.history(.loaded(Samples.history)))
    #expect(journey.state.historyPage.current?.id == "2")
    journey.apply(.history(.loaded([Samples.history[1]])))
    journey.press(.down)
    journey.apply(.history(.loaded(Samples.history)))
    #expect(journey.state.historyPage.current?.id == "1")
  }

  @Test("The panes show request and response of the exchange under the cursor, and never of another")
  func preview() {
    var journey = journey()
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, Samples.exchange())))
    #expect(journey.text.contains("Authorization: Bearer ••••"))
    #expect(journey.text.contains("Ada"))
    journey.forget()
    journey.press(.down)
    #expect(journey.effects == [.files(.loadPreview(id: "1"))])
    #expect(!journey.text.contains("Ada"))
    // A result that was requested before the cursor moved.
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, Samples.exchange())))
    #expect(!journey.text.contains("Ada"))
  }

  @Test func `The preview of a conversation shows its messages and the status of a call.`() {
    var journey = journey()
    let said = (1...60).map { ConversationMessage(.incoming, "note \($0)", at: Samples.now) }
    let close = Conversation.Close(code: 5, reason: "no item", name: "NOT_FOUND")
    var exchange = Samples.exchange()
    exchange.conversation = Conversation(
      state: .closed(close), messages: [ConversationMessage(.outgoing, "hello", at: Samples.now)] + said)
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, exchange)))
    let text = journey.text
    #expect(text.contains("B  hello") && text.contains("B  note 1 ") && text.contains("… 32 more"), "\(text)")
    #expect(text.contains("NOT_FOUND 5") && !text.contains("No body"))
  }

  @Test("The cursor skips the headings of days and returns to the top")
  func moving() {
    var journey = journey()
    #expect(journey.state.historyPage.current?.id == "2")
    journey.press(.down, .down, .down)
    #expect(journey.state.historyPage.current?.id == "1")
    journey.press(.up, .up, .up)
    #expect(journey.state.historyPage.current?.id == "2")
    journey.type("Gg")
    #expect(journey.state.historyPage.current?.id == "2")
  }

  @Test("Enter opens the exchange, and Esc returns to the panes")
  func opens() {
    var journey = journey()
    journey.press(.enter)
    #expect(journey.state.page == nil)
    #expect(journey.effects.contains(.files(.loadExchange(id: "2"))))
    journey.type("H")
    #expect(journey.state.page == .history)
    journey.press(.escape)
    #expect(journey.state.page == nil)
  }

  @Test("The saved request of an exchange is sent; without one the page stays and names alternatives")
  func sending() {
    var journey = journey()
    journey.press(.alt("r"))
    #expect(journey.state.page == nil)
    #expect(journey.effects.contains(.files(.loadRequest(.file(Samples.getUserPath)))))
    journey.forget()
    journey.open()
    #expect(!journey.sends.isEmpty)
    var other = self.journey()
    other.press(.down)
    other.press(.alt("r"))
    #expect(other.state.page == .history && other.footer.contains("a resends the exchange"))
  }

  @Test("An exchange is resent as recorded once it is read")
  func again() {
    var journey = journey()
    journey.press(.down)
    journey.type("a")
    journey.forget()
    let definition = RequestDefinition(name: "x", method: "POST", url: "http://127.0.0.1:4010/users")
    journey.apply(.files(.exchangeLoaded(id: "1", definition, Samples.exchange(status: 422))))
    #expect(journey.effects.contains { if case .transfer(.send(.history("1"), _, _, _)) = $0 { true } else { false } })
  }

  @Test("An exchange is compared with the previous one of its request, or with the marked one")
  func comparing() {
    var journey = journey()
    journey.type("d")
    #expect(journey.footer.contains("Space marks one to compare with"))
    journey.press(.down)
    journey.type(" ")
    journey.press(.up)
    journey.apply(.messageExpired(serial: journey.state.message?.serial ?? 0))
    #expect(journey.footer.contains("compare with marked"))
    journey.type("d")
    journey.forget()
    journey.apply(.files(.exchangeLoaded(id: "2", Self.definition, Samples.exchange())))
    #expect(journey.effects.contains(.files(.loadComparand(.history("2"), id: "1"))))
  }

  @Test("A deleted exchange leaves the list, and u restores it")
  func forgetting() {
    var journey = journey()
    journey.forget()
    journey.press(.delete)
    #expect(journey.effects == [.files(.forgetExchange(id: "2"))])
    let forgotten = ForgottenExchange(id: "2", month: "2023-11", line: [])
    journey.apply(.history(.forgotten(id: "2")))
    journey.apply(.historyPage(.forgotten(forgotten)))
    #expect(!journey.text.contains("/users/42"))
    #expect(journey.footer.contains("u restores it"))
    journey.forget()
    journey.type("u")
    #expect(journey.effects == [.files(.restoreExchange(forgotten))])
    // The exchange is still being restored.
    journey.forget()
    journey.type("u")
    #expect(journey.effects.isEmpty)
    journey.apply(.historyPage(.restoreFailed(id: "2")))
    journey.type("u")
    #expect(journey.effects == [.files(.restoreExchange(forgotten))])
    journey.apply(.historyPage(.restored(id: "2")))
    journey.type("u")
    #expect(journey.footer.contains("No deleted exchanges"))
  }

  @Test func `The page explains why nothing is stored, until an exchange is.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.type("H")
    journey.apply(.history(.loaded([])))
    #expect(journey.text.contains("Nothing has been sent yet."))
    journey.apply(.history(.refused("a symbolic link, which Apus does not follow here; remove it")))
    #expect(journey.text.contains("Nothing is stored: .apus is not used."))
    #expect(journey.text.contains("a symbolic link, which Apus does not follow here; remove it"))
    #expect(!journey.text.contains("Nothing has been sent yet."))
    // The history is read again each time the page opens.
    journey.press(.escape)
    journey.forget()
    journey.type("H")
    #expect(journey.effects.contains(.files(.loadHistory(HistoryRequest()))))
    journey.apply(.history(.loaded([])))
    #expect(journey.text.contains("Nothing has been sent yet."))
  }

  @Test func `A warning does not replace an error about storing the history until a key is pressed.`() {
    var journey = journey()
    journey.apply(.notified(.error, "the history cannot be stored: No space left on device"))
    journey.apply(.notified(.warning, "the last line is incomplete"))
    #expect(journey.footer.contains("No space left"))
    journey.press(.down)
    journey.apply(.notified(.warning, "the last line is incomplete"))
    #expect(journey.footer.contains("the last line is incomplete"))
  }

  @Test("Copying creates the curl command of the exchange shown")
  func copying() {
    var journey = journey()
    journey.apply(.historyPage(.previewLoaded(id: "2", Self.definition, Samples.exchange())))
    journey.forget()
    journey.type("y")
    let isCopied = journey.effects.contains {
      if case .transfer(.copyAsCurl(.history("2"), Self.definition, _, .short, false)) = $0 { true } else { false }
    }
    #expect(isCopied)
  }

  @Test("The filter is typed on the page, and Esc removes it before it closes the page")
  func filter() {
    var journey = journey()
    journey.type("/4xx")
    journey.press(.enter)
    let clock = WallClock(now: Samples.now, secondsFromGMT: 0)
    let filter = HistoryQuery.filter("4xx", now: clock.now, secondsFromGMT: 0)
    journey.apply(.history(.loaded([Samples.history[1]], for: HistoryRequest(filter))))
    #expect(journey.text.contains("› 4xx") && journey.text.contains("1 found"))
    #expect(!journey.text.contains("/users/42"))
    journey.press(.escape)
    #expect(journey.state.page == .history && journey.text.contains("/users/42"))
    journey.press(.escape)
    #expect(journey.state.page == nil)
  }

  @Test("Older exchanges are requested once when the cursor reaches the end")
  func older() {
    var journey = Journey(columns: 120, rows: 40)
    journey.type("H")
    let cursor = HistoryPage.Cursor(month: "2023-11", offset: 120)
    journey.apply(.history(.loaded(Samples.history, next: cursor)))
    journey.forget()
    journey.type("G")
    journey.type("G")
    #expect(journey.effects == [.files(.loadHistory(HistoryRequest(from: cursor)))])
    var whole = self.journey(columns: 120, rows: 40)
    whole.forget()
    whole.type("G")
    #expect(!whole.effects.contains { if case .files(.loadHistory) = $0 { true } else { false } })
  }

  @Test(
    "The entry under the cursor is visible at every size", arguments: [(200, 60), (80, 24), (40, 12), (20, 5)])
  func sizes(columns: Int, rows: Int) {
    let journey = journey(columns: columns, rows: rows)
    #expect(journey.lines.contains { $0.contains("GET") && $0.contains("200") })
  }
}
