import Basics
import Testing

@testable import Workspaces

@Suite("Members of variables") struct MemberNameTests {
  private let user: JSONValue = ["name": "ada", "tags": ["a", "b"], "home": ["zip": 7], "token": "s3cr"]

  private func table(_ origin: VariableTable.Origin = .runtime) -> VariableTable {
    VariableTable([.init("user", user.text, json: user, origin: origin), .init("text", #"{"a":1}"#, origin: origin)])
  }

  @Test(
    "A path into the value of an object gives that member",
    arguments: [
      ("{{user.name}}", "ada"), ("{{user.tags[1]}}", "b"), ("{{user.tags.0}}", "a"), ("{{user.home.zip}}", "7"),
      ("{{user['name']}}", "ada"), ("{{user.home}}", #"{"zip":7}"#), ("{{user.tags.length}}", "2"),
    ])
  func members(source: String, expected: String) {
    #expect(table().resolved(source).text == expected)
  }

  @Test("A missing member, and a member of a text, have no value", arguments: ["user.none", "user.tags[2]", "text.a"])
  func missing(name: String) {
    #expect(table().resolved("{{\(name)}}").unresolved == [UnresolvedVariable(name, .missing)])
    #expect(table().candidates(for: name).isEmpty)
  }

  @Test("A variable whose own name has a dot comes first, and one without a value has no members")
  func precedence() {
    var table = table(.environment("e"))
    table.entries.append(.init("user.name", "own", origin: .collection))
    #expect(table.resolved("{{user.name}}").text == "own")
    #expect(table.candidates(for: "user.name").map(\.value) == ["own"])
    table.unset = ["user"]
    #expect(table.resolved("{{user.tags[0]}}").unresolved.map(\.reason) == [.notSet])
  }

  @Test("A member of a written object may contain other variables; one that names a credential is a secret")
  func written() {
    let written: JSONValue = ["host": "{{base}}/x"]
    let table = VariableTable([
      .init("api", written.text, json: written, origin: .collection), .init("base", "http://h", origin: .collection),
    ])
    #expect(table.resolved("{{api.host}}").text == "http://h/x")
    #expect(self.table().resolved("{{user.token}}").hasSecrets)
    #expect(!self.table().resolved("{{user.name}}").hasSecrets)
  }

  @Test("The definitions of a member are those of its variable, innermost first")
  func candidates() {
    var table = table()
    let outer: JSONValue = ["name": "bob"]
    table.entries.append(.init("user", outer.text, json: outer, origin: .collection))
    #expect(table.candidates(for: "user.name").map(\.value) == ["ada", "bob"])
    #expect(table.candidates(for: "user.home.zip").map(\.value) == ["7"])
  }
}
