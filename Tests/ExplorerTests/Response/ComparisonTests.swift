import Basics
import Foundation
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Comparing two answers")
struct ComparisonTests {
  private static let before = "{\"id\": 42, \"name\": \"Ada\", \"at\": 1, \"list\": [{\"n\": 1}, {\"n\": 2}]}"
  private static let after =
    "{\"name\": \"Grace\", \"id\": 42, \"at\": 2, \"list\": [{\"n\": 1}, {\"n\": 3}], \"new\": true}"

  /// A journey with two responses to the same request.
  private func twice(_ old: Exchange, _ new: Exchange) -> Journey {
    var journey = Journey.answered(old)
    journey.answer(new)
    while journey.state.focus != .response { journey.press(.tab) }
    journey.forget()
    return journey
  }

  private func sample() -> Journey {
    var new = Samples.exchange(Self.after, status: 201)
    new.hops[0].response?.headers.append("X-New", "1")
    return twice(Samples.exchange(Self.before), new)
  }

  @Test("The key d compares status, headers and the body's keys with the previous answer")
  func compare() {
    var journey = sample()
    journey.use("d")
    #expect(journey.text.contains("Compared with 200 OK"))
    for line in [
      "~ status  200 OK → 201 Created", "+ X-New  1", "~ name  \"Ada\" → \"Grace\"", "~ at  1 → 2",
      "~ list[1].n  2 → 3", "+ new  true",
    ] {
      #expect(journey.answerLines.contains { $0.contains(line) }, "\(line)")
    }
    #expect(!journey.answerLines.contains { $0.contains("id") })
    #expect(journey.border.contains("6 differences"))
    journey.use("d")
    #expect(journey.text.contains("\"Grace\""))
  }

  @Test("A comparison of long values shows the place where they differ")
  func long() {
    let same = "https://api.example.com/" + String(repeating: "very/long/", count: 12)
    var journey = twice(
      Samples.exchange("{\"url\": \"\(same)first?page=1\"}"), Samples.exchange("{\"url\": \"\(same)second?page=1\"}"))
    journey.use("d")
    #expect(journey.answerLines.contains { $0.contains("first") && $0.contains("second") }, "\(journey.answerLines)")
  }

