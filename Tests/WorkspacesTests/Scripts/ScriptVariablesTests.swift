import Basics
import Testing

@testable import Workspaces

@Suite("Variables of scripts") struct ScriptVariablesTests {
  private func context() -> SendContext {
    var context = SendContext(folder: "/c")
    context.variables.entries = [
      VariableTable.Entry("a", "runtime", origin: .runtime),
      VariableTable.Entry("a", "dev", origin: .environment("dev")),
      VariableTable.Entry("b", "dev", origin: .environment("dev")),
      VariableTable.Entry("b", "all", origin: .collection),
    ]
    return context
  }

  private func text(_ name: String, _ changes: [ScriptChange], local: [ScriptChange] = []) -> String {
    var variables = ScriptVariables()
    variables.take(changes, request: "x", folder: nil)
    var context = context()
    context.setScripts(variables, of: "x", local: local)
    let definition = RequestDefinition(name: "x", variables: [Row("r", "own")])
    return context.table(for: definition).resolved("{{\(name)}}").text
  }

  @Test("A value stands directly above its own scope, and runtime variables above all")
  func ranks() {
    #expect(text("b", [ScriptChange(.environment, "b", "new")]) == "new")
    #expect(text("b", [ScriptChange(.collection, "b", "new")]) == "dev")
    #expect(text("a", [ScriptChange(.environment, "a", "new")]) == "runtime")
    #expect(text("a", [ScriptChange(.runtime, "a", "new")]) == "new")
    #expect(text("r", [ScriptChange(.request, "r", "new")]) == "new")
    #expect(text("b", [ScriptChange(.environment, "b", "new")], local: [ScriptChange(.local, "b", "mine")]) == "mine")
  }

  @Test("Values are text in templates, and data: braces in them are not filled in")
  func texts() {
    #expect(text("b", [ScriptChange(.environment, "b", 2)]) == "2")
    #expect(text("b", [ScriptChange(.environment, "b", ["x": [true]])]) == "{\"x\":[true]}")
    #expect(text("b", [ScriptChange(.environment, "b", "{{a}}")]) == "{{a}}")
  }

  @Test("A removed value uncovers the scope below")
  func removal() {
    #expect(text("b", [ScriptChange(.environment, "b", nil)]) == "all")
    #expect(text("a", [ScriptChange(.runtime, "a", nil)]) == "dev")
  }
}
