import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite struct AnswerReferenceTests {
  @Test func `A file's references to answers are found in all sent texts, each once.`() {
    let text = """
      info:
        name: Me
        type: http

      http:
        method: GET
        url: "{{base}}/me?id={{ auth/log-in | $.id }}"
        # was {{old | $.token}}
        headers:
          - name: X-Both
            value: "{{auth/log-in | $.id}} {{shop/cart | header ETag | 10m}}"
        auth:
          type: bearer
          token: "{{auth/log-in | $.id}}"

      docs: |-
        Write {{docs/only | $.token}} for it.

      runtime:
        assertions:
          - expression: res.body.a
            operator: eq
            value: "{{last/one | status}}"

      """
    let names = ["auth/log-in | $.id", "shop/cart | header ETag | 10m", "last/one | status"]
    #expect(AnswerReferences.names(in: Array(text.utf8)) == names)
  }

  @Test(arguments: ["", "{{a}} | {{b}}", "{{?Region|eu,us}}", "a | $.b", "{{a | $.b", "{{a\n| $.b}}"])
  func `Other texts contain no reference.`(text: String) {
    #expect(AnswerReferences.names(in: Array(text.utf8)) == [])
  }

  @Test func `The tree of a workspace contains them, in both formats.`() throws {
    let folder = try TemporaryDirectory("answers")
    try folder.write("opencollection.yml", "info:\n  name: Shop\n")
    try folder.write(
      "me.yml",
      "info:\n  name: Me\n  type: http\nhttp:\n  method: GET\n  url: \"http://h/{{login | $.id}}\"\n")
    try folder.write("login.yml", "info:\n  name: Log in\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n")
    let tree = try Workspace.open(folder.path, stateFolder: folder.path("state")).tree()
    let used = tree.collections.first?.requests.map(\.node.usedAnswers) ?? []
    #expect(used.sorted { $0.count < $1.count } == [[], ["login | $.id"]])

    let older = try TemporaryDirectory("older")
    try older.write("bruno.json", #"{"name": "Shop", "version": "1", "type": "collection"}"#)
    let text = "meta {\n  name: Me\n  type: http\n}\nget {\n  url: http://h/{{login | $.id}}\n}\n"
    try older.write("me.bru", text + "docs {\n  {{no | $.x}}\n}\n")
    let bru = try Workspace.open(older.path, stateFolder: older.path("state")).tree()
    #expect(bru.collections.first?.requests.map(\.node.usedAnswers) == [["login | $.id"]])
  }
}
