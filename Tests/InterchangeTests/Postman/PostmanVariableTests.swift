import Basics
import Testing
import Workspaces

@testable import Interchange

/// Compared with `Variable.types` of postman-collection.
@Suite("Types of Postman's variables") struct PostmanVariableTests {
  @Test(
    "The value of a variable has the type that Postman's scripts see",
    arguments: [
      (#""value":3"#, 3), (#""value":"3""#, "3"), (#""value":3,"type":"default""#, 3), (#""value":3,"type":"any""#, 3),
      (#""value":3,"type":"string""#, "3"), (#""value":"3","type":"number""#, 3), (#""value":true"#, true),
      (#""value":"true","type":"boolean""#, true), (#""value":{"a":[1]}"#, ["a": [1]]),
      (#""value":null"#, .null),
      (#""value":"{\"a\":1}","type":"object""#, ["a": 1]), (#""value":"[1]","type":"array""#, [1]),
      (#""value":"three","type":"number""#, "three"), (#""type":"any""#, ""), (#""value":3,"type":"secret""#, "3"),
    ] as [(String, JSONValue)])
  func types(members: String, expected: JSONValue) throws {
    let text = #"{"name":"Dev","values":[{"key":"n",\#(members)}]}"#
    let made = try ImportFormat.postman.read(Array(text.utf8), name: "x")
    let row = try #require(made.environments.first?.variables.first?.row)
    #expect((row.typedValue.json ?? .string(row.value)) == expected)
  }

  @Test("Variables of a collection, a folder and a request are exported with the types of their import")
  func collection() throws {
    let list: JSONValue = ["key": "l", "value": [1, "a"]]
    let variables: JSONValue = [["key": "n", "value": 3], list, ["key": "t", "value": "3"]]
    let request: JSONValue = [
      "name": "R", "variable": variables, "request": ["method": "GET", "url": "http://h/{{n}}"],
    ]
    let source: JSONValue = [
      "info": ["name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"],
      "variable": variables,
      "item": [["name": "F", "variable": variables, "item": [request]]],
    ]
    let made = try PostmanImport.read(Array(source.text.utf8), name: "x")
    #expect(made.root.settings.variables.map(\.typedValue.json) == [3, [1, "a"], nil])
    let written = try JSONValue(parsing: Array(PostmanExport.write(made).text.utf8))
    let folder = written["item"]?.array?.first
    for node in [written, folder, folder?["item"]?.array?.first] {
      #expect(node?["variable"] == variables, "\(written.text)")
    }
  }

  @Test("An exported environment has its values with their types")
  func environment() {
    let environment = Environment(
      name: "Dev",
      variables: [
        .init(Row("n", VariableValue(3))), .init(Row("t", "3")), .init(Row("key", "k1"), isSecret: true),
      ])
    let values = PostmanVariables.json(environment, isGlobal: false)["values"]
    #expect(values?.array?.map { $0["value"] } == [3, "3", "k1"])
    #expect(values?.array?.map { $0["type"] } == ["any", "default", "secret"])
  }
}
