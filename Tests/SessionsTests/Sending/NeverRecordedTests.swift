import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("A request whose exchanges are never recorded") struct NeverRecordedTests {
  private static let capture =
    "runtime: {actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.token, method: jsonq}, variable: {name: got, scope: runtime}}]}\n"

  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n")
    try folder.write("environments/dev.yml", "name: dev\nvariables: []\n")
    func request(_ url: String, _ rest: String = "") -> String {
      "info: {name: A, type: http}\nhttp: {method: GET, url: '\(url)'}\n\(rest)"
    }
    try folder.write("off.yml", request("http://h/off", Self.capture + "settings: {history: off}\n"))
    try folder.write("on.yml", request("http://h/{{got}}/{{off | $.token}}"))
    try folder.write("secret/folder.yml", "info: {name: Secret}\nextensions: {apus: {history: 'off'}}\n")
    try folder.write("secret/a.yml", request("http://h/a"))
    try folder.write("secret/b.yml", request("http://h/b", "settings: {history: keep}\n"))
    try folder.write("secret/inner/c.yml", request("http://h/c"))
    return try Workspace.open(folder.path)
  }

  @Test("An unrecorded request is sent and checked, and its captures are used; the history has nothing")
  func captured() async throws {
    let folder = try TemporaryDirectory("never")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    let off = await session.received(try workspace.plan("off"))
    #expect(
      off.steps == ["resolved", "finished", "judged"]
        || off.steps.filter { $0 != "conversation" } == ["resolved", "finished", "judged"], "\(off.steps)")
    #expect(net.recorded.withLock { $0.isEmpty })
    let on = await session.received(try workspace.plan("on"))
    #expect(on.steps.last == "kept on", "\(on.steps)")
    #expect(net.asked.withLock { $0 } == ["GET http://h/off", "GET http://h/tok-1/tok-1"])
    #expect(net.recorded.withLock { $0.map(\.requestID) } == ["on"])
  }

  @Test("A request sent first for its answer is not recorded either")
  func chained() async throws {
    let folder = try TemporaryDirectory("never")
    let workspace = try workspace(folder)
    let net = Net()
    var plan = try workspace.plan("on")
    plan.definition.url = "http://h/{{off | $.token}}"
    let received = await net.session(workspace).received(plan)
    #expect(received.send?.resent == ["off"] && net.asked.withLock { $0.count } == 2, "\(received.steps)")
    #expect(net.recorded.withLock { $0.map(\.requestID) } == ["on"])
  }

  @Test(
    "The innermost setting decides",
    arguments: [("secret/a", false), ("secret/b", true), ("secret/inner/c", false)])
  func inherited(id: String, isKept: Bool) async throws {
    let folder = try TemporaryDirectory("never")
    let workspace = try workspace(folder)
    let net = Net()
    let received = await net.session(workspace).received(try workspace.plan(id))
    #expect(received.answer != nil && net.recorded.withLock { $0.isEmpty } == !isKept)
    // A resent exchange of the history inherits only these.
    let context = try workspace.context(for: "\(folder.path)/\(id).yml").inheriting(.way)
    #expect(context.historyUse(for: RequestDefinition(name: "x", url: "http://h")) == .off)
  }
}
