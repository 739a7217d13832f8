import Basics
import TestSupport
import Testing

@testable import Workspaces

@Suite("Assertions and captures in JavaScript") struct ExpressionScriptsTests {
  private static let definition = RequestDefinition(
    name: "R",
    assertions: [
      Assertion("res.body.list.map(x => x.id)", "contains", "2"), Assertion("res.status", "eq", "${1 + 200}"),
      Assertion("res.body.id", "eq", "7"), Assertion("bru.getVar('n')", "eq", "1", isEnabled: false),
    ],
    captures: [Capture(variable: "first", expression: "res.body.list.find(x => x.id)")])

  @Test("Only enabled expressions that are not paths are scripts")
  func scripts() {
    #expect(
      Self.definition.allScripts == [
        Script(phase: "captures", code: "return res.body.list.find(x => x.id)"),
        Script(phase: "assertions", code: "return res.body.list.map(x => x.id)"),
        Script(phase: "assertions", code: "return bru.interpolate(`${1 + 200}`)"),
      ])
    let texts = [
      Assertion("res.body", "eq", "'${a}'"), Assertion("res.body", "matches", "${"),
      Assertion("res", "sameAsRecorded", "${a}"), Assertion("", "eq", "1"),
    ]
    #expect(RequestDefinition(name: "R", assertions: texts).allScripts.isEmpty)
  }

  @Test("The values of scripts are compared by the operators of paths")
  func values() {
    var values = ExpressionValues()
    values.take([["value": ["id": 3]], ["value": [1, 2]], ["value": "201"]], of: Self.definition.allScripts)
    let exchange = AnswerChecksTests.exchange(#"{"id": 7}"#)
    let checks = SendContext().checks(of: Self.definition, on: exchange, values)
    #expect(checks.assertions.map(\.passed) == [true, false, true])
    #expect(checks.assertions.map(\.expression)[1] == "res.status eq 201")
    #expect(checks.captured.map(\.value) == [#"{"id":3}"#])
  }

  @Test("An expression that failed or did not run fails its assertion, and sets no variable")
  func failures() {
    var values = ExpressionValues()
    values.take([["error": "E: a"], ["error": "TypeError: no list"], .null], of: Self.definition.allScripts)
    let checks = SendContext().checks(of: Self.definition, on: AnswerChecksTests.exchange(#"{"id": 7}"#), values)
    #expect(checks.assertions.map(\.passed) == [false, false, true])
    let found = checks.assertions.map(\.actual).dropLast()
    #expect(found == ["TypeError: no list", "it is JavaScript, which has not run"])
    #expect(checks.captured.isEmpty && checks.missed.map(\.variable) == ["first"])
  }

  @Test("An expression has its place in the file, as if its text stood alone there")
  func places() throws {
    let folder = try TemporaryDirectory("expressions")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "c/r.yml",
      """
      info: {name: R, type: http}
      http: {method: GET, url: 'https://api.test/'}
      runtime:
        assertions:
          - expression: res.body.list.some(bru.nope)
            operator: eq
            value: "true"
      """)
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    let scripts = workspace.scripts(of: workspace.tree().collections.flatMap { $0.requests.map(\.node) }) { _ in }
    #expect(workspace.unknownNames(in: scripts).map(\.description) == ["r.yml:5:38: bru.nope is not provided"])
  }
}
