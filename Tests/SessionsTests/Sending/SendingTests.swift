import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Sending saved requests to a real server") struct SendingTests {
  private func session(_ workspace: Workspace? = nil) -> SendSession {
    let dependencies = SendSession.Dependencies(
      drivers: [ConversationDriver(Client())],
      record: workspace.map { workspace in
        let recorder = HistoryRecorder(workspace) { History(workspace: $0) }
        return { await recorder.record($0, redaction: $1).map { .notKept("\($0)") } ?? .kept }
      })
    return SendSession(workspace, dependencies: dependencies)
  }

  @Test(
    "The server receives the request of the file, and the history masks its secrets",
    .timeLimit(.minutes(1)))
  func wholeWay() async throws {
    let server = try AnsweringServer { Answer.json("{\"echo\": \"\($0["X-Token"] ?? "")\"}") }
    defer { server.stop() }
    let folder = try TemporaryDirectory("sending")
    try folder.write(
      "opencollection.yml", "info: {name: C}\nrequest:\n  headers:\n    - name: X-Token\n      value: \"{{token}}\"\n")
    try folder.write(
      "environments/dev.yml",
      "variables:\n  - name: base\n    value: \(server.url)\n  - secret: true\n    name: token\n")
    try folder.write(
      "u/get.yml",
      "info: {name: Get, type: http}\nhttp:\n  method: post\n  url: \"{{base}}/u/:id?q={{$randomInt 7 7}}\"\n  params:\n    - {name: id, value: a b, type: path}\n  body:\n    type: json\n    data: |-\n      {\"n\": 1}\n"
    )
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["token": "s3cret"], of: "dev")
    try workspace.consents.allow([UserValueUse(.secret("dev/token"), to: server.url)], for: workspace.path)
    let received = await session(workspace).received(try workspace.plan("u/get"))
    let record = try #require(received.answer?.record)
    #expect(record.exchange.response?.status.code == 200)
    let got = try #require(server.requests.first)
    #expect(got.method == "POST" && got.target == "/u/a%20b?q=7" && got["X-Token"] == "s3cret")
    #expect(got.bodyText == "{\"n\": 1}" && got["Content-Type"] == "application/json")
    #expect(received.steps.first == "resolved" && received.steps.contains("conversation"))
    #expect(received.steps.suffix(3) == ["finished", "judged", "kept u/get"])
    let kept = try #require(try History(workspace: workspace).record(record.id)?.exchange)
    #expect(kept.request?.headers["X-Token"] == "••••")
    #expect(kept.body.map { String(decoding: $0.allBytes, as: UTF8.self) } == "{\"echo\": \"••••\"}")
    #expect(kept.request?.body?.allBytes == Array("{\"n\": 1}".utf8))
  }

  @Test("An OAuth 2 token is fetched once, stored for its owner only, and sent", .timeLimit(.minutes(1)))
  func oauth() async throws {
    let server = try AnsweringServer { request in
      request.target == "/token"
        ? Answer.json("{\"access_token\": \"t0ken\", \"token_type\": \"Bearer\", \"expires_in\": 3600}")
        : Answer.text(request["Authorization"] ?? request.target)
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory("sending")
    var context = SendContext(variables: VariableTable([.init("id", "client", origin: .collection)]))
    context.tokenFolder = folder.path("tokens")
    var definition = RequestDefinition(name: "x", url: server.url + "/api")
    definition.authentication = Authentication(
      .oauth2,
      [
        .init("flow", "client_credentials"), .init("accessTokenUrl", server.url + "/token"),
        .init("credentials.clientId", "{{id}}"), .init("credentials.clientSecret", "hush"), .init("scope", "a b"),
      ])
    let session = session()
    for _ in 0..<2 {
      let received = await session.received(SendPlan(definition: definition, context: context))
      let exchange = try #require(received.answer?.record.exchange)
      #expect(exchange.body.map { String(decoding: $0.allBytes, as: UTF8.self) } == "Bearer t0ken")
    }
    #expect(server.requests.map(\.target) == ["/token", "/api", "/api"])
    #expect(server.requests.first?["Authorization"] == "Basic Y2xpZW50Omh1c2g=")
    let name = try #require(folder.files().first)
    #expect(try FileSystem.live.stamp(folder.path(name))?.mode == 0o600)
    definition.authentication["tokenConfig.placement.query"] = "access_token"
    let received = await session.received(SendPlan(definition: definition, context: context))
    #expect(received.answer?.record.exchange.finalURL?.hasSuffix("/api?access_token=t0ken") == true)
    definition.authentication["flow"] = "implicit"
    #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: context) }
  }
}
