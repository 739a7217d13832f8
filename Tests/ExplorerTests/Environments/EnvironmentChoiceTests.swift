import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The environment of each collection") struct EnvironmentChoiceTests {
  @Test("Each collection keeps its own choice, initially the environment of the same name")
  func choices() {
    var state = Environments()
    state.enter("/ours")
    (state.chosen, state.wasChosen) = ("local", true)
    state.enter("/theirs")
    #expect(state.chosen == "local" && !state.wasChosen)
    (state.chosen, state.wasChosen) = ("staging", true)
    state.enter("/ours")
    #expect(state.chosen == "local" && state.wasChosen)
    state.enter("/theirs")
    #expect(state.chosen == "staging" && state.wasChosen)
  }

  private func choosing() -> Journey {
    var journey = Journey()
    journey.apply(.environment(.loaded([Environment(name: "local"), Environment(name: "staging")])))
    journey.type("e")
    journey.forget()
    return journey
  }

  @Test("A typed name that no environment has is created after a prompt shows it")
  func creates() {
    var journey = choosing()
    journey.type("prod")
    #expect(journey.text.contains("Create prod…"))
    journey.press(.enter)
    #expect(journey.effects.isEmpty && journey.state.environment.chosen == "local")
    #expect(journey.text.contains("Name of the new environment") && journey.text.contains("Enter create"))
    journey.press(.enter)
    let made = EnvironmentEffect.create(collection: Samples.root, Environment(name: "prod"))
    #expect(journey.effects.contains(.environment(made)))
    #expect(journey.state.environment.chosen == "prod" && journey.state.overlay == .environmentEditor)
  }

  @Test("An invalid typed name stays in the prompt, with the reason")
  func corrected() {
    var journey = choosing()
    journey.type("a/b")
    journey.press(.enter)
    #expect(journey.text.contains("\"a-b\""))
    journey.press(.backspace, .backspace)
    journey.type("1")
    journey.press(.enter)
    #expect(journey.effects.contains(.environment(.create(collection: Samples.root, Environment(name: "a1")))))
  }

  @Test("The existing environments come first, and their own names create nothing")
  func existing() {
    var journey = choosing()
    journey.type("stag")
    #expect(journey.text.contains("Create stag"))
    journey.press(.enter)
    #expect(journey.state.environment.chosen == "staging")
    journey.type("e")
    journey.type("local")
    #expect(!journey.text.contains("Create local"))
  }

  @Test("The list wraps: up from the first item leads to the last")
  func wraps() {
    var journey = choosing()
    guard case .picker(let picker)? = journey.state.overlay else { return }
    for _ in 0..<picker.found.count { journey.press(.down) }
    guard case .picker(let same)? = journey.state.overlay else { return }
    #expect(same.current == picker.current)
    journey.press(.home, .up)
    while case .picker(let shown)? = journey.state.overlay, shown.current?.id != "local" { journey.press(.up) }
    journey.press(.up)
    guard case .picker(let last)? = journey.state.overlay else { return }
    #expect(last.current?.id == Picker.newEnvironment)
  }
}