  @Test("A missing blank after a header's colon is a difference, even if the value is masked")
  func blank() {
    func sent(_ fields: [Header]) -> Exchange {
      var exchange = Samples.exchange(Self.before)
      exchange.hops[0].request.headers = Headers(fields)
      return exchange
    }
    let old = sent([Header("X-A", "v"), Header("X-B", "v", omitsBlank: true), Header("X-C", "••••")])
    let new = sent([Header("X-A", "v", omitsBlank: true), Header("X-B", "v", omitsBlank: true), Header("X-C", "••••")])
    #expect(ExchangeComparison(from: old, to: old).changes.isEmpty)
    #expect(
      ExchangeComparison(from: old, to: new).changes == [
        .init(part: .requestHeaders, name: "X-A", old: "X-A: v", new: "X-A:v")
      ])
    let masked = sent([Header("X-C", "••••", omitsBlank: true)])
    #expect(
      ExchangeComparison(from: old, to: masked).changes.last
        == .init(part: .requestHeaders, name: "X-C", old: "X-C: ••••", new: "X-C:••••"))
  }

  @Test("Enter goes to the value in the newer answer")
  func enter() {
    var journey = sample()
    journey.use("d")
    journey.use(.end, .up, .enter)
    #expect(journey.border.contains("list[1].n"))
  }

  @Test("The key i ignores a difference in all elements of a list and is saved with the request")
  func ignoring() {
    var journey = sample()
    journey.use("d")
    journey.use(.end, .up)
    journey.use("i")
    #expect(!journey.text.contains("list[1].n"))
    #expect(journey.border.contains("5 differences, 1 ignored"))
    let remembered = journey.effects.contains { effect in
      guard case .system(.remember(let preferences)) = effect else { return false }
      return preferences.ignored?["users/get-user"]?.contains("Body: list[*].n") == true
    }
    #expect(remembered)
    journey.use("I")
    #expect(journey.text.contains("list[1].n"))
    journey.answer(Samples.exchange(Self.before))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.use("d")
    #expect(!journey.text.contains("list[1].n"))
    #expect(journey.text.contains("at  2 → 1"))
  }

  @Test("The date, which always differs, is ignored by default")
  func date() {
    var (old, new) = (Samples.exchange(Self.before), Samples.exchange(Self.before))
    old.hops[0].response?.headers.append("Date", "Mon")
    new.hops[0].response?.headers.append("Date", "Tue")
    var journey = twice(old, new)
    journey.use("d")
    #expect(journey.text.contains("No differences."))
    #expect(journey.border.contains("no difference, 1 ignored"))
  }

  @Test("Texts are compared by lines, other bytes as a whole")
  func texts() {
    var journey = twice(
      Samples.exchange("one\ntwo\nthree\n", type: "text/plain"),
      Samples.exchange("one\n2\nthree\nfour\n", type: "text/plain"))
    journey.use("d")
    #expect(journey.text.contains("~ line 2  two → 2"))
    #expect(journey.text.contains("+ line 4  four"))
    journey = twice(
      Samples.exchange("\0\u{1}", type: "application/octet-stream"),
      Samples.exchange("\0\u{1}\u{2}", type: "application/octet-stream"))
    journey.use("d")
    #expect(journey.text.contains("~ bytes  Binary, 2 B → Binary, 3 B"))
  }

  @Test func `Binary bodies are compared completely.`() {
    let start = String(repeating: "a", count: 1 << 20)
    func sent(_ body: String) -> Exchange {
      var exchange = Samples.exchange("x", type: "text/plain")
      exchange.hops[0].request.body = ByteStore(Array(body.utf8))
      return exchange
    }
    #expect(ExchangeComparison(from: sent(start + "1"), to: sent(start + "2")).changes.map(\.name) == ["body"])
    #expect(ExchangeComparison(from: sent(start + "1"), to: sent(start + "1")).changes.isEmpty)
    func binary(_ end: String) -> Exchange { Samples.exchange("\0aaaa" + end, type: "application/octet-stream") }
    let comparison = ExchangeComparison(from: binary("1"), to: binary("2"), longestText: 3)
    #expect(comparison.changes.map(\.name) == ["bytes"] && !comparison.isCut)
  }

  @Test func `Truncated texts and lists of differences say so.`() {
    func text(_ end: String) -> Exchange { Samples.exchange("a\nb\nc\n" + end, type: "text/plain") }
    let long = ExchangeComparison(from: text("1"), to: text("2"), longestText: 6)
    #expect(long.changes.isEmpty && long.isCut)
    #expect(!ExchangeComparison(from: text("1"), to: text("1"), longestText: 6).isCut)
    let lines = (0..<10_001).map { "a\($0)\n" }.joined()
    let many = ExchangeComparison(
      from: Samples.exchange(lines, type: "text/plain"),
      to: Samples.exchange(lines.replacing("a", with: "b"), type: "text/plain"))
    #expect(many.changes.count == 10_000 && many.isCut)
    var view = DerivedComparison(serial: 1, against: "")
    view.comparison = long
    #expect(view.summary(ignoring: []) == "no difference in the compared part")
    var journey = twice(text("1"), text("2"))
    journey.type("d")
    let key = RequestKey.file(Samples.getUserPath)
    journey.apply(.response(.compared(serial: journey.state.serial, long), of: key))
    #expect(journey.text.contains("No differences in the compared part"))
  }

  @Test func `A truncated long value is marked.`() {
    let long = String(repeating: "x", count: 5_000)
    func changes(_ type: String, _ text: (String) -> String) -> [ExchangeComparison.Change] {
      ExchangeComparison(
        from: Samples.exchange(text(long + "1"), type: type), to: Samples.exchange(text(long + "2"), type: type)
      ).changes
    }
    let all = changes("text/plain", { $0 }) + changes("application/json", { "{\"a\": \"\($0)\"}" })
    #expect(all.count == 2)
    for change in all {
      #expect(change.old?.hasSuffix("x…") == true && change.new?.hasSuffix("x…") == true)
    }
  }

  @Test("Without an earlier answer in this run, the one in the history is loaded")
  func fromHistory() {
    var journey = Journey.answered(Samples.exchange(Self.after))
    journey.apply(.history(.loaded(Samples.history)))
    journey.use("d")
    #expect(journey.effects.last == .files(.loadComparand(.file(Samples.getUserPath), id: "2")))
    journey.apply(.response(.comparandLoaded(Samples.exchange(Self.before)), of: .file(Samples.getUserPath)))
    journey.carryOut()
    #expect(journey.text.contains("~ name  \"Ada\" → \"Grace\""))
  }

  @Test("Values masked by the history are not differences")
  func masked() {
    let old = Samples.exchange("{\"token\": \"••••\", \"a\": 1}")
    var journey = twice(old, Samples.exchange("{\"token\": \"secret\", \"a\": 2}"))
    journey.use("d")
    #expect(!journey.text.contains("token"))
    #expect(journey.text.contains("~ a  1 → 2"))
  }

  @Test("The key D compares with any exchange of the history, in its list with the one under the cursor")
  func choosing() {
    var journey = Journey.answered(Samples.exchange(Self.after))
    journey.apply(.history(.loaded(Samples.history)))
    journey.use("D")
    #expect(journey.text.contains("Compare with"))
    #expect(journey.text.contains("422 POST http://127.0.0.1:4010/users"))
    journey.use("422")
    journey.use(.enter)
    #expect(journey.effects.last == .files(.loadComparand(.file(Samples.getUserPath), id: "1")))
    journey.apply(.tree(.activate(.historyRoot)))
    journey.apply(.tree(.moved(.down)))
    _ = journey.state.setFocus(.tree)
    journey.forget()
    journey.use("D")
    #expect(journey.effects.contains(.files(.loadComparand(.file(Samples.getUserPath), id: "2"))))
    #expect(journey.state.focus == .response)
  }
}
