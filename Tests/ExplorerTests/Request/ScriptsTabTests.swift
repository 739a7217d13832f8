import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The Scripts tab") struct ScriptsTabTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private func journey(columns: Int = 100, rows: Int = 30) -> Journey {
    var journey = Journey.request(ScriptSamples.request, columns: columns, rows: rows)
    journey.keys("9")
    return journey
  }

  @Test(
    "One script is shown at a time, below the row that left and right move in",
    arguments: [(80, 24), (120, 40), (200, 60)])
  func choosing(columns: Int, rows: Int) {
    var journey = journey(columns: columns, rows: rows)
    #expect(journey.pane.contains("Before request 1   After response   Tests 6"))
    #expect(journey.pane.contains("1 \(ScriptSamples.before)"))
    journey.keys("right")
    #expect(journey.pane.contains("No script runs after the response."))
    journey.keys("right")
    #expect(journey.pane.contains("2   pm.expect(pm.response.responseTime)"))
    journey.keys("right")
    #expect(journey.editor.tab == .scripts)
    journey.keys("left left left")
    #expect(journey.editor.tab == .options)
  }

  @Test("Typing creates, changes and removes a script, and undo brings it back")
  func editing() {
    var journey = journey()
    journey.go("right enter ‹let a = 1;› esc")
    let added = ScriptSamples.scripts + [Script(phase: "after-response", code: "let a = 1;")]
    #expect(journey.draft.scripts == added)
    journey.keys("enter ctrl-a backspace esc")
    #expect(journey.draft.scripts == ScriptSamples.scripts)
    journey.keys("u")
    #expect(journey.draft.scripts == added)
    journey.go("left enter ‹// now: › esc")
    #expect(journey.draft.scripts[0].code == "// now: \(ScriptSamples.before)" && journey.draft.scripts[0].line == 14)
  }

  @Test("Several scripts of a phase stay in their order, and an emptied one keeps its place")
  func several() {
    var definition = ScriptSamples.request
    definition.scripts.append(Script(phase: "before-request", code: "second()"))
    var journey = Journey.request(definition, columns: 120)
    journey.keys("9")
    #expect(journey.pane.contains("Before request 1   Before request 2 1   After response   Tests 6"))
    journey.keys("enter ctrl-a backspace esc")
    #expect(journey.draft.scripts.map(\.code) == ["", ScriptSamples.tests, "second()"])
    journey.keys("right enter ctrl-a backspace esc")
    #expect(journey.draft.scripts.map(\.code) == ["", ScriptSamples.tests])
  }

  @Test("Names are completed part by part, and a function gets its parentheses")
  func names() {
    var journey = journey()
    journey.go("right enter ‹pm.respo› enter ‹.jso› enter")
    #expect(journey.draft.scripts.last?.code == "pm.response.json()")
  }

  @Test("Variables are completed in the quotes of a call")
  func variables() {
    var journey = journey()
    journey.go("right enter ‹pm.environment.get(\"ba› enter ‹\")› esc")
    #expect(journey.draft.scripts.last?.code == "pm.environment.get(\"base_url\")")
  }

  @Test("A fault of the syntax is marked at its line until the text changes")
  func faults() {
    var journey = journey()
    let slot = ScriptSlot(phase: "before-request")
    #expect(journey.effects.contains(.transfer(.checkScript(key, slot, ScriptSamples.before))))
    journey.forget()
    let fault = QueryIssue(line: 1, column: 4, message: "Unexpected token")
    journey.apply(.request(.scriptChecked(slot, ScriptSamples.before, fault), of: key))
    #expect(journey.footer.contains("line 1, column 4: Unexpected token"))
    journey.go("enter ‹x›")
    #expect(journey.effects.contains(.transfer(.checkScript(key, slot, "x\(ScriptSamples.before)"))))
    journey.apply(.request(.scriptChecked(slot, "x\(ScriptSamples.before)", nil), of: key))
    #expect(!journey.footer.contains("Unexpected token"))
  }

  @Test("$EDITOR gets the script as JavaScript, and its text comes back to the same script")
  func external() {
    var journey = journey()
    let slot = ScriptSlot(phase: "before-request")
    journey.keys("ctrl-e")
    #expect(
      journey.effects.contains(
        .system(.edit(ScriptSamples.before, suffix: ".js", purpose: .script(key, slot)))))
    journey.keys("right")
    journey.apply(.request(.edited(.script(key, slot), "other()\n"), of: key))
    #expect(journey.draft.scripts[0].code == "other()")
  }

  @Test("T runs the scripts again on the answer, and without an answer says how to get one")
  func rerun() {
    var journey = journey()
    journey.keys("T")
    #expect(journey.footer.contains("There is no answer: ^R sends the request and runs them"))
    journey.answer(Samples.exchange())
    journey.state.focus = .request
    journey.forget()
    journey.keys("T")
    #expect(
      journey.effects.contains { if case .transfer(.rerunScripts(key, _, _, _)) = $0 { true } else { false } })
    journey.apply(.sending(.step(key, .scriptsRan(ScriptSamples.results))))
    #expect(journey.state.session?.response.tab == .tests)
    #expect(journey.footer.contains("The scripts ran again: 1/2 tests passed"))
  }

  @Test("T and the palette run the scripts again from the tabs Tests and Console of the answer", arguments: ["5", "6"])
  func rerunFromResults(tab: String) throws {
    var journey = Journey(columns: 160, rows: 40)
    journey.open(ScriptSamples.request)
    journey.answer(Samples.exchange())
    journey.judge(ScriptSamples.results)
    while journey.state.focus != .response { journey.press(.tab) }
    #expect(!journey.footerKeys.contains("T run again"))
    journey.type(tab)
    #expect(journey.footerKeys.contains("T run again"), "\(journey.footerKeys)")
    let command = try #require(journey.state.commands.command(named: "rerunScripts"))
    #expect(journey.state.refusal(of: command) == nil)
    journey.forget()
    journey.type("T")
    #expect(
      journey.effects.contains { if case .transfer(.rerunScripts(key, _, _, _)) = $0 { true } else { false } })
  }

  @Test("T says why nothing runs again without scripts, and for an exchange of the history")
  func refusals() {
    var journey = Journey.answered(columns: 120, rows: 40)
    journey.type("5T")
    #expect(journey.footer.contains("The request has no scripts"))
    journey.apply(.history(.loaded(Samples.history)))
    journey.apply(
      .files(.exchangeLoaded(id: "2", Samples.getUser, Samples.exchange(), scripts: ScriptSamples.results)))
    journey.type("5T")
    #expect(journey.footer.contains("apus history replay"))
    #expect(!journey.effects.contains { if case .transfer(.rerunScripts) = $0 { true } else { false } })
  }

  @Test("A collection has the same editors behind the key 0")
  func collection() {
    let settings = SharedSettings(scripts: [Script(phase: "tests", code: "shared()")])
    let definition = RequestDefinition(settings, of: .collection, named: "Demo")
    var journey = Journey(columns: 120, rows: 40)
    let key = RequestKey.file("/w/demo/opencollection.yml")
    journey.apply(.files(.requestLoaded(key, definition, id: nil, collection: Samples.root)))
    journey.keys("0")
    #expect(journey.pane.contains("1 shared()"))
    journey.go("enter ‹x›")
    #expect(journey.draft.scripts == [Script(phase: "tests", code: "xshared()")])
  }

  @Test("A call has the phases of gRPC, and those of its file that do not run are named")
  func call() throws {
    var definition = CallSamples.definition()
    definition.scripts = [
      Script(phase: "grpc:before-message-send", code: "each()"), Script(phase: "grpc:after-call-end", code: "last()"),
    ]
    var journey = try CallSamples.opened(definition)
    journey.keys("8")
    #expect(journey.pane.contains("Before call   After call 1   Tests   Before message (not run) 1"), "\(journey.pane)")
    #expect(journey.pane.contains("1 last()"))
    journey.go("left enter ‹first()› esc")
    #expect(journey.draft.scripts.last == Script(phase: "grpc:before-call-start", code: "first()"))
    journey.go("right right right enter ‹x› esc")
    #expect(journey.draft.scripts.first?.code == "xeach()")
  }

  @Test("A call shows a phase of HTTP with a script, and only folders and calls run the phases of gRPC")
  func phases() {
    func titles(_ kind: RequestDefinition.Kind, _ phases: [String]) -> [String] {
      let scripts = phases.map { Script(phase: $0, code: "run()") }
      let definition = RequestDefinition(kind: kind, name: "R", scripts: scripts)
      return definition.scriptSlots.map { $0.title(in: definition) }
    }
    let call = titles(.grpc, ["tests", "before-request"])
    #expect(call == ["Before request", "Before call", "After call", "Tests"])
    let folder = titles(.folder, ["grpc:before-call-start"])
    #expect(folder == ["Before request", "Before call", "After response", "Tests"])
    let http = titles(.http, ["grpc:before-call-start", "other"])
    #expect(http == ["Before request", "After response", "Tests", "Before call (not run)", "other (not run)"])
  }
}
