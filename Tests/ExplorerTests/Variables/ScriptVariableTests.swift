import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Saving the value of a script on the screen") struct ScriptVariableTests {
  private static let local = Environment(name: "local", variables: [.init(Row("user_id", "7"))])
  private static let place = ScriptPlace(phase: "tests", file: "users/login.yml", line: 4)

  /// The explanation of a variable that a script has set to 8.
  private func journey(
    _ scope: ScriptScope, json: JSONValue? = nil, over entries: [VariableTable.Entry] = []
  ) -> Journey {
    var journey = Journey.request(RequestDefinition(name: "R", url: "{{user_id}}"), columns: 120)
    journey.apply(.environment(.loaded([Self.local])))
    let set = VariableTable.Entry("user_id", "8", json: json, origin: .script(scope, Self.place))
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), VariableTable([set] + entries))))
    journey.press(.up, .function(3))
    journey.forget()
    return journey
  }

  private func saves(_ journey: Journey) -> [EnvironmentEffect] {
    journey.effects.compactMap { if case .environment(let effect) = $0, case .save = effect { effect } else { nil } }
  }

  @Test("The key . saves a value of the environment, as its box says, and u undoes it")
  func environment() {
    var journey = journey(.environment, over: [.init("user_id", "7", origin: .environment("local"))])
    #expect(journey.text.contains("users/login.yml:4") && journey.text.contains(". saves it in the environment"))
    #expect(journey.text.contains("save it"), "\(journey.text)")
    journey.press(.character("."))
    let after = Environment(name: "local", variables: [.init(Row("user_id", "8"))])
    #expect(saves(journey) == [.save(collection: Samples.root, from: Self.local, to: after)])
    #expect(journey.state.overlay == nil && journey.state.environment.current == after)
    journey.press(.escape, .character("u"))
    #expect(saves(journey).last == .save(collection: Samples.root, from: after, to: Self.local))
    #expect(journey.state.environment.current == Self.local)
    journey.press(.control("y"))
    #expect(saves(journey).last == .save(collection: Samples.root, from: Self.local, to: after))
  }

  @Test(
    "A value of the collection or the globals is saved into their file", arguments: [ScriptScope.collection, .globals])
  func files(scope: ScriptScope) {
    var journey = journey(scope)
    #expect(journey.text.contains(". saves it in the "), "\(journey.text)")
    journey.press(.character("."))
    let change = ScriptChange(scope, "user_id", "8")
    let place = AnswerScope(collection: Samples.root, environment: "local")
    #expect(journey.effects.contains(.files(.change(.saveVariable(change, place)))))
  }

  @Test("A number is saved as one, also if the file has its text")
  func number() {
    let known = VariableTable.Entry("user_id", "8", origin: .environment("local"))
    var journey = journey(.environment, json: 8, over: [known])
    journey.press(.character("."))
    let after = Environment(name: "local", variables: [.init(Row("user_id", VariableValue(8)))])
    #expect(saves(journey) == [.save(collection: Samples.root, from: Self.local, to: after)])
  }

  @Test("A value that its file has already, and one of no file, cannot be saved")
  func nothing() {
    let saved = [VariableTable.Entry("user_id", "8", origin: .environment("local"))]
    for var journey in [journey(.environment, over: saved), journey(.runtime), journey(.local)] {
      #expect(!journey.text.contains("saves it") && !journey.text.contains("save it"), "\(journey.text)")
      journey.press(.character("."))
      #expect(journey.effects.isEmpty && journey.state.overlay != nil)
    }
  }
}
