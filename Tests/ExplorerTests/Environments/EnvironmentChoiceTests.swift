import Testing
import Workspaces

@testable import Explorer

@Suite("The environment of each collection") struct EnvironmentChoiceTests {
  @Test("A collection keeps its own choice while another one is current; at first, it takes the same name")
  func choices() {
    var state = EnvironmentFeature.State()
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
