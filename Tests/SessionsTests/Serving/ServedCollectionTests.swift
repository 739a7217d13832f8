import Basics
import Foundation
import Networking
import Serving
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Reading a collection for a server") struct ServedCollectionTests {
  private func workspace(_ folder: TemporaryDirectory, _ files: [String: String]) throws -> Workspace {
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: Shop\n")
    try folder.write(
      "environments/local.yml",
      "name: local\nvariables:\n  - name: base\n    value: http://h:1/api/v1\n  - secret: true\n    name: key\n")
    for (path, text) in files { try folder.write(path, text) }
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func served(
    _ workspace: Workspace, environment: String? = nil, usesHistory: Bool = true
  ) throws -> (table: ServedTable, notices: [Workspaces.Notice]) {
    var collection = ServedCollection(workspace)
    (collection.environment, collection.usesHistory) = (environment, usesHistory)
    let selection = try RunSelection.of(nil, in: workspace, currentFolder: workspace.path) { _ in }
    var notices: [Workspaces.Notice] = []
    return (collection.table(of: selection) { notices.append($0) }, notices)
  }

  private func source(_ table: ServedTable, _ method: String, _ path: String, page: String? = nil) -> String {
    let query = page.map { [(name: "page", value: $0)] } ?? []
    let target = RequestTarget(path: path.split(separator: "/").map(String.init), query: query)
    let reply = MockServer(table).reply(to: ServedCall(method, target))
    return "\(reply.status) \(reply.source) \(String(decoding: reply.body, as: UTF8.self).prefix(20))"
  }

  private static let users = """
    info: {name: Users, type: http}
    http: {method: GET, url: "{{base}}/users/:id?page={{page}}"}
    examples:
      - name: Ada
        request: {url: "{{base}}/users/:id", method: GET, params: [{name: id, type: path, value: "1"}]}
        response:
          status: 200
          headers: [{name: X-A, value: "1"}, {name: Content-Length, value: "999"}]
          body: {type: json, data: '{"id": {{id}}}'}
      - name: Anybody
        response: {status: 203, body: {type: text, data: hello}}
      - name: Second page
        request: {url: "{{base}}/users/2?page=2", method: GET}
        response: {status: 206, body: {type: xml, data: <a/>}}
    """

  @Test("Paths follow the host, including parts from environment variables")
  func paths() throws {
    let folder = try TemporaryDirectory("serve")
    let workspace = try workspace(
      folder,
      [
        "users.yml": Self.users,
        "whole.yml": "info: {name: W, type: http}\nhttp: {method: post, url: 'https://x.test:8/a/{{b}}?q=1#f'}\n",
        "secret.yml": "info: {name: S, type: http}\nhttp: {method: GET, url: '{{key}}/s'}\n",
        "bare.yml": "info: {name: B, type: http}\nhttp: {method: GET, url: 'x.test'}\n",
      ])
    func shown(_ environment: String?) throws -> [String: String] {
      let table = try served(workspace, environment: environment).table
      return Dictionary(uniqueKeysWithValues: table.requests.map { ($0.id, $0.shown) })
    }
    #expect(
      try shown("local") == [
        "users": "GET /api/v1/users/{}?page={}", "whole": "POST /a/{}?q=1", "secret": "GET /s", "bare": "GET /",
      ])
    #expect(try shown(nil)["users"] == "GET /users/{}?page={}")
  }

  @Test("Examples answer with their own target first, type and headers; variables stay as written")
  func examples() throws {
    let folder = try TemporaryDirectory("serve")
    let workspace = try workspace(folder, ["users.yml": Self.users])
    let table = try served(workspace).table
    #expect(source(table, "GET", "/users/1") == "200 Ada {\"id\": {{id}}}")
    #expect(source(table, "GET", "/users/3") == "203 Anybody hello")
    #expect(source(table, "GET", "/users/2", page: "2") == "206 Second page <a/>")
    let answers = try #require(table.requests.first?.answers)
    #expect(answers[0].headers == [.init("X-A", "1"), .init("Content-Type", "application/json")])
    #expect(answers[1].headers == [.init("Content-Type", "text/plain; charset=utf-8")])
  }

  @Test("Recorded answers are used if there is no example, newest first, with secrets masked")
  func history() async throws {
    let folder = try TemporaryDirectory("serve")
    let workspace = try workspace(
      folder,
      [
        "me.yml":
          "info: {name: Me, type: http}\nhttp: {method: GET, url: 'http://h/me/:id', params: [{name: id, type: path, value: '7'}]}\nruntime:\n  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: res.body.token, method: jsonq}, variable: {name: token, scope: runtime}}\n",
        "users.yml": Self.users,
      ])
    let net = Net()
    let session = net.session(workspace)
    for _ in 0..<2 { #expect(await session.received(try workspace.plan("me", environment: nil)).answer != nil) }
    let table = try served(workspace).table
    let me = try #require(table.requests.first { $0.id == "me" })
    #expect(me.answers.count == 1 && me.answers.allSatisfy { !$0.isExample })
    let body = String(decoding: try #require(me.answers.first).body, as: UTF8.self)
    #expect(body.contains("\"token\": \"••••\"") && !body.contains("tok-"), "\(body)")
    #expect(source(table, "GET", "/me/7").hasPrefix("200 history "))
    #expect(source(table, "GET", "/me/8").hasPrefix("200 history "), "for want of another")
    #expect(try served(workspace, usesHistory: false).table.requests.allSatisfy { $0.answers.allSatisfy(\.isExample) })
    #expect(
      try served(workspace, environment: "local").table.requests.first { $0.id == "me" }?.answers.isEmpty == true,
      "of another environment")
  }

  @Test("An untrusted collection reads no outside file: links and files of requests are not opened")
  func stranger() throws {
    let outside = try TemporaryDirectory("outside")
    try outside.write("secret.yml", Self.users)
    let folder = try TemporaryDirectory("serve")
    let workspace = try workspace(
      folder,
      [
        "file.yml":
          "info: {name: F, type: http}\nhttp: {method: POST, url: '{{process.env.HOME}}/f', body: {type: file, data: [{filePath: /etc/passwd, selected: true}]}}\nexamples:\n  - name: A\n    response: {status: 200, body: {type: json, data: \"@/etc/passwd\"}}\n",
        "broken.yml": "info: [",
      ])
    try folder.link("linked.yml", to: outside.path("secret.yml"))
    let (table, _) = try served(workspace)
    #expect(source(table, "POST", "/f") == "200 A @/etc/passwd")
    #expect(!table.requests.contains { $0.id == "linked" && !$0.answers.isEmpty })
    #expect(table.requests.contains { $0.id == "file" && $0.shown == "POST /f" })
  }
}
