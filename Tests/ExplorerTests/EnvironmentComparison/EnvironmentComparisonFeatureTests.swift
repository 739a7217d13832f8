import Basics
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The open request under several environments") struct EnvironmentComparisonFeatureTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private func opened(_ definition: RequestDefinition = Samples.getUser, columns: Int = 110, rows: Int = 30) -> Journey
  {
    var journey = Journey(columns: columns, rows: rows)
    journey.open(definition)
    journey.apply(
      .environment(
        .loaded(
          [Environment(name: "local"), Environment(name: "staging"), Environment(name: "live", isProtected: true)],
          unreadable: [], faults: [:])))
    journey.apply(.command(CommandTable().command(named: "sendUnderSeveral") ?? OverlayCommands.help))
    return journey
  }

  private func sends(_ journey: Journey) -> [(number: Int, environment: String?, terms: SendTerms)] {
    journey.effects.compactMap { effect in
      if case .transfer(.sendUnder(let number, key, _, let terms)) = effect {
        (number, terms.environment, terms)
      } else {
        nil
      }
    }
  }

  /// A page with answers of the first two environments.
  private func answered() -> Journey {
    var journey = opened()
    journey.press(.character("a"), .end, .character(" "), .enter)
    for (number, environment, _) in sends(journey) {
      let body = "{\"name\": \"\(environment ?? "")\", \"same\": 1}"
      let exchange = Samples.exchange(body)
      journey.apply(
        .environmentComparison(
          .answered(
            send: number, exchange, AnswerChecks(), AnswerScope(collection: "/w/demo", environment: environment))))
    }
    return journey
  }

  @Test("The list has the active environment ticked and sends under the ticked ones")
  func ticked() {
    var journey = opened()
    #expect(journey.text.contains("Send to several environments") && journey.text.contains("☑ local"))
    #expect(journey.text.contains("☐ staging") && journey.text.contains("protected"))
    journey.press(.enter)
    #expect(sends(journey).isEmpty && journey.state.message?.text.contains("at least two") == true)
    journey.press(.down, .character(" "), .enter)
    #expect(sends(journey).map(\.environment) == ["local", "staging"])
    #expect(Set(sends(journey).map(\.number)).count == 2 && journey.text.contains("sending…"))
    #expect(journey.text.contains("2 running"))
  }

  @Test("A protected environment asks before a request that may change data is sent anywhere")
  func protected() {
    var definition = Samples.getUser
    definition.method = "DELETE"
    var journey = opened(definition)
    journey.press(.character("a"), .enter)
    #expect(sends(journey).isEmpty && journey.asked.contains("live is protected. Send to all?"))
    journey.type("y")
    #expect(sends(journey).map(\.environment) == ["local", "staging", "live"])
    let areConfirmed = sends(journey).map(\.terms.isConfirmed)
    #expect(areConfirmed == [true, true, true])
    #expect(journey.state.overlay == .environmentComparison)
  }

  @Test("Answers are rows with status, time and size; Enter opens one, and the box can be reopened")
  func results() {
    var journey = answered()
    #expect(journey.text.contains("200 OK") && !journey.text.contains("live"))
    journey.press(.home, .down, .enter)
    #expect(journey.state.overlay == nil && journey.state.focus == .response)
    let body = journey.state.session?.response.exchange?.body?.allBytes ?? []
    #expect(String(decoding: body, as: UTF8.self).contains("staging"))
    #expect(journey.footer.contains("The answer from staging"))
    journey.apply(.command(CommandTable().command(named: "sendUnderSeveral") ?? OverlayCommands.help))
    #expect(journey.state.overlay == .environmentComparison && journey.text.contains("200 OK"))
    journey.press(.character("e"))
    #expect(journey.text.contains("☑ staging"))
  }

  @Test("The key d compares with the first or the marked answer, in the comparison view")
  func compared() {
    var journey = answered()
    journey.forget()
    journey.press(.home, .down, .character("d"))
    let pairs = journey.effects.compactMap { effect -> [String]? in
      guard case .document(.compare(_, let old, let new, _)) = effect else { return nil }
      return [old, new].map { String(decoding: $0.body?.allBytes ?? [], as: UTF8.self) }
    }
    #expect(
      pairs.count == 1 && pairs.first?.first?.contains("local") == true
        && pairs.first?.last?.contains("staging") == true)
    #expect(journey.text.contains("Compared with local: 200"), "\(journey.text)")
    journey = answered()
    journey.press(.end, .character(" "), .home, .character("d"))
    #expect(journey.text.contains("Compared with staging: 200"))
  }

  @Test("Sent secrets of any environment are not among the differences")
  func secrets() {
    var journey = opened()
    journey.press(.character("a"), .end, .character(" "), .enter)
    for (number, environment, _) in sends(journey) {
      var exchange = Samples.exchange()
      let secret = "s3cr3t-of-\(environment ?? "")"
      exchange.hops[0].request.headers = Headers([Header("X-Mine", secret), Header("Accept", environment ?? "")])
      exchange.hops[0].request.url = "http://h/\(secret)"
      let scope = AnswerScope(collection: "/w/demo", environment: environment)
      journey.apply(.environmentComparison(.answered(send: number, exchange, AnswerChecks(), scope, secrets: [secret])))
    }
    journey.forget()
    journey.press(.home, .down, .character("d"))
    let comparisons = journey.effects.compactMap { effect -> ExchangeComparison? in
      guard case .document(.compare(_, let old, let new, _)) = effect else { return nil }
      return ExchangeComparison(from: old, to: new)
    }
    #expect(comparisons.first?.changes.map(\.name) == ["Accept"], "\(comparisons)")
    let shown = journey.state.session?.response.exchange?.request?.url
    #expect(shown == "http://h/s3cr3t-of-staging")
  }

  @Test("Prompts are asked once, and only withdrawn sends are repeated")
  func asked() {
    var journey = opened()
    journey.press(.character("a"), .end, .character(" "), .enter)
    let numbers = sends(journey).map(\.number)
    for number in numbers {
      journey.apply(.environmentComparison(.asked(send: number, [PromptQuestion("Order", usual: "42")])))
    }
    #expect(journey.text.contains("Before sending") && journey.text.contains("42"))
    journey.forget()
    journey.press(.enter)
    #expect(journey.state.overlay == .environmentComparison)
    // The answer to the first prompt is used for all sends.
    #expect(sends(journey).map(\.terms.inputs.prompts) == [["Order": "42"], ["Order": "42"]])
    #expect(Set(sends(journey).map(\.number)).isDisjoint(with: numbers))
  }

  @Test("Esc cancels the running sends; a refusal gives its reason as text")
  func refused() {
    var journey = opened(columns: 60)
    journey.press(.character("a"), .end, .character(" "), .enter)
    let numbers = sends(journey).map(\.number)
    journey.apply(
      .environmentComparison(
        .failed(send: numbers[0], "URL: \u{1B}]0;owned\u{7}\u{202E} " + String(repeating: "x", count: 4000))))
    #expect(journey.text.contains("␛]0;owned") && !journey.text.contains("\u{1B}"))
    journey.forget()
    journey.press(.escape)
    #expect(journey.effects.contains(.transfer(.cancel(send: numbers[1]))) && journey.state.overlay == nil)
    // A late answer changes nothing.
    journey.apply(.environmentComparison(.failed(send: numbers[1], "late")))
    #expect(journey.state.environmentComparison == nil)
  }

  @Test("The command is refused without two environments or a request to send")
  func unavailable() {
    var journey = Journey()
    journey.open()
    journey.press(.alt("e"))
    #expect(journey.state.overlay == nil && journey.footer.contains("at least two environments"), "\(journey.footer)")
  }

  @Test("The box fits the window at any size", arguments: [(20, 5), (40, 8), (80, 24), (200, 60)])
  func sizes(columns: Int, rows: Int) {
    var journey = opened(columns: columns, rows: rows)
    let frame = Overlay.environmentComparison.box(in: journey.state).frame(in: journey.state)
    #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= columns && frame.maxY <= rows)
    journey.click(frame.minX + 4, frame.minY + 1)
    #expect(journey.state.environmentComparison?.rows.first?.isTicked == false)
  }

  @Test("Times are aligned in one column, with or without an answer")
  func columns() throws {
    var journey = opened()
    journey.press(.character("a"), .end, .character(" "), .enter)
    for (number, environment, _) in sends(journey) {
      let exchange = environment == "local" ? Samples.exchange("{}") : Samples.failure(.connect, "Nobody is there")
      journey.apply(
        .environmentComparison(
          .answered(
            send: number, exchange, AnswerChecks(), AnswerScope(collection: "/w/demo", environment: environment))))
    }
    func column(_ name: String) throws -> Int {
      let line = try #require(journey.lines.first { $0.contains(" \(name) ") && $0.contains(" ms ") })
      let number = try #require(line.firstRange(of: #/[0-9.]+ ms/#))
      return line.distance(from: line.startIndex, to: number.lowerBound)
    }
    #expect(try column("local") == column("staging"), "\(journey.text)")
    #expect(journey.text.contains("no answer") && journey.text.contains("Nobody is there"))
  }
}
