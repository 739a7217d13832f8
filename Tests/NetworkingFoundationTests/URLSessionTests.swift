import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Foundation: sessions")
struct URLSessionTests {
  private struct Breeds: Decodable, Equatable {
    var message: [String: [String]]
  }

  @Test("N60: the article's three stages over URLSession: create, execute, handle")
  func article() async throws {
    let server = try AnsweringServer { _ in Answer.json(#"{"message":{"hound":["afghan"]}}"#) }
    let request = try URLRequest.with(RequestConfig(host: server.url)) { $0.path = "breeds/list/all" }
    let response = try await URLSession.shared.response(for: request) { $0.timeout = .seconds(60) }
    let breeds: Breeds = try response.validate().decode()
    #expect(breeds.message == ["hound": ["afghan"]])
    #expect(server.requests.first?.target == "/breeds/list/all")
  }

  @Test("N51: the caller's own decoder is used with its settings")
  func decoder() async throws {
    struct Event: Decodable {
      var startedAt: Date
    }
    let server = try AnsweringServer { _ in Answer.json(#"{"started_at":60}"#) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let response = try await URLSession.shared.response(for: URLRequest.with(RequestConfig(url: server.url)))
    #expect(try response.decode(Event.self, decoder: decoder).startedAt == Date(timeIntervalSince1970: 60))
    #expect(response.httpURLResponse?.statusCode == 200)
    #expect(response.httpURLResponse?.value(forHTTPHeaderField: "content-type") == "application/json")
  }

  @Test("N28: a rejected token is refreshed once and the request repeated, over URLSession too")
  func unauthorized() async throws {
    let server = try AnsweringServer { request in
      request["X-Try"] == "2"
        ? Answer.text("in")
        : Answer.text("out", status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    let request = try URLRequest.with(RequestConfig(url: server.url))
    let first = try await URLSession.shared.response(for: request)
    #expect(first.status == .unauthorized)
    #expect(first.text() == "out")
    var second = request
    second.setValue("2", forHTTPHeaderField: "X-Try")
    #expect(try await URLSession.shared.response(for: second).text() == "in")
  }
}

/// A view model that uses Foundation.
@MainActor
private final class DogModel {
  private let session = URLSession(configuration: .ephemeral)
  private var patience = Duration.seconds(60)
  private(set) var text: String?
  private(set) var failure: NetworkError.Category?

  func load(_ url: String) async {
    do {
      let request = try URLRequest.with(RequestConfig(host: url)) { $0.headers["X-Patience"] = "\(patience)" }
      text = try await session.response(for: request) { $0.timeout = patience }.validate().text()
    } catch {
      failure = (error as? NetworkError)?.category
    }
  }

  func status(_ request: URLRequest) async -> Int {
    do {
      return try await session.response(for: request) { $0.timeout = patience }.status.code
    } catch {
      // Without a cast: the call throws `NetworkError` alone.
      failure = error.category
      return 0
    }
  }
}

@Suite("Foundation: calls from the main actor")
struct MainActorTests {
  @Test("A view model configures a session's call with its own state")
  @MainActor func model() async throws {
    let server = try AnsweringServer { Answer.text($0["X-Patience"] ?? "") }
    let model = DogModel()
    await model.load(server.url)
    #expect(model.text == "60.0 seconds" && model.failure == nil)
    #expect(try await model.status(URLRequest.with(RequestConfig(url: server.url))) == 200)
    let port = try RawServer.refusedPort()
    #expect(try await model.status(URLRequest.with(RequestConfig(url: "http://127.0.0.1:\(port)/"))) == 0)
    #expect(model.failure == .connect)
  }
}

@Suite("Foundation: one transport for each session")
struct SessionPoolsTests {
  @Test("Calls of a session share its transport and its connections; each session has its own")
  func sharing() async throws {
    let server = try AnsweringServer { _ in Answer.text("in") }
    let (first, second) = (URLSession(configuration: .ephemeral), URLSession(configuration: .ephemeral))
    let request = try URLRequest.with(RequestConfig(url: server.url))
    for _ in 0..<20 { #expect(try await first.response(for: request).text() == "in") }
    #expect(try await second.response(for: request).text() == "in")
    #expect(server.connectionCount <= 4, "21 calls opened \(server.connectionCount) connections")
  }
}
