import Basics
import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite("Sends of one session") struct SendSessionTests {
  /// A server that is a closure, and what it was asked.
  final class Net: Sendable {
    let asked = Mutex<[String]>([])
    let recorded = Mutex<[HistoryRecord]>([])
    let status = Mutex(200)

    func session(_ workspace: Workspace, now: Date = Date(timeIntervalSince1970: 1_700_000_000)) -> SendSession {
      let outside = SendSession.Outside(
        send: { self.answer($0, at: now) },
        record: { record, redaction in
          self.recorded.withLock { $0.append(record) }
          // The tests look at what is kept.
          try? History(workspace: workspace).append(record, redaction: redaction)
        })
      return SendSession(workspace, outside: outside, dynamic: DynamicValues(now: { now }, random: { _ in 0 }))
    }

    func answer(_ request: Request, at date: Date = Date(timeIntervalSince1970: 1_700_000_000)) -> Exchange {
      let count = asked.withLock { asked in
        asked.append("\(request.method.rawValue) \(request.url)")
        return asked.count
      }
      let head = ResponseHead(status: .init(code: status.withLock { $0 }))
      let body = ByteStore(Array("{\"token\": \"tok-\(count)\", \"auth\": \"\(request.headers["A"] ?? "")\"}".utf8))
      let hop = Hop(
        request: SentRequest(method: request.method.rawValue, url: request.url), response: head)
      return Exchange(startedAt: date, hops: [hop], body: body)
    }
  }

  private func workspace(_ folder: TemporaryDirectory, protected: Bool = false) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "environments/dev.yml", "variables:\n  - name: h\n    value: http://h\nprotected: \(protected)\n")
    try folder.write(
      "u/login.yml",
      "info: {name: Login, type: http}\nhttp: {method: POST, url: '{{h}}/login'}\nruntime:\n  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: res.body.token, method: jsonq}, variable: {name: token, scope: runtime}}\n"
    )
    try folder.write(
      "u/me.yml",
      "info: {name: Me, type: http}\nhttp:\n  method: GET\n  url: '{{h}}/me'\n  headers:\n    - {name: A, value: 'Bearer {{u/login | $.token | 10m}}'}\nruntime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '200'}\n"
    )
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/{{b | $.token}}'}\n")
    try folder.write("b.yml", "info: {name: B, type: http}\nhttp: {method: GET, url: 'http://h/{{a | $.token}}'}\n")
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func prepare(
    _ id: String, _ session: SendSession, _ workspace: Workspace, isConfirmed: Bool = false
  ) async throws -> SessionSend {
    let file = try workspace.request(at: try #require(workspace.path(ofRequest: id, in: workspace.path)))
    let context = try workspace.context(for: file.path, environment: "dev")
    return try await session.prepare(file.definition, file: file.path, in: context, isConfirmed: isConfirmed)
  }

  @Test("A request whose answer is missing is sent first, once, and everything it sets stays for the next")
  func chain() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    let send = try await prepare("u/me", session, workspace)
    #expect(send.resent == ["u/login"])
    #expect(send.prepared.request.headers["A"] == "Bearer tok-1")
    #expect(send.prepared.redaction.secrets.contains("tok-1"))
    let done = await session.finish(send, with: net.answer(send.prepared.request))
    #expect(done.checks.assertions.map(\.passed) == [true])
    #expect(done.record.assertions.count == 1 && done.record.requestID == "u/me")
    #expect(await session.runtime["token"] == "tok-1")
    let again = try await prepare("u/me", session, workspace)
    #expect(again.resent.isEmpty)
    #expect(net.asked.withLock { $0 } == ["POST http://h/login", "GET http://h/me"])
    // The captured token is a secret by its name: what is kept of the login does not show it.
    let kept = try #require(try History(workspace: workspace).list().entries.first)
    let body = try History(workspace: workspace).record(kept.id)?.exchange.body?.allBytes ?? []
    #expect(!String(decoding: body, as: UTF8.self).contains("tok-1"))
    // So a new session does not take the mask for a value.
    let next = try await prepare("u/me", net.session(workspace), workspace)
    #expect(next.resent == ["u/login"])
  }

  @Test("An answer that is too old is asked for again")
  func age() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let session = net.session(workspace, now: start)
    _ = try await prepare("u/me", session, workspace)
    let later = net.session(workspace, now: start.addingTimeInterval(601))
    let send = try await prepare("u/me", later, workspace)
    #expect(send.resent == ["u/login"])
    #expect(send.prepared.request.headers["A"] == "Bearer tok-2")
  }

  @Test("Requests that need each other, refused logins and places without a value are refused with their field")
  func refusals() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    let cycle = await #expect(throws: SendRefusal.self) { try await prepare("a", session, workspace) }
    #expect(cycle?.field == .url && cycle?.description.contains("a → b → a") == true, "\(cycle as Any)")
    net.status.withLock { $0 = 401 }
    let refused = await #expect(throws: SendRefusal.self) { try await prepare("u/me", session, workspace) }
    #expect(refused?.field == .header(row: 0) && refused?.description.contains("u/login answered 401") == true)
    net.status.withLock { $0 = 200 }
    var definition = RequestDefinition(name: "x", url: "http://h/{{u/login | $.nothing}}")
    let context = try workspace.context(for: folder.path("x.yml"), environment: "dev")
    let absent = await #expect(throws: SendRefusal.self) {
      try await session.prepare(definition, file: nil, in: context)
    }
    #expect(absent?.description.contains("nothing at that place") == true)
    definition.url = "http://h/{{no/such | $.a}}"
    let missing = await #expect(throws: SendRefusal.self) {
      try await session.prepare(definition, file: nil, in: context)
    }
    #expect(missing?.description.contains("no such request") == true)
  }

  @Test("In a protected environment nothing but reading is sent for another request unless the user agreed")
  func protection() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder, protected: true)
    let net = Net()
    let session = net.session(workspace)
    let refused = await #expect(throws: SendRefusal.self) { try await prepare("u/me", session, workspace) }
    #expect(refused?.description.contains("protected") == true)
    #expect(net.asked.withLock { $0 }.isEmpty)
    #expect(try await prepare("u/me", session, workspace, isConfirmed: true).resent == ["u/login"])
  }

  @Test("A secret from a command is had once a session, after the user allowed it, and only where it is used")
  func commands() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let mark = folder.path("ran")
    try folder.write(
      "environments/dev.yml",
      "variables:\n  - name: h\n    value: http://h\n  - secret: true\n    name: key\n    command: echo x >> \(mark); echo k3y\n"
    )
    let session = Net().session(workspace)
    let context = try workspace.context(for: folder.path("x.yml"), environment: "dev")
    var definition = RequestDefinition(name: "x", url: "{{h}}/plain")
    _ = try await session.prepare(definition, file: nil, in: context)
    definition.url = "{{h}}/?k={{key}}"
    let refused = await #expect(throws: SendRefusal.self) {
      try await session.prepare(definition, file: nil, in: context)
    }
    guard case .notAllowed(let uses) = refused?.problem else { return #expect(Bool(false), "\(refused as Any)") }
    #expect(uses.map(\.source) == [.command("echo x >> \(mark); echo k3y")])
    #expect(uses.map(\.receiver) == ["http://h"])
    #expect(!FileManager.default.fileExists(atPath: mark))
    try workspace.consents.allow(uses, for: workspace.path)
    for _ in 0..<2 {
      let send = try await session.prepare(definition, file: nil, in: context)
      #expect(send.prepared.request.url == "http://h/?k=k3y")
      #expect(send.prepared.redaction.secrets.contains("k3y"))
      #expect(send.context.secretValues["key"] == "k3y")
    }
    #expect(try String(contentsOfFile: mark, encoding: .utf8) == "x\n")
  }
}
