import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The question whether scripts may run") struct ScriptConsentTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private func asked(columns: Int = 120, rows: Int = 40) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.askAboutScripts()
    journey.forget()
    return journey
  }

  @Test(
    "The page lists phase, file and lines of each script, and shows the code before anything is allowed",
    arguments: [(80, 24), (120, 40), (200, 60)])
  func listed(columns: Int, rows: Int) {
    var journey = asked(columns: columns, rows: rows)
    #expect(journey.text.contains("The collection demo contains scripts that you have not allowed yet."))
    #expect(journey.text.contains("before-request  opencollection.yml:8"))
    #expect(journey.text.contains("tests           users/Get user.yml:20") && journey.text.contains("6 lines"))
    #expect(journey.text.contains("1 console.log(1)"))
    #expect(journey.text.contains("Esc cancel"), "\(journey.text)")
    journey.keys("down")
    #expect(journey.text.contains("pm.test(\"is fast\""))
    #expect(journey.sends.isEmpty && !journey.state.isSending)
  }

  @Test("a allows all and sends once that is recorded")
  func allowed() {
    var journey = asked()
    journey.type("a")
    #expect(journey.effects.contains(.transfer(.allowScripts(ScriptSamples.question, key))))
    #expect(journey.state.overlay == nil)
    journey.apply(.sending(.step(key, .allowed)))
    #expect(journey.sends.map(\.skipsScripts) == [false])
  }

  @Test("n sends without scripts")
  func declined() {
    var journey = asked()
    journey.type("n")
    #expect(journey.sends.map(\.skipsScripts) == [true] && journey.state.overlay == nil)
  }

  @Test("Enter gives the keys to the code, and Esc returns to the list, then sends nothing")
  func reading() {
    var journey = asked(columns: 80, rows: 12)
    journey.keys("down enter")
    #expect(journey.state.scriptConsent?.isReading == true && journey.text.contains("pm.test(\"is fast\""))
    journey.keys("down down")
    #expect(!journey.text.contains("is fast") && journey.text.contains("has an id"))
    journey.keys("esc")
    #expect(journey.state.scriptConsent?.isReading == false)
    journey.keys("esc")
    #expect(journey.state.overlay == nil && journey.sends.isEmpty)
    #expect(journey.state.message?.text == "Nothing was sent")
  }

  @Test("A letter typed before the page was on the screen does not answer it")
  func early() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.press(.control("r"))
    let send = journey.state.sending(key)?.id ?? 0
    _ = journey.state.apply(.sending(.step(key, .scriptsNeeded(send: send, ScriptSamples.question))))
    let effects = journey.state.apply(.terminal(.key(.character("a"))))
    #expect(!effects.contains(.transfer(.allowScripts(ScriptSamples.question, key))))
    #expect(journey.state.scriptConsent != nil)
  }

  @Test("A user who has gone on is told, and not interrupted")
  func busy() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.press(.control("r"))
    let send = journey.state.sending(key)?.id ?? 0
    journey.press(.tab)
    journey.apply(.sending(.step(key, .scriptsNeeded(send: send, ScriptSamples.question))))
    #expect(journey.state.overlay == nil)
    #expect(journey.footer.contains("Get user was not sent: its scripts are not allowed yet; ^R asks again"))
  }

  @Test("Where scripts cannot run, a question names the reason and offers to send without them")
  func unavailable() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.press(.control("r"))
    journey.forget()
    let send = journey.state.sending(key)?.id ?? 0
    journey.apply(.sending(.step(key, .scriptsUnavailable(send: send, 2, "the engine is missing: apt install engine"))))
    #expect(journey.asked.contains("the engine is missing: apt install engine"))
    #expect(journey.asked.contains("Send without its 2 scripts?"))
    journey.type("y")
    #expect(journey.sends.map(\.skipsScripts) == [true])
  }

  @Test("A value that a script asks for after the answer is a question, and the scripts run again once it is allowed")
  func afterAnswer() {
    var journey = Journey.answered()
    let use = UserValueUse(.variable("HOME_KEY"), to: UserValueUse.scripts, place: "scripts")
    let question = ConsentQuestion([use], collection: Samples.root)
    journey.apply(.sending(.step(key, .scriptValuesNeeded(question))))
    #expect(journey.asked.contains("HOME_KEY") && journey.asked.contains("and run the scripts again?"))
    journey.forget()
    journey.type("y")
    #expect(journey.effects.contains(.transfer(.allow(question, key))))
    journey.apply(.sending(.step(key, .allowed)))
    let ranAgain = journey.effects.contains { effect in
      if case .transfer(.rerunScripts(key, _, _, _)) = effect { true } else { false }
    }
    #expect(ranAgain && journey.sends.isEmpty)
  }

  @Test("A script that skips the request, or fails before it, says why nothing was sent")
  func skipped() {
    for (failure, words) in [
      (nil, "Get user was not sent: a script skipped it"),
      (ScriptSamples.failure, "Get user was not sent: has an id: expected 42 to equal 41"),
    ] as [(ScriptVerdict?, String)] {
      var journey = Journey(columns: 120, rows: 40)
      journey.open()
      journey.press(.control("r"))
      var results = ScriptResults()
      results.failure = failure
      let send = journey.state.sending(key)?.id ?? 0
      journey.apply(.sending(.step(key, .scriptsSkipped(send: send, results))))
      #expect(!journey.state.isSending && journey.footer.contains(words))
    }
  }

  @Test("Scripts that kept a request from being sent show their tests and console lines")
  func skippedLines() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.press(.control("r"))
    var results = ScriptSamples.results
    results.failure = ScriptSamples.failure
    let send = journey.state.sending(key)?.id ?? 0
    journey.apply(.sending(.step(key, .scriptsSkipped(send: send, results))))
    #expect(journey.text.contains("Not sent: has an id"), "\(journey.text)")
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type("6")
    #expect(journey.text.contains("Console 2") && journey.text.contains("started"), "\(journey.text)")
    journey.type("5")
    #expect(journey.text.contains("✗ has an id"))
  }
}
