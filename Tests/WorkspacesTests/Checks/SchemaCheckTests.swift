import Basics
import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The assertion matchesSchema") struct SchemaCheckTests {
  private let sample: ConsentSample

  init() throws {
    sample = try ConsentSample()
    let files = [
      "c/schemas/user.json":
        #"{"properties": {"id": {"type": "integer"}, "home": {"$ref": "address.json#/$defs/home"}}}"#,
      "c/schemas/address.json": #"{"$defs": {"home": {"type": "string"}}}"#, "c/broken.json": "{",
      "c/up.json": #"{"$ref": "../outside.json"}"#, "c/away.json": #"{"$ref": "https://example.com/user.json"}"#,
      "c/.env": "{}", "c/loop.json": ##"{"$ref": "#"}"##, "outside.json": #"{"type": "string"}"#,
    ]
    for (name, text) in files { try sample.folder.write(name, text) }
    try sample.folder.link("c/link.json", to: "../outside.json")
  }

  private func result(
    _ schema: String, _ body: String = #"{"id": 7, "home": "Berlin"}"#, of expression: String = "res.body"
  ) throws -> AssertionResult {
    let definition = RequestDefinition(name: "R", assertions: [Assertion(expression, "matchesSchema", schema)])
    let checks = try sample.context().checks(of: definition, on: AnswerChecksTests.exchange(body))
    return try #require(checks.assertions.first)
  }

  @Test("A schema of the collection judges the body, or a part of it, including the schemas that it refers to")
  func files() throws {
    #expect(try result("schemas/user.json").passed)
    #expect(try result("./schemas/../schemas/user.json").passed)
    let failed = try result("schemas/user.json", #"{"id": "x", "home": 1}"#)
    #expect(
      failed.actual == """
        2 problems: $.id: expected an integer, got "x" (#/properties/id/type); $.home: expected a string, got 1 \
        (schemas/address.json#/$defs/home/type)
        """)
    #expect(try result(#"{"type": "integer"}"#, of: "res.body.id").passed)
    #expect(try result(#"{"$ref": "schemas/user.json"}"#).passed)
    #expect(try result("schemas/user.json", "<html>").actual.hasPrefix("the body is not JSON at byte 0"))
    #expect(try result("true", of: "res.body.none").actual == "there is nothing at res.body.none")
  }

  @Test(
    "An unusable schema fails the test with the reason",
    arguments: [
      ("nowhere.json", "there is no schema nowhere.json in the collection"), ("broken.json", "broken.json is not JSON"),
      ("up.json", "outside.json"), ("away.json", "https://example.com/user.json, which is not fetched"),
      ("link.json", "points outside the collection"), (".env", "is private"),
      ("loop.json", "refers to itself endlessly"), ("", "name a schema"), ("schemas", "cannot be read"),
      ("{\"type\": 7}", "the schema is wrong at #/type"),
    ])
  func refused(schema: String, words: String) throws {
    let result = try result(schema)
    #expect(!result.passed && result.actual.contains(words), "\(result.actual)")
  }

  @Test("A schema outside of the collection is read only after the user allowed it for the results of tests")
  func outside() throws {
    let path = sample.folder.path("outside.json")
    for written in [path, "../outside.json"] {
      let definition = RequestDefinition(
        name: "R", url: "http://h/", assertions: [Assertion("res.body.home", "matchesSchema", written)])
      let uses = try sample.refused(definition)
      #expect(uses.map(\.source) == [.file(path)] && uses.map(\.receiver) == ["the results of the tests"])
      #expect(try result(written, of: "res.body.home").actual.contains("not allowed"))
    }
    // A link out of the collection is refused without asking.
    let linked = RequestDefinition(
      name: "R", url: "http://h/", assertions: [Assertion("res.body.home", "matchesSchema", "link.json")])
    #expect(try sample.refused(linked).isEmpty)
    try sample.allow([UserValueUse(.file(path), to: "the results of the tests")])
    #expect(try result(path, of: "res.body.home").passed)
    #expect(!(try result("link.json", of: "res.body.home").passed))
  }

  @Test("A value whose name suggests a secret is not shown")
  func secret() throws {
    let schema = #"{"properties": {"password": {"type": "integer"}}}"#
    let result = try result(schema, #"{"password": "hunter2"}"#)
    #expect(!result.passed && !result.actual.contains("hunter2"), "\(result.actual)")
  }

  @Test("An unknown operator that Bruno saved as text is read as intended")
  func bruno() throws {
    let text = """
      info: {name: R, type: http}
      http: {method: GET, url: "http://h/"}
      runtime:
        assertions:
          - {expression: res.body, operator: eq, value: matchesSchema schemas/user.json}
          - {expression: res.body, operator: eq, value: sameAsRecorded}
          - {expression: res.body, operator: eq, value: matchesSchemas}
      """
    let file = try RequestFile(path: "/c/r.yml", bytes: Array(text.utf8))
    #expect(
      file.definition.assertions == [
        Assertion("res.body", "matchesSchema", "schemas/user.json"), Assertion("res.body", "sameAsRecorded", ""),
        Assertion("res.body", "eq", "matchesSchemas"),
      ])
  }

  @Test("Dashes are accepted on the command line, too")
  func words() {
    #expect(
      Assertion(words: "res.body matches-schema a.json") == Assertion("res.body", "matchesSchema", "a.json"))
    #expect(Assertion(words: "res.body same-as-recorded") == Assertion("res.body", "sameAsRecorded"))
    #expect(Assertion(words: "res.body matches-schema") == nil)
  }
}
