import Basics
import TestSupport
import Testing

@testable import Workspaces

@Suite("Types of variables") struct ValueTypeTests {
  @Test(
    "A text converts as JavaScript reads it, and remains a text otherwise",
    arguments: [
      (.number, "42", 42), (.number, "1e3", .number("1e3")), (.number, " 007 ", 7), (.number, "+.5", .number("0.5")),
      (.number, "4 2", nil), (.number, "inf", nil), (.boolean, "true", true), (.boolean, "yes", nil),
      (.object, #"{"a":[1]}"#, ["a": [1]]), (.object, "[]", []), (.object, "7", nil), (.null, "null", .null),
      (.null, "", .null), (.null, "x", nil),
    ] as [(ValueType, String, JSONValue?)])
  func conversion(type: ValueType, text: String, json: JSONValue?) {
    #expect(VariableValue(text, type: type).json == json)
  }

  @Test(
    "A value keeps its type and all its digits as text",
    arguments: [3, .number("1.10"), true, .null, ["b": 1, "a": [.null]], [1, "x"]] as [JSONValue])
  func lossless(value: JSONValue) {
    #expect(VariableValue(value).json == value)
    #expect(VariableValue("3").json == nil && VariableValue(.string("3")) == VariableValue("3"))
  }

  private func workspace(_ environment: String, in folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", environment)
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  @Test("A file names the type of a value; a value without one is a text")
  func reading() throws {
    let folder = try TemporaryDirectory("types")
    let workspace = try workspace(
      """
      variables:
        - {name: plain, value: 3}
        - {name: quoted, value: "3"}
        - {name: number, value: {type: number, data: "3"}}
        - {name: bare, value: {type: boolean, data: true}}
        - {name: text, value: {type: string, data: "3"}}
        - name: chosen
          value:
            - {title: a, value: x}
            - {title: b, selected: true, value: {type: object, data: '{"a":1}'}}

      """, in: folder)
    let variables = try #require(try workspace.environment(named: "dev", of: workspace.path)).environment.variables
    #expect(variables.map(\.row.value) == ["3", "3", "3", "true", "3", #"{"a":1}"#])
    #expect(variables.map(\.row.typedValue.json) == [nil, nil, 3, true, nil, ["a": 1]])
  }

  private static let text = """
    variables:
      - name: count   # of pages
        value:
          type: number
          data: "3"
      - {name: flag, value: "x", note: kept}
      - {name: other, value: {type: boolean, data: "true"}}
      - {secret: true, name: pin, type: number}

    """

  @Test("A changed value keeps its form and comments, and is read back with its type; others stay as written")
  func writing() throws {
    let folder = try TemporaryDirectory("types")
    let workspace = try workspace(Self.text, in: folder)
    func change(_ name: String, to value: VariableValue) throws -> (text: String, value: VariableValue?) {
      let saved = try workspace.changeEnvironment(named: "dev", of: workspace.path) { $0.set(name, to: value) }
      let read = saved.file.environment.variables.first { $0.row.name == name }
      return (try folder.readText("environments/dev.yml"), read?.row.typedValue)
    }
    #expect(try change("count", to: VariableValue(3)).text == Self.text)
    let counted = try change("count", to: VariableValue(4))
    #expect(counted.text == Self.text.replacing("\"3\"", with: "\"4\"") && counted.value?.json == 4)
    let listed = try change("flag", to: VariableValue([1]))
    #expect(listed.text.contains("note: kept") && listed.value?.json == [1], "\(listed.text)")
    let plain = try change("count", to: VariableValue("5"))
    #expect(plain.text.contains("of pages") && !plain.text.contains("type: number\n") && plain.value?.json == nil)
    #expect(plain.text.contains("- {name: other, value: {type: boolean, data: \"true\"}}"), "\(plain.text)")
    let secret = try change("pin", to: VariableValue(1234))
    #expect(secret.text == plain.text && secret.value == VariableValue("1234"))
    #expect(try change("none", to: VariableValue(.null)).value?.json == .null)
  }

  @Test("Scripts see the values of all scopes with their types, except secrets and values of the command line")
  func scopes() throws {
    let folder = try TemporaryDirectory("types")
    let workspace = try workspace(Self.text + "  - {name: given, value: {type: number, data: \"1\"}}\n", in: folder)
    try folder.write(
      "opencollection.yml",
      "info: {name: C}\nrequest:\n  variables:\n    - {name: size, value: {type: number, data: \"20\"}}\n")
    try folder.write("get.yml", "info: {name: Get, type: http}\nhttp: {method: GET, url: \"http://h/{{count}}\"}\n")
    try workspace.secretStore(of: workspace.path).set(["pin": "1234"], of: "dev")
    let scope = AnswerScope(collection: workspace.path, environment: "dev")
    var inputs = VariableInputs(commandLine: [.init("given", "2")])
    inputs.runtime[scope] = RuntimeVariables([.init("id", "7", json: 7)])
    let path = folder.path("get.yml")
    let context = try workspace.context(for: path, environment: "dev", inputs: inputs)
    let definition = try workspace.request(at: path).definition
    let scopes = ScriptScopes(of: definition, in: context, data: [.init("row", "1", json: 1), .init("col", "x")])
    func values(_ scope: ScriptScope) -> [String: JSONValue] {
      Dictionary(scopes.values[scope] ?? []) { $1 }
    }
    #expect(values(.environment) == ["count": 3, "flag": "x", "other": true, "given": "2"])
    #expect(scopes.secrets[.environment] == ["pin"] && values(.collection) == ["size": 20])
    #expect(values(.runtime) == ["id": 7] && values(.data) == ["row": 1, "col": "x"])
    #expect(context.table(for: definition).resolved(definition.url).text == "http://h/3")
  }
}
