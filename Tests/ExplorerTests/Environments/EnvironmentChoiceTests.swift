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
}
