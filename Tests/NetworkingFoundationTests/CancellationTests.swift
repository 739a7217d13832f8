import Basics
import Foundation
import HTTPTypes
import NetworkingFoundation
import Synchronization
import TestSupport
import Testing

@testable import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// FoundationNetworking ends the process if a task is cancelled at certain moments. These tests cancel at all of them.
@Suite("Foundation: cancelling at random")
struct CancellationTests {
  /// The reaction of the server to a request.
  enum Kind: String, CaseIterable, Sendable {
    case small, large, upload, redirect, challenge, unfinished, silent, reset
  }

  /// When a transfer is cancelled.
  enum Point: Equatable, Sendable {
    case never
    /// As soon as it is started.
    case started
    /// When the server has the request.
    case requested
    /// When the server has sent everything.
    case answered
    /// When the transport reports this event, from 1.
    case event(Int)
    /// After the other tasks had this many turns.
    case later(Int)
  }

  struct Plan: Sendable {
    let kind: Kind
    let point: Point

    /// Answers that never end are always cancelled.
    init(using generator: inout SeededGenerator) {
      // A redirect has the most moments to choose from.
      kind = Bool.random(using: &generator) ? .redirect : Kind.allCases.randomElement(using: &generator) ?? .small
      let some: [Point] = [.started, .requested, .later(.random(in: 0...200, using: &generator))]
      let all: [Point] =
        some + [.never, .answered, .event(1), .event(2), .event(.random(in: 3...9, using: &generator))]
      let isEndless = kind == .unfinished || kind == .silent
      point = (isEndless ? some : all).randomElement(using: &generator) ?? .started
    }
  }

  /// Transfers over one transport to one server, each cancelled as planned.
  private final class Trial: Sendable {
    private let plans: [Plan]
    private let calls: [CallBox]
    private let transport: URLSessionTransport
    private let ends = Mutex<[Int: [TransportResult]]>([:])

    init(_ plans: [Plan], over transport: URLSessionTransport) {
      self.plans = plans
      self.transport = transport
      calls = plans.map { _ in CallBox() }
    }

    /// The results of a transfer; one is right.
    func results(of number: Int) -> [TransportResult] { ends.withLock { $0[number] ?? [] } }

    func reached(_ point: Point, of number: Int) {
      if plans[number].point == point { calls[number].cancel() }
    }

    /// Returns when the transfer has reported its end.
    func run(_ number: Int, at url: String) async throws {
      let plan = plans[number]
      let request = try Request.with(RequestConfig(url: "\(url)/\(plan.kind)/\(number)")) {
        if plan.kind == .upload {
          $0.method = .post
          $0.body = .bytes([UInt8](repeating: 7, count: 300_000))
        }
      }
      let isOver = Gate()
      let events = Mutex(0)
      let call = transport.start(TransportRequest(request)) { [self] event in
        let count = events.withLock { count in
          count += 1
          return count
        }
        reached(.event(count), of: number)
        guard case .finished(let result) = event else { return }
        ends.withLock { $0[number, default: []].append(result) }
        isOver.open()
      }
      calls[number].set(call)
      reached(.started, of: number)
      if case .later(let turns) = plan.point {
        for _ in 0..<turns { await Task.yield() }
        calls[number].cancel()
      }
      await isOver.opened()
    }
  }

  /// Serves one connection; the target is `/KIND/NUMBER`.
  private static func serve(_ connection: RawConnection, _ reached: (Point, Int) -> Void) throws {
    while let request = connection.readRequest() {
      let parts = request.target.split(separator: "/")
      guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = Int(parts[1]) else { return }
      reached(.requested, number)
      switch kind {
      case .small, .upload: try connection.write(Answer.text("small"))
      case .large: try connection.write(Answer.text(String(repeating: "x", count: 2_000_000)))
      case .redirect: try connection.write(Answer.redirect(302, to: "/small/0"))
      case .challenge:
        let field = "WWW-Authenticate: Basic realm=\"x\""
        try connection.write(Answer.text("who?", status: "401 Unauthorized", headers: [field]))
      case .unfinished, .reset: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
      case .silent: break
      }
      reached(.answered, number)
      switch kind {
      case .unfinished, .silent: return connection.waitForClose()
      case .reset: return connection.reset()
      default: break
      }
    }
  }

  @Test(
    "N36: of 600 transfers that are cancelled at random moments, each ends once, and the session goes on",
    arguments: [false, true])
  func random(hasDelegate: Bool) async throws {
    var generator = SeededGenerator(seed: hasDelegate ? 36 : 63)
    let plans = (0..<600).map { _ in Plan(using: &generator) }
    // The standard configuration has a cache and stored credentials, whose use made a cancelled task crash.
    let transport =
      hasDelegate
      ? URLSessionTransport(configuration: .default, delegate: SilentDelegate())
      : URLSessionTransport(configuration: .default)
    let trial = Trial(plans, over: transport)
    let server = try RawServer { connection in
      try Self.serve(connection) { point, number in trial.reached(point, of: number) }
    }
    defer { server.stop() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in plans.indices {
        if number >= 24 { try await group.next() }
        group.addTask { try await trial.run(number, at: server.url) }
      }
      try await group.waitForAll()
    }
    for (number, plan) in plans.enumerated() {
      let results = trial.results(of: number)
      #expect(results.count == 1, "\(plan) ended \(results.count) times")
      guard plan.point == .never, let result = results.first else { continue }
      #expect((result.failure == nil) == (plan.kind != .reset), "\(plan): \(String(describing: result.failure))")
    }
    let last = try Request.with(RequestConfig(url: server.url + "/small/0"))
    let response = try await Client(transport: transport).response(for: last)
    #expect(response.text() == "small")
  }
}

/// A delegate without methods of its own.
private final class SilentDelegate: NSObject, URLSessionDataDelegate {}
