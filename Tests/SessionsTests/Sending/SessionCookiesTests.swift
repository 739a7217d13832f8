import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Against a server on loopback that sets a cookie at `/login`.
@Suite("Cookies of a session") struct SessionCookiesTests {
  private let folder: TemporaryDirectory
  private let state: TemporaryDirectory
  private let server: AnsweringServer
  private let workspace: Workspace

  init() throws {
    server = try AnsweringServer { request in
      let cookie = "Set-Cookie: sid=value-\(request["X-Number"] ?? "1")-of-the-session; Max-Age=600"
      return Answer.text("", headers: request.target == "/login" ? [cookie] : [])
    }
    state = try TemporaryDirectory("state")
    folder = try TemporaryDirectory("workspace")
    for name in ["one", "two"] {
      try folder.write("\(name)/opencollection.yml", "info: {name: \(name)}\n")
      for environment in ["dev", "live"] {
        try folder.write("\(name)/environments/\(environment).yml", "variables: []\n")
      }
      for request in ["login", "me"] {
        try folder.write(
          "\(name)/\(request).yml",
          "info: {name: \(request), type: http}\nhttp: {method: GET, url: \"\(server.url)/\(request)\"}\n")
      }
    }
    workspace = try Workspace.open(folder.path, stateFolder: state.path)
  }

  private func session(_ keeping: SessionCookies.Keeping = .stored) -> SendSession {
    SendSession(
      workspace,
      dependencies: SendSession.Dependencies(
        drivers: [ConversationDriver(Client())], cookies: SessionCookies(workspace, keeping)))
  }

  private func plan(_ id: String, _ environment: String? = "dev") throws -> SendPlan {
    try workspace.plan(folder.path(id + ".yml"), environment: environment)
  }

  /// The cookies that the server got with a request.
  @discardableResult
  private func cookies(
    sending id: String, in environment: String? = "dev", _ session: SendSession,
    _ change: (inout SendPlan) -> Void = { _ in }
  ) async throws -> String? {
    var plan = try plan(id, environment)
    change(&plan)
    let received = await session.received(plan)
    #expect(received.steps.last == "judged", "\(received.steps)")
    return server.requests.last?["Cookie"]
  }

  @Test("A cookie is sent by this and other sessions, in the same collection and environment only")
  func scopes() async throws {
    let session = session()
    #expect(try await cookies(sending: "one/login", session) == nil)
    #expect(try await cookies(sending: "one/me", session) == "sid=value-1-of-the-session")
    #expect(try await cookies(sending: "one/me", self.session()) == "sid=value-1-of-the-session")
    #expect(try await cookies(sending: "one/me", in: "live", session) == nil)
    #expect(try await cookies(sending: "one/me", in: nil, session) == nil)
    #expect(try await cookies(sending: "two/me", session) == nil)
  }

  @Test("With session, only the own cookies are sent, with off none, and neither is stored")
  func uses() async throws {
    let (first, second) = (session(), session())
    for use in [CookieUse.session, .off] {
      try await cookies(sending: "one/login", first) { $0.definition.settings.cookies = use }
      let sent = try await cookies(sending: "one/me", first) { $0.definition.settings.cookies = use }
      #expect((sent != nil) == (use == .session))
      #expect(try await cookies(sending: "one/me", second) == nil)
    }
    try folder.write("one/opencollection.yml", "info: {name: one}\nextensions: {apus: {cookies: off}}\n")
    try await cookies(sending: "one/login", first)
    #expect(try await cookies(sending: "one/me", first) == nil)
    try await cookies(sending: "one/login", first) { $0.definition.settings.cookies = .keep }
    #expect(try await cookies(sending: "one/me", first) { $0.definition.settings.cookies = .keep } != nil)
  }

  @Test("A run starts with the stored cookies and does not change them")
  func inMemory() async throws {
    try await cookies(sending: "one/login", session())
    let run = session(.inMemory)
    #expect(try await cookies(sending: "one/me", run) == "sid=value-1-of-the-session")
    try await cookies(sending: "one/login", run) { $0.definition.headers.append(Row("X-Number", "2")) }
    #expect(try await cookies(sending: "one/me", run) == "sid=value-2-of-the-session")
    #expect(try await cookies(sending: "one/me", session()) == "sid=value-1-of-the-session")
  }

  @Test("Concurrent changes of two sessions to cookies are all kept")
  func together() async throws {
    let (left, right) = (session(), session())
    for session in [left, right] { try await cookies(sending: "one/me", session) }
    let store = workspace.cookieStore(of: folder.path("one"))
    try store.change(of: "dev") { $0 = [Cookie("old", "1", domain: "127.0.0.1")] }
    try await cookies(sending: "one/login", left)
    #expect(try store.cookies(of: "dev").map(\.name) == ["old", "sid"])
    #expect(try await cookies(sending: "one/me", right) == "old=1; sid=value-1-of-the-session")
    try store.change(of: "dev") { $0.removeAll { $0.name == "old" } }
    try await cookies(sending: "one/login", right) { $0.definition.headers.append(Row("X-Number", "3")) }
    #expect(try await cookies(sending: "one/me", left) == "sid=value-3-of-the-session")
    #expect(try store.cookies(of: "dev").map(\.name) == ["sid"])
  }

  @Test("An unreadable file is reported and kept, and the send uses the session's own cookies")
  func broken() async throws {
    let store = workspace.cookieStore(of: folder.path("one"))
    try store.change(of: "dev") { $0 = [Cookie("old", "1", domain: "127.0.0.1")] }
    let path = try #require(state.files().first { $0.hasPrefix("cookies/") })
    try state.write(path, "{\"dev\": [")
    let session = session()
    let received = await session.received(try plan("one/login"))
    #expect(received.steps.filter { $0 == "cookies not kept" }.count == 2 && received.answer != nil)
    _ = await session.received(try plan("one/me"))
    #expect(server.requests.last?["Cookie"] == "sid=value-1-of-the-session")
    #expect(try state.readText(path) == "{\"dev\": [")
  }

  @Test("The history contains no cookies, and resending uses the current ones")
  func history() async throws {
    let session = session()
    try await cookies(sending: "one/login", session)
    let answer = try #require(await session.received(try plan("one/me")).answer)
    #expect(answer.record.exchange.hops.first?.request.hasKeptCookies == true)
    var bytes: [UInt8] = []
    HARDocument(answer.record, redaction: answer.redaction).write { bytes += $0 }
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(!line.contains("of-the-session") && line.contains("_keptCookies"))
    let copy = try #require(SentCopy(answer.record, defaults: RequestConfig(), usesOwnProxy: false))
    #expect(!copy.definition.headers.contains { $0.name == "Cookie" } && !copy.isMasked)
  }
}
