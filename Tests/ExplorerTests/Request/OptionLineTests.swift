import Testing
import Workspaces

@testable import Explorer

@Suite struct OptionLineTests {
  @Test(arguments: [
    ("if", "{{role}} eq", "{{role}} eq admin"), ("keepAliveInterval", "often", "30000"), ("timeout", "x", "500"),
    ("scriptTimeout", "0", "900"),
  ])
  func `An invalid option changes nothing, a valid one is shown and makes the tab not empty`(
    id: String, invalid: String, valid: String
  ) {
    var request = RequestDefinition(kind: .webSocket, name: "")
    #expect(RequestTab.options.isEmpty(in: request))
    request.setOption(id, invalid)
    #expect(request == RequestDefinition(kind: .webSocket, name: ""))
    request.setOption(id, valid)
    #expect(request.optionLines().first { $0.id == id }?.value == valid)
    #expect(!RequestTab.options.isEmpty(in: request))
    request.setOption(id, "")
    #expect(RequestTab.options.isEmpty(in: request))
  }

  @Test func `The limit on the time of scripts is an option of a request with scripts.`() {
    var request = RequestDefinition(name: "")
    #expect(!request.optionLines().contains { $0.id == "scriptTimeout" })
    request.scripts = [Script(phase: "tests", code: "a()")]
    #expect(request.optionLines().first { $0.id == "scriptTimeout" }?.placeholder == "5000")
  }
}
