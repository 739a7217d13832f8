import Basics
import Foundation
import HTTPTypes
import Networking
import Testing
@testable import Workspaces

@testable import Explorer

/// Values shared by several tests.
enum Samples {
  static let now = Date(timeIntervalSince1970: 1_700_000_000)
  static let root = "/w/demo"
  static let getUserPath = "/w/demo/users/Get user.yml"

  static let workspace = WorkspaceTree(
    name: "demo", path: root,
    collections: [
      CollectionNode(
        name: "Demo", path: root,
        items: [
          .folder(
            FolderNode(
              name: "Users", path: "/w/demo/users",
              items: [
                .request(node("users/list", "/w/demo/users/List users.yml", "List users", "GET")),
                .request(node("users/get-user", getUserPath, "Get user", "GET")),
                .request(node("users/create", "/w/demo/users/Create user.yml", "Create user", "POST")),
              ])),
          .folder(FolderNode(name: "Orders", path: "/w/demo/orders")),
          .request(node("health", "/w/demo/Health.yml", "Health", "HEAD")),
        ], environments: ["local", "staging"])
    ])

  static func node(_ id: String, _ path: String, _ name: String, _ method: String) -> RequestNode {
    RequestNode(id: id, path: path, name: name, method: method, url: "{{base_url}}/\(id)")
  }

  static let getUser = RequestDefinition(
    name: "Get user", method: "GET", url: "{{base_url}}/users/:id?expand=profile",
    params: [
      Parameter(.path, Row("id", "42")), Parameter(.query, Row("expand", "profile")),
    ],
    headers: [Row("Accept", "application/json"), Row("X-Off", "1", isEnabled: false)])

  static func getUser(_ change: (inout RequestDefinition) -> Void) -> RequestDefinition {
    var definition = getUser
    change(&definition)
    return definition
  }

  static let variables = VariableTable([
    VariableTable.Entry("base_url", "http://127.0.0.1:4010", origin: .environment("local")),
    VariableTable.Entry("token", "s3cr3t", isSecret: true, origin: .environment("local")),
  ])

  static let history = [
    HistorySummary(
      id: "2", date: now.addingTimeInterval(-60), method: "GET", url: "http://127.0.0.1:4010/users/42", status: 200,
      duration: .milliseconds(83), size: 4100, requestID: "users/get-user"),
    HistorySummary(
      id: "1", date: now.addingTimeInterval(-90_000), method: "POST", url: "http://127.0.0.1:4010/users", status: 422,
      duration: .milliseconds(12), size: 10),
  ]

  /// A successful exchange with this body.
  static func exchange(
    _ body: String = "{\"id\": 42, \"name\": \"Ada\", \"tags\": [\"a\", \"b\"]}", type: String = "application/json",
    status: Int = 200
  ) -> Exchange {
    Exchange(
      startedAt: now,
      hops: [
        Hop(
          request: SentRequest(
            method: "GET", url: "http://127.0.0.1:4010/users/42",
            head: Array("GET /users/42 HTTP/1.1\r\nHost: 127.0.0.1:4010\r\n\r\n".utf8)),
          response: ResponseHead(
            status: .init(code: status),
            headers: Headers([
              Header("Content-Type", type), Header("Set-Cookie", "a=1; Path=/"), Header("Set-Cookie", "b=2"),
            ])),
          timing: Hop.Timing(
            resolved: .microseconds(400), connected: .microseconds(1300), sent: .microseconds(1500),
            firstByte: .milliseconds(60), total: .milliseconds(83)),
          connection: Connection(httpVersion: "1.1", remoteAddress: "127.0.0.1:4010"))
      ], body: ByteStore(Array(body.utf8)), duration: .milliseconds(83))
  }

  static func failure(_ category: NetworkError.Category, _ message: String, detail: String? = nil) -> Exchange {
    Exchange(
      startedAt: now,
      hops: [
        Hop(
          request: SentRequest(method: "GET", url: "http://127.0.0.1:9/"), timing: Hop.Timing(total: .milliseconds(2)))
      ],
      failure: NetworkError(category, message, detail: detail), duration: .milliseconds(2))
  }

  /// A body that has not arrived yet.
  static func growing() -> ByteStore { ByteStore() }

  static func add(_ text: String, to store: ByteStore) {
    do throws(ByteStoreError) { try store.append(Array(text.utf8)) } catch { Issue.record("\(error)") }
  }
}
