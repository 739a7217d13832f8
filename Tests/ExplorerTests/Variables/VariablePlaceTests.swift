import Testing
import Workspaces

@testable import Explorer

@Suite("Explaining variables and going to their place")
struct VariablePlaceTests {
  private func journey(_ url: String, table: VariableTable = Samples.variables) -> Journey {
    var journey = Journey.request(RequestDefinition(name: "R", url: url), columns: 120)
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), table)))
    return journey
  }

  @Test("Each variable of the field is listed once, and a note reports a field without any")
  func explains() {
    var journey = journey("{{base_url}}/{{token}}/{{base_url}}")
    journey.keys("up f3")
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("No list is shown")
      return
    }
    #expect(picker.items.map(\.id) == ["base_url", "token"])
    var plain = self.journey("http://h/plain")
    plain.keys("up f3")
    #expect(plain.footer.contains("There is no variable under the cursor"))
  }

  @Test("A note reports that the variables are still being read")
  func waits() {
    var journey = Journey()
    let definition = RequestDefinition(name: "R", url: "http://h/{{token}}")
    journey.apply(
      .files(.requestLoaded(.file(Samples.getUserPath), definition, id: "users/get-user", collection: Samples.root)))
    journey.keys("up f3")
    #expect(journey.footer.contains("The variables are still being read"))
  }

  @Test("A value of the command line is only explained")
  func given() {
    let table = VariableTable([VariableTable.Entry("host", "h", origin: .commandLine)])
    var journey = journey("http://{{host}}/", table: table)
    journey.apply(.variables(.chosen("host")))
    #expect(journey.state.message?.text.hasPrefix("host comes from ") == true)
    #expect(journey.state.overlay == nil)
  }
}
