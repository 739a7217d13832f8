import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Consent for a send") struct SendConsentTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "c/environments/e.yml",
      "variables:\n  - {secret: true, name: key, command: 'echo x >> \(folder.path("ran")); echo k'}\n")
    try folder.write(
      "c/login.yml", "info: {name: Login, type: http}\nhttp: {method: GET, url: 'https://api.test/login'}\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func plan(_ definition: RequestDefinition, in workspace: Workspace) throws -> SendPlan {
    let inputs = VariableInputs(process: ["CLOUD_SECRET": "v4lue-of-mine"])
    let context = try workspace.context(for: "\(workspace.path)/x.yml", environment: "e", inputs: inputs)
    return SendPlan(definition: definition, context: context, workspace: workspace)
  }

  @Test("No chained request is sent and no command runs before a request's uses are allowed")
  func before() async throws {
    let folder = try TemporaryDirectory("consent")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    var definition = RequestDefinition(name: "x", url: "https://api.test/{{login | $.token}}/{{key}}")
    definition.headers = [Row("X", "{{CLOUD_SECRET}}")]
    let refusal = await session.received(try plan(definition, in: workspace)).refusal
    guard case .notAllowed(let uses) = refusal?.problem else {
      Issue.record("\(refusal as Any)")
      return
    }
    #expect(Set(uses.map(\.source.kind)) == [.variable, .command])
    #expect(net.asked.withLock { $0 }.isEmpty && !folder.files().contains("ran"))
    try workspace.consents.allow(uses, for: workspace.path)
    let send = await session.received(try plan(definition, in: workspace)).send
    #expect(send?.prepared.request.url == "https://api.test/tok-1/k")
    // Consent for a host that only a response names is asked for once the host is known.
    definition.url = "https://{{login | $.token}}.test/"
    let late = await session.received(try plan(definition, in: workspace)).refusal
    guard case .notAllowed(let more) = late?.problem else {
      Issue.record("\(late as Any)")
      return
    }
    #expect(more.map(\.receiver) == ["https://tok-1.test"])
  }

  @Test("If a user can be asked, missing consent becomes a question")
  func whereSomebodyIs() async throws {
    let folder = try TemporaryDirectory("consent")
    let workspace = try workspace(folder)
    let net = Net()
    let definition = RequestDefinition(name: "x", url: "https://api.test/{{CLOUD_SECRET}}")
    let session = net.session(workspace, SendSession.Options(asks: true))
    let received = await session.received(try plan(definition, in: workspace))
    guard case .consent(let uses) = received.question else {
      Issue.record("\(received.steps)")
      return
    }
    #expect(uses.map(\.receiver) == ["https://api.test"] && received.steps == ["asking"])
    try workspace.consents.allow(uses, for: workspace.path)
    let sent = await session.received(try plan(definition, in: workspace))
    #expect(sent.steps == ["resolved", "finished", "judged", "kept -"])
  }
}
