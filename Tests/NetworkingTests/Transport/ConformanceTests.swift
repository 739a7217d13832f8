import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// The common behaviour of all transports: one table, run on each of them with the same responses.
@Suite("Conformance of all transports")
struct ConformanceTests {
  enum Kind: String, CaseIterable, Sendable { case curl, recording, passThrough, stub, replay }

  /// A server, and the same responses as stubs.
  private static func answer(_ method: String, _ target: String, _ body: String) -> Stub.Response {
    switch target {
    case "/empty": Stub.Response(status: .noContent)
    case "/duplicates":
      Stub.Response(headers: Headers([Header("X-b", "1"), Header("x-B", "2"), Header("X-b", "3")]), body: [1])
    case "/error": Stub.Response(status: .init(code: 503, reasonPhrase: "Very Busy"), body: Array("busy".utf8))
    case "/large": Stub.Response(body: [UInt8](repeating: 7, count: 1_000_000))
    default: Stub.Response(body: Array("\(method) \(target) \(body)".utf8))
    }
  }

  private static func server() throws -> AnsweringServer {
    try AnsweringServer { request in
      let made = answer(request.method, request.target, request.bodyText)
      let body = String(decoding: made.body, as: UTF8.self)
      let status = "\(made.status.code) \(made.status.reasonPhrase)"
      return made.status.code == 204
        ? "HTTP/1.1 \(status)\r\n\r\n"
        : Answer.text(body, status: status, headers: made.headers.fields.map { "\($0.name): \($0.value)" })
    }
  }

  private static let table: [(HTTPRequest.Method, String, Request.Body)] = [
    (.get, "/", .none), (.get, "/with/../dots?a=[1]", .none), (.post, "/echo", .bytes(Array("body".utf8))),
    (.get, "/echo", .bytes(Array("a body with GET".utf8))),
    (.put, "/large", .bytes([UInt8](repeating: 65, count: 99_999))),
    (.init("BREW") ?? .get, "/coffee", .none), (.delete, "/empty", .none), (.get, "/duplicates", .none),
    (.get, "/error", .none),
  ]

  private func transport(_ kind: Kind, _ requests: [Request]) async -> any Transport {
    let stub = StubTransport([
      Stub(
        reply: .dynamic { request, body in
          let text = String(decoding: body, as: UTF8.self)
          return .fixed(Self.answer(request.method.rawValue, URLParts(request.url).requestTarget, text))
        })
    ])
    switch kind {
    case .curl: return CurlTransport()
    case .recording: return RecordingTransport(CurlTransport())
    case .passThrough: return StubTransport(passingTo: CurlTransport())
    case .stub: return stub
    case .replay:
      let recorder = RecordingTransport(CurlTransport())
      for request in requests { _ = await recorder.received(request) }
      return StubTransport(replaying: recorder.recordings)
    }
  }

  @Test("N48: every transport behaves the same, buffered and streamed", arguments: Kind.allCases)
  func table(_ kind: Kind) async throws {
    let server = try Self.server()
    let requests = Self.table.map { makeRequest(server.url + $0.1, $0.0, body: $0.2) }
    let transport = await transport(kind, requests)
    for (row, request) in zip(Self.table, requests) {
      let text: String
      if case .bytes(let bytes) = row.2 { text = String(decoding: bytes, as: UTF8.self) } else { text = "" }
      let expected = Self.answer(row.0.rawValue, row.1, text)
      for delivery in [TransportRequest.Delivery.store(spillThreshold: 1 << 20), .stream(window: 4096)] {
        let received = await transport.received(request, delivery: delivery)
        #expect(received.failure == nil, "\(kind) \(row.1)")
        #expect(received.head?.status.code == expected.status.code)
        #expect(received.head?.status.reasonPhrase == expected.status.reasonPhrase)
        let found = received.head?.headers.fields.filter { $0.name != "Content-Length" }
        #expect(found == expected.headers.fields, "\(kind) \(row.1)")
        let body = delivery == .stream(window: 4096) ? received.content : received.result.body?.allBytes
        #expect(body == expected.body, "\(kind) \(row.1)")
        #expect(received.heads.count == 1)
      }
    }
  }

  @Test("N48: every transport can be cancelled, and lists its capabilities", arguments: Kind.allCases)
  func cancelling(_ kind: Kind) async throws {
    let server = try Self.server()
    let request = makeRequest(server.url)
    let transport = await transport(kind, [request])
    let received = await transport.received(request, started: { $0.cancel() })
    // An immediate response may arrive before the cancellation.
    #expect(received.failure?.category == .cancelled || received.failure == nil)
    #expect(!transport.capabilities.name.isEmpty)
    #expect(transport.capabilities.has(.anyMethod) && transport.capabilities.has(.verbatimHeaders))
  }
}
