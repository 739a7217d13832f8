import Basics
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Redirects of requests that scripts send") struct ScriptRedirectTests {
  private let folder: TemporaryDirectory
  /// Redirects `/moved`.
  private let own: AnsweringServer
  private let other: AnsweringServer
  private let place: Place

  private final class Place: Sendable {
    let url = Mutex("")
  }

  init() throws {
    folder = try TemporaryDirectory("scripts")
    let place = Place()
    self.place = place
    own = try AnsweringServer { request in
      request.target == "/moved" ? Answer.redirect(302, to: place.url.withLock { $0 }) : Answer.json("{}")
    }
    let last = own.url
    other = try AnsweringServer { request in
      request.target == "/back" ? Answer.redirect(302, to: "\(last)/end") : Answer.json("{}")
    }
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    let scripts = "runtime: {scripts: [{type: before-request, code: before()}]}\n"
    try folder.write(
      "c/get.yml", "info: {name: Get, type: http}\nhttp: {method: GET, url: '\(own.url)/users'}\n\(scripts)")
  }

  /// Adds a request to a server, so that scripts of the collection may reach it.
  private func addRequest(to url: String) throws {
    try folder.write("c/other.yml", "info: {name: Other, type: http}\nhttp: {method: GET, url: '\(url)'}\n")
  }

  /// The answer to a script before `get` about a redirect, and the events of the send.
  private func answer(
    movedTo url: String, _ more: JSONValue = .object([]), uses allowed: [UserValueUse] = []
  ) async throws -> (answer: JSONValue, received: Received) {
    place.url.withLock { $0 = url }
    return try await answer(to: "\(own.url)/moved", more, uses: allowed)
  }

  private func answer(
    to url: String, _ more: JSONValue = .object([]), uses allowed: [UserValueUse] = []
  ) async throws -> (answer: JSONValue, received: Received) {
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    try workspace.allowScripts()
    try workspace.consents.allow(allowed, for: workspace.path)
    var request = more
    (request["method"], request["url"]) = ("GET", .string(url))
    let net = Net()
    let answer = Mutex(JSONValue.null)
    net.scripts.withLock {
      $0 = SampleEngine().running { [request] _, _, answering in
        let found = await answering(["ask": "send", "request": request]).json
        answer.withLock { $0 = found }
        return ScriptOutcome()
      }
    }
    var plan = try workspace.plan("get", environment: nil)
    let inputs = VariableInputs(process: ["CLOUD_SECRET": "v4lue-of-mine"])
    plan.context = try workspace.context(for: folder.path("c/get.yml"), environment: nil, inputs: inputs)
    let received = await net.session(workspace, drivers: [ConversationDriver(Client())]).received(plan)
    return (answer.withLock { $0 }, received)
  }

  private func missing(_ received: Received) -> [UserValueSource] {
    guard case .notAllowed(let uses) = received.refusal?.problem else { return [] }
    return uses.map(\.source)
  }

  @Test("A redirect to another server is refused with the words for its URL, until the user allows the server")
  func refused() async throws {
    let direct = try await answer(to: other.url + "/").answer
    let (moved, received) = try await answer(movedTo: other.url + "/")
    #expect(moved["error"] == direct["error"])
    #expect(moved["error"]?["message"]?.string?.contains("no request of the collection goes to \(other.url)") == true)
    #expect(missing(received) == [.scriptOrigin(other.url)] && other.requests.isEmpty)
    let use = UserValueUse(.scriptOrigin(other.url), to: other.url)
    let allowed = try await answer(movedTo: other.url + "/", uses: [use]).answer
    #expect(allowed["response"]?["code"]?.int == 200 && other.requests.count == 1)
  }

  @Test("Every hop is checked, also after a server of the collection")
  func laterHop() async throws {
    let third = try AnsweringServer()
    let passing = try AnsweringServer { _ in Answer.redirect(307, to: "\(third.url)/") }
    try addRequest(to: passing.url)
    let (refused, received) = try await answer(movedTo: passing.url + "/")
    #expect(refused["error"] != nil && missing(received) == [.scriptOrigin(third.url)])
    #expect(passing.requests.count == 1 && third.requests.isEmpty)
    try addRequest(to: other.url)
    #expect(try await answer(movedTo: other.url + "/back").answer["response"]?["code"]?.int == 200)
  }

  @Test("A value of the user's follows no redirect to a server that may not get it")
  func value() async throws {
    try addRequest(to: other.url)
    let header: JSONValue = ["headers": [["key": "X-Key", "value": "v4lue-of-mine"]]]
    let use = UserValueUse(.variable("CLOUD_SECRET"), to: own.url)
    let (refused, received) = try await answer(movedTo: other.url + "/", header, uses: [use])
    #expect(refused["error"]?["message"]?.string?.hasSuffix("which you have not allowed for this collection") == true)
    #expect(missing(received) == [.variable("CLOUD_SECRET")] && other.requests.isEmpty)
    #expect(own.requests.map(\.target) == ["/moved"])
  }

  @Test("A send without redirects gets the redirect itself")
  func stops() async throws {
    let (answer, received) = try await answer(movedTo: other.url + "/", ["followRedirects": false])
    #expect(answer["response"]?["code"]?.int == 302 && missing(received).isEmpty && other.requests.isEmpty)
  }
}
