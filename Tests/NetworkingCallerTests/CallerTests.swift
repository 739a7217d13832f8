import Dispatch
import Foundation
import Networking
import Testing

// This target is compiled with the main actor as its default isolation, as apps are.

/// The view model of an app, on the main actor by default.
final class OrderModel {
  private let client: Client
  private var id = "42"
  private var patience = Duration.seconds(5)
  private(set) var total: Int?
  private(set) var failure: NetworkError.Category?
  private(set) var refusal: String?

  init(_ client: Client) { self.client = client }

  nonisolated struct Order: Decodable, Sendable {
    let total: Int
  }

  func load() async {
    do {
      let response = try await client.get("/orders/:id") {
        $0.pathParameters["id"] = id
        $0.headers = [.accept: "application/json", "X-Custom": "y"]
      } execution: {
        $0.timeout = patience
      }
      let order: Order = try await response.validate().decoded()
      total = order.total
    } catch {
      // Without a cast: every call above throws `NetworkError` alone.
      failure = error.category
      refusal = error.response?.text()
    }
  }

  func send() async throws(NetworkError) -> Response {
    try await client.response(RequestConfig(path: "/orders", method: .post)) {
      $0.body["id"] = id
      $0.body["count"] = 2
    }
  }

  func stream(_ request: Request) async throws(NetworkError) -> [String] {
    var lines: [String] = []
    for try await line in try await client.stream(for: request, { $0.timeout = patience }).lines { lines.append(line) }
    return lines
  }

  func sent(_ request: Request) async throws(NetworkError) -> Response {
    try await client.response(for: request) { $0.timeout = patience }
  }

  func exchanged(_ request: Request) async -> Exchange {
    await client.exchange(for: request) { $0.timeout = patience }
  }

  func downloaded(_ request: Request, to path: String) async throws(NetworkError) -> Int {
    try await client.download(for: request, to: path) { $0.timeout = patience }.size
  }
}

/// A service with its own isolation.
actor OrderService {
  private let client: Client
  private var key = "k"

  init(_ client: Client) { self.client = client }

  func status(of path: String) async throws(NetworkError) -> Int {
    try await client.get(path) {
      $0.headers["X-Key"] = key
    } execution: {
      $0.authorize = key.isEmpty
    }.status.code
  }
}

extension HTTPField.Name {
  /// A name that a program declares once. Tests do not unwrap by force.
  nonisolated fileprivate static let orderID = Self("X-Order-ID") ?? .from
}

@Suite("Calls from any isolation")
struct CallerTests {
  private nonisolated static let client = Client(
    transport: StubTransport { request, body in
      if request.url.hasSuffix("/missing") { return Stub.Response(status: .notFound, body: Array("no order".utf8)) }
      if request.url.hasSuffix("/lines") { return Stub.Response(body: Array("a\r\nb\n\nc".utf8)) }
      if request.method == .post { return Stub.Response(status: .created, body: body) }
      return Stub.Response(headers: [.contentType: "application/json"], body: Array(#"{"total":7}"#.utf8))
    }, baseURL: "https://shop.test/v2")

  @Test("The main actor configures a call with its own state")
  func mainActor() async throws {
    let model = OrderModel(Self.client)
    await model.load()
    #expect(model.total == 7 && model.failure == nil)
    #expect(try await model.send().text() == #"{"id":"42","count":2}"#)
    let lines = try Request.with(RequestConfig(url: "https://shop.test/lines"))
    #expect(try await model.stream(lines) == ["a", "b", "", "c"])
    #expect(try await model.sent(lines).status == .ok)
    #expect(await model.exchanged(lines).response?.status == .ok)
  }

  @Test("An actor configures a call with its own state")
  func actor() async throws {
    #expect(try await OrderService(Self.client).status(of: "/orders/1") == 200)
  }

  @Test("Everyday values are taken as they are: numbers, lists, data, URLs, and a header name declared once")
  func everyday() async throws {
    let (price, tags, page, data) = (9.5, ["a", "b"], 2, Data("raw".utf8))
    let url = try #require(URL(string: "https://shop.test/v2/orders"))
    let sent = try await Self.client.post(url) {
      $0.query["page"] = page
      $0.headers[.acceptLanguage] = ["en", "de"]
      $0.headers.append(.accept, "text/plain")
      $0.headers.set(.accept, "*/*")
      $0.headers[.orderID] = "7"
      $0.headers.remove(.from)
      $0.suppress(.userAgent)
      $0.body["price"] = price
      $0.body["tags"] = tags
    }
    #expect(sent.text() == #"{"price":9.5,"tags":["a","b"]}"#)
    #expect(sent.request.url == "https://shop.test/v2/orders?page=2")
    #expect(sent.request.headers[values: .acceptLanguage] == ["en", "de"] && sent.request.headers[.orderID] == "7")
    #expect(try await Self.client.put("/orders/:id") { $0.pathParameters["id"] = page }.status == .ok)
    #expect(try await Self.client.post("/orders", body: .data(data)).text() == "raw")
    #expect(try await Self.client.head("/orders").status == .ok)
  }

  private nonisolated static let mark = DispatchSpecificKey<Bool>()

  /// Records on each read and write whether it was on the main queue, which is that of the main actor. The main thread
  /// would not tell: on Linux it ends, and other threads serve the queue.
  private nonisolated struct Probe: Codable, Sendable {
    var wasOnMain: Bool?

    init() {}
    init(from decoder: any Decoder) throws { wasOnMain = Self.isOnMain }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(["wasOnMain": Self.isOnMain])
    }

    private static var isOnMain: Bool { DispatchQueue.getSpecific(key: mark) == true }
  }

  @Test("Bodies are encoded, and decoded by `decoded`, off the calling main actor; `decode` stays on it")
  func offTheActor() async throws {
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    let response = try await Self.client.post("/orders", body: .json(Probe()))
    #expect(response.text() == #"{"wasOnMain":false}"#)
    let json = try await Self.client.get("/orders")
    let (away, here): (Probe, Probe) = (try await json.decoded(), try json.decode())
    #expect(away.wasOnMain == false && here.wasOnMain == true)
  }

  @Test("A server's task configures a call without an actor")
  @concurrent nonisolated func detached() async throws {
    let response = try await Self.client.delete("/orders/1") { $0.query.append("now", "1") }
    #expect(response.finalURL == "https://shop.test/v2/orders/1?now=1")
  }
}
