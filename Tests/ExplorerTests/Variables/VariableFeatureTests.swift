import Testing
import Workspaces

@testable import Explorer

@Suite("Why this value: the reducer, by itself")
struct VariableFeatureTests {
  private func answer(
    _ action: VariableFeature.Action, to text: String = "", table: VariableTable? = Samples.variables,
    own: [Row] = []
  ) -> [VariableFeature.Outcome] {
    VariableFeature.reduce(
      action,
      in: VariableFeature.Surroundings(
        table: table, own: own, environment: "local", underCursor: { (VariableUse.all(in: text), nil) }))
  }

  @Test("Each variable of the field is listed once, and without one that is said")
  func explains() {
    guard case .pick(let picker)? = answer(.explainRequested, to: "{{base_url}}/{{token}}/{{base_url}}").first else {
      Issue.record("No list is shown")
      return
    }
    #expect(picker.items.map(\.id) == ["base_url", "token"])
    #expect(answer(.explainRequested, to: "plain") == [.said(.information, "There is no variable under the cursor")])
    #expect(
      answer(.explainRequested, to: "{{token}}", table: nil)
        == [.said(.information, "The variables are still being read")])
  }

  @Test("A variable is changed where it comes from, and one that nothing sets in the chosen environment")
  func leads() {
    #expect(answer(.chosen("token")) == [.editInEnvironment("token", "local")])
    #expect(answer(.chosen("missing")) == [.editInEnvironment("missing", "local")])
    let table = VariableTable([VariableTable.Entry("page", "2", origin: .request)])
    let own = [Row("size", "10"), Row("page", "1", isEnabled: false), Row("page", "2")]
    #expect(answer(.chosen("page"), table: table, own: own) == [.editInRequest(row: 2)])
    let given = VariableTable([VariableTable.Entry("host", "h", origin: .commandLine)])
    guard case .said(.information, let text)? = answer(.chosen("host"), table: given).first else {
      Issue.record("Nothing is said")
      return
    }
    #expect(text.hasPrefix("host comes from "))
  }
}
