import Basics
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The questions of a send")
struct AskingTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private let scope = AnswerScope(collection: "/c", environment: "local")

  /// A journey that has started a send, and the number of the send.
  private func sent(_ definition: RequestDefinition = Samples.getUser) -> (Journey, Int) {
    var journey = Journey.request(definition)
    journey.press(.control("r"))
    let id = journey.state.sending(key)?.id ?? 0
    journey.forget()
    return (journey, id)
  }

  @Test("Prompts are asked in one form and sent with the request")
  func prompts() {
    var (journey, id) = sent()
    journey.apply(.sending(.step(key, .answersNeeded(send: id, [PromptQuestion("order"), PromptQuestion("colour")]))))
    #expect(!journey.state.isSending)
    #expect(journey.text.contains("order"))
    journey.type("42")
    journey.press(.enter)
    journey.forget()
    journey.press(.enter)
    #expect(journey.sends.first?.inputs.prompts == ["order": "42", "colour": ""])
    #expect(journey.state.outbox.pending == nil)
    #expect(journey.state.outbox.lastAnswers == ["order": "42", "colour": ""])
  }

  @Test("A secret answer is hidden during typing and not offered again")
  func secretPrompt() {
    var (journey, id) = sent()
    journey.apply(.sending(.step(key, .answersNeeded(send: id, [PromptQuestion("api token")]))))
    journey.type("hunter2")
    #expect(!journey.text.contains("hunter2"))
    #expect(journey.text.contains("*******"))
    journey.press(.enter)
    #expect(journey.sends.first?.inputs.prompts == ["api token": "hunter2"])
    #expect(journey.state.outbox.lastAnswers.isEmpty)
  }

  @Test("Esc sends nothing and restores the previous answer")
  func abandoned() {
    var journey = Journey.request()
    journey.apply(.response(.transfer(send: 0, .finished(Samples.exchange())), of: key))
    journey.press(.control("r"))
    let first = journey.state.sending(key)?.id ?? 0
    journey.apply(.response(.transfer(send: first, .finished(Samples.exchange())), of: key))
    journey.press(.control("r"))
    let id = journey.state.sending(key)?.id ?? 0
    journey.apply(.sending(.step(key, .answersNeeded(send: id, [PromptQuestion("order")]))))
    journey.forget()
    journey.press(.escape)
    #expect(!journey.usesNetwork)
    #expect(journey.state.session?.response.exchange != nil)
    #expect(journey.footer.contains("Nothing was sent"))
  }

  @Test func `A withdrawn send keeps the test results of the previous answer.`() {
    var definition = Samples.getUser
    definition.assertions = [Assertion("res.status", "eq", "200")]
    var (journey, first) = sent(definition)
    journey.apply(.response(.transfer(send: first, .finished(Samples.exchange())), of: key))
    let checks = AnswerChecks(
      assertions: [AssertionResult(expression: "res.status eq 200", passed: true, actual: "200")])
    journey.apply(.sending(.step(key, .judged(checks, scope))))
    #expect(journey.text.contains("tests 1/1 ✓"))
    journey.press(.control("r"))
    #expect(!journey.text.contains("tests 1/1"))
    let id = journey.state.sending(key)?.id ?? 0
    journey.apply(.sending(.step(key, .answersNeeded(send: id, [PromptQuestion("order")]))))
    journey.press(.escape)
    #expect(journey.text.contains("tests 1/1 ✓"))
  }

  private let asked = ConsentQuestion(
    [
      UserValueUse(.command("op read op://work/api/token"), to: "https://api.test", place: "header 1, X-Key"),
      UserValueUse(.variable("AWS_SECRET"), to: "https://evil.test", place: "URL"),
      UserValueUse(.file("/home/me/.ssh/id"), to: "https://evil.test", place: "file 1"),
    ], collection: "/w/demo")

  @Test("A collection's uses are shown by name and receiver, and sent only after consent")
  func consent() {
    var (journey, id) = sent()
    journey.apply(.sending(.step(key, .consentNeeded(send: id, asked))))
    for text in [
      "op read op://work/api/token", "AWS_SECRET", "/home/me/.ssh/id", "to https://evil.test", "in file 1", "/w/demo",
      "Before sending",
    ] {
      #expect(journey.text.contains(text), "\(text)")
    }
    #expect(journey.asked.contains("Allow this for this collection"))
    #expect(!journey.state.isSending)
    journey.forget()
    journey.type("y")
    #expect(journey.effects == [.transfer(.allow(asked, key))])
    journey.forget()
    journey.apply(.sending(.step(key, .allowed)))
    #expect(journey.sends.first != nil)
  }

  @Test("The answer Not now allows and sends nothing", arguments: ["n", "\u{1B}"])
  func refusedConsent(answer: String) {
    var (journey, id) = sent()
    journey.apply(.sending(.step(key, .consentNeeded(send: id, asked))))
    journey.forget()
    if answer == "n" { journey.type(answer) } else { journey.press(.escape) }
    #expect(!journey.usesNetwork)
    #expect(!journey.state.isSending)
  }

  @Test("A send that needs a question but cannot ask is not sent")
  func askedElsewhere() {
    var (journey, id) = sent()
    journey.type("?")
    journey.apply(.sending(.step(key, .consentNeeded(send: id, asked))))
    #expect(!journey.state.isSending)
    #expect(!journey.text.contains("Allow this for this collection"))
    #expect(!journey.usesNetwork)
  }

  @Test("A command whose end was not visible cannot be accepted")
  func longCommand() {
    var (journey, id) = sent()
    var long = asked
    let line = "echo harmless" + String(repeating: " ", count: 3000) + "; rm -rf ~"
    long.uses = [UserValueUse(.command(line), to: "")]
    journey.apply(.sending(.step(key, .consentNeeded(send: id, long))))
    journey.forget()
    journey.type("y")
    #expect(journey.effects.isEmpty)
    #expect(journey.text.contains("more below"))
    for _ in 0..<60 { journey.press(.pageDown) }
    #expect(journey.text.contains("rm -rf"))
    journey.type("y")
    #expect(journey.effects == [.transfer(.allow(long, key))])
  }

  @Test("Captured variables are available to the next request, and a failed test is reported")
  func judged() {
    var (journey, id) = sent()
    journey.apply(.response(.transfer(send: id, .finished(Samples.exchange())), of: key))
    let checks = AnswerChecks(
      assertions: [AssertionResult(expression: "res.status eq 201", passed: false, actual: "200")],
      captured: [.init("user", "42")])
    journey.apply(.sending(.step(key, .judged(checks, scope))))
    #expect(journey.footer.contains("1 of 1 tests failed: res.status eq 201, got 200"))
    journey.forget()
    journey.press(.control("r"))
    #expect(journey.sends.first?.inputs.runtime == [scope: RuntimeVariables([.init("user", "42")])])
  }

  @Test("The Tests tab marks each assertion and names captures")
  func testsTab() {
    var definition = Samples.getUser
    definition.assertions = [Assertion("res.status", "eq", "201"), Assertion("res.body.id", "eq", "42")]
    definition.captures = [Capture(variable: "user", expression: "res.body.id")]
    var (journey, id) = sent(definition)
    journey.apply(.response(.transfer(send: id, .finished(Samples.exchange())), of: key))
    let checks = AnswerChecks(
      assertions: [
        AssertionResult(expression: "res.status eq 201", passed: false, actual: "200"),
        AssertionResult(expression: "res.body.id eq 42", passed: true, actual: "42"),
      ], captured: [.init("user", "42")])
    journey.apply(.sending(.step(key, .judged(checks, scope))))
    journey.apply(.terminal(.resized(Size(columns: 100, rows: 40))))
    journey.type("6")
    #expect(journey.pane.contains("✗ was 200"))
    #expect(journey.pane.contains("✓"))
    #expect(journey.pane.contains("sets user from res.body.id = 42"))
  }

  @Test("A history entry is resent as it was, or in the current form of its request")
  func resend() {
    var journey = Journey()
    journey.apply(.history(.loaded(Samples.history)))
    var old = Samples.getUser
    old.url = "http://127.0.0.1:4010/users/42"
    journey.apply(.files(.exchangeLoaded(id: "2", old, Samples.exchange())))
    journey.forget()
    journey.press(.control("r"))
    let shown = old.withQueryInStep
    let sent = journey.effects.contains { effect in
      if case .transfer(.send(.history("2"), _, shown, _)) = effect { true } else { false }
    }
    #expect(sent)
    journey.apply(.response(.transfer(send: journey.state.serial, .finished(Samples.exchange())), of: .history("2")))
    journey.forget()
    journey.press(.alt("r"))
    #expect(journey.effects.contains(.files(.loadRequest(key))))
    journey.forget()
    journey.open()
    #expect(journey.sends.first != nil)
  }

  @Test("Text sent literally is not treated as a template when a history entry is resent")
  func plainBraces() {
    var journey = Journey()
    journey.apply(.history(.loaded(Samples.history)))
    var old = Samples.getUser
    old.url = "http://127.0.0.1:4010/users/42"
    old.headers = [Row("X", "{{tok}}")]
    journey.apply(.files(.exchangeLoaded(id: "2", old, Samples.exchange())))
    journey.forget()
    journey.press(.control("r"))
    #expect(journey.footer.contains("{{tok}} was sent as plain text"))
    #expect(!journey.usesNetwork)
  }

  @Test("Secrets masked by the history are never sent in masked form")
  func masked() {
    var journey = Journey()
    journey.apply(.history(.loaded(Samples.history)))
    var old = Samples.getUser
    old.headers = [Row("Authorization", Redaction.standard.mask)]
    journey.apply(.files(.exchangeLoaded(id: "2", old, Samples.exchange())))
    journey.forget()
    journey.press(.control("r"))
    #expect(journey.asked.contains("masked in the history"))
    #expect(!journey.usesNetwork)
  }
}
