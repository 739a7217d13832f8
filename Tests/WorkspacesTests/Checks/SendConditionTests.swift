import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The condition for sending a request in a run") struct SendConditionTests {
  private static var table: VariableTable {
    VariableTable([
      VariableTable.Entry("role", "admin", origin: .environment("dev")),
      VariableTable.Entry("count", "3", origin: .environment("dev")),
      VariableTable.Entry("off", "false", origin: .environment("dev")),
      VariableTable.Entry("empty", "", origin: .environment("dev")),
      VariableTable.Entry("HOME", "/root", origin: .process, source: .variable("HOME")),
      VariableTable.Entry("inner", "{{HOME}}", origin: .collection),
    ])
  }

  private func holds(_ words: String) throws -> Bool? { try SendCondition(words: words)?.holds(in: Self.table) }

  @Test(
    "A variable is compared with a value, or tested by itself",
    arguments: [
      ("{{role}} eq admin", true), ("{{role}} == 'admin'", true), ("{{role}} != admin", false),
      ("{{ role }} in admin, owner", true), ("{{count}} gt 2", true), ("{{count}} < 2", false), ("{{count}}", true),
      ("{{off}}", false), ("{{empty}}", false), ("{{missing}}", false), ("{{missing}} isUndefined", true),
      ("{{role}} isDefined", true), ("{{role}} matches ^ad", true), ("{{role}}-{{count}} eq admin-3", true),
      ("{{count}} eq {{count}}", true), ("false", false), ("yes", true), ("{{a in b}} isUndefined", true),
    ])
  func values(_ words: String, _ expected: Bool) throws { #expect(try holds(words) == expected, "\(words)") }

  @Test(
    "A missing or extra value makes the condition invalid",
    arguments: ["", " ", "{{role}} eq", "{{role}} isDefined x"])
  func broken(_ words: String) { #expect(SendCondition(words: words) == nil) }

  @Test(
    "A condition uses no value of the user's, not even through another variable",
    arguments: ["{{HOME}} eq /root", "{{inner}}"])
  func home(_ words: String) {
    #expect(throws: CheckFault.users("HOME")) { try holds(words) }
  }

  @Test("An invalid expression is reported")
  func pattern() { #expect(throws: CheckFault.self) { try holds("{{role}} matches (") } }

  @Test("A condition is read from the file and written into it; an invalid one is reported, and nothing is sent")
  func file() throws {
    let folder = try TemporaryDirectory("condition")
    try folder.write("opencollection.yml", "info: {name: Shop}\n")
    let text = "info: {name: x, type: http}\nhttp: {method: GET, url: 'http://a.test'}\n"
    try folder.write("x.yml", text)
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    let file = try workspace.request(at: folder.path("x.yml"))
    #expect(file.definition.condition.isEmpty)
    var definition = file.definition
    definition.condition = "{{role}} eq admin"
    let saved = try workspace.save(definition, to: file).file
    #expect(saved.definition.condition == "{{role}} eq admin" && saved.notices.isEmpty)
    definition.condition = ""
    _ = try workspace.save(definition, to: saved)
    #expect(try folder.readText("x.yml") == text)
    try folder.write("x.yml", text + "extensions: {apus: {if: [a, b]}}\n")
    let broken = try workspace.request(at: folder.path("x.yml"))
    #expect(broken.notices.contains { $0.message.hasPrefix("if is not a condition") }, "\(broken.notices)")
    #expect(try SendCondition(words: broken.definition.condition)?.holds(in: Self.table) == false)
  }
}
