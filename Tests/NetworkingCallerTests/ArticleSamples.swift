import Networking

// The samples of Networking.docc, unchanged, each in a function with the isolation of its caller.

extension RequestConfig {
  nonisolated static var shop: Self {
    Self(host: "https://api.shop.test/v2", headers: [.accept: "application/json", "X-Shop": "1"])
  }
}

nonisolated struct Order: Codable, Sendable {
  var total: Int
}

nonisolated struct Problem: Decodable, Sendable {
  var message: String
}

nonisolated struct Keychain: Sendable {
  func load() -> String? { nil }
  func save(_ token: String?) {}
}

actor Vault {
  private(set) var token: String? = "old"
  private(set) var isOpen = true
  func renew(_ rejected: String) async throws -> Bool {
    token = "new"
    return true
  }
  func logOut() { isOpen = false }
}

/// An object of the main actor, as in an app.
final class Meter {
  func show(_ bytes: Int) {}
}

actor AppClock {
  func now() -> String { "12:00" }
}

/// A view model, on the main actor by default.
final class ShopModel {
  var id = "42"
  var sku = "A1"
  var message = ""
  var lines: [String] = []
  let meter = Meter()

  func first(_ transport: any Transport) async throws -> Order {
    let client = Client(transport: transport, baseURL: "https://api.shop.test/v2")
    let order: Order = try await client.get("/orders/42").validate().decoded()
    return order
  }

  func build() throws -> Request {
    let request = try Request.with(.shop) {
      $0.method = .post
      $0.path = "/orders/:id/items"
      $0.pathParameters["id"] = id
      $0.query.append("expand", "items")
      $0.body["sku"] = sku
      $0.body["count"] = 2
    }
    return request
  }

  func call(_ client: Client) async throws -> [Response] {
    let response = try await client.response(.shop) {
      $0.path = "/orders/:id"
      $0.pathParameters["id"] = id
    } execution: {
      $0.timeout = .seconds(5)
    }
    let created = try await client.post("/orders", body: .json(Order(total: 7)))
    let rows = BodyStream(chunks: {
      AsyncStream<[UInt8]> { rows in
        for number in 1...3 { rows.yield(Array("row \(number)\n".utf8)) }
        rows.finish()
      }
    })
    let imported = try await client.post("/import", body: .stream(rows, contentType: "text/csv"))
    return [response, created, imported]
  }

  func execute(_ request: Request, _ client: Client) async throws -> Response {
    let response = try await client.response(for: request) {
      $0.timeout = .seconds(5)
      $0.onProgress { [meter] progress in Task { @MainActor in meter.show(progress.received) } }
    }
    return response
  }

  func limits() throws -> Request {
    try Request.with(.shop) {
      $0.options.totalTimeout = .seconds(60)
      $0.options.maximumBodySize = 1_000_000
      var tls = TransferOptions.TLSOptions()
      tls.caFile = "/etc/shop/ca.pem"
      $0.options.tls = tls
      $0.options.clientCertificates = [.init(hosts: "*.shop.test", file: "/etc/shop/client.pem")]
      $0.options.authentication = .init(.digest, user: "ada", password: "secret")
    }
  }

  func explain(_ client: Client) async {
    do {
      _ = try await client.get("/orders/1")
    } catch {
      switch error.category {
      case .status: message = error.response?.text() ?? error.message
      case .cancelled: message = ""
      default: message = error.description
      }
    }
  }

  func explainLater(_ client: Client) -> Task<Void, Never> {
    Task {
      do throws(NetworkError) {
        _ = try await client.get("/orders/1")
      } catch {
        message = error.message
      }
    }
  }

  func buildAndSend(_ client: Client) async {
    do {
      let request = try Request.with(.shop) { $0.path = "/orders" }
      _ = try await client.response(for: request)
    } catch let error as NetworkError {
      message = error.message
    } catch {
      message = "Not sent: \(error)"
    }
  }

  func facts(_ response: Response) -> [String] {
    let waited = response.timing?.total
    let tags = response.headers[values: "X-Tag"]
    let size = response.exchange.hops.last?.sizes.responseBodyOnWire
    return tags + [waited == nil ? "unknown" : "known", size.map(String.init) ?? "unknown"]
  }

  func adapt(_ client: Client, _ clock: AppClock) async throws -> Response {
    let adapted = try await client.get("/orders") {
      $0.modifiers.append { request in try request.setHeader("X-Sent-At", await clock.now()) }
    }
    return adapted
  }

  func handle(_ response: Response) throws -> Order {
    let order: Order = try response.validate().decode()
    return order
  }

  func problem(_ response: Response) {
    do throws(BackendError<Problem>) {
      try response.require(or: Problem.self)
    } catch {
      message = error.model?.message ?? error.status.reasonPhrase
    }
  }

  func stream(_ request: Request, _ client: Client) async throws {
    let stream = try await client.stream(for: request)
    for try await line in stream.lines { lines.append(line) }
  }

  func events(_ request: Request, _ client: Client) async throws {
    for try await event in client.serverSentEvents(for: request, reconnects: true) { lines.append(event.data) }
  }

  func chat(_ client: Client) async throws {
    let socket = client.webSocket(for: "wss://chat.test/lobby")
    try await socket.send("hello")
    for await event in socket.events {
      switch event {
      case .text(let text): lines.append(text)
      case .closed(_, let reason, let exchange): lines.append(exchange.failure?.message ?? reason)
      default: break
      }
    }
  }

  func save(_ request: Request, _ client: Client, to path: String, notes: String) async throws -> Int {
    let control = Download.Control()
    let download = try await client.download(for: request, to: path, notes: notes, control: control) {
      $0.retry = .standard
      $0.onProgress { [meter] progress in Task { @MainActor in meter.show(progress.received) } }
    }
    return download.size
  }
}

/// The endpoints of an API.
nonisolated enum Shop {
  static func order(_ id: String) throws(RequestError) -> Request {
    try Request.with(.shop) {
      $0.path = "/orders/:id"
      $0.pathParameters["id"] = id
    }
  }
}

/// A task of a server, on no actor.
nonisolated enum ShopService {
  static func client() -> Client {
    var client = Client(baseURL: "https://api.shop.test/v2")
    client.execution.retry = .standard
    client.execution.validators = [.status()]
    client.defaults = .identified(as: "MyApp/1.0")
    return client
  }

  @concurrent static func authorized(_ transport: any Transport, _ vault: Vault) async throws -> [Response] {
    var client = Self.client()
    client.transport = transport
    client.execution.tokenProvider = TokenProvider(
      token: { await vault.token },
      refresh: { rejected in try await vault.renew(rejected) })
    client.execution.onUnauthorized = { _ in await vault.logOut() }
    let open = try await client.get("/public") { _ in
    } execution: {
      $0.authorize = false
    }
    return [open, try await client.get("/orders")]
  }

  static func service() -> Client {
    var client = Self.client()
    let login = OAuthConfig(
      tokenURL: "https://login.shop.test/token", clientID: "my-service", clientSecret: "secret")
    client.execution.tokenProvider = OAuthSession(login, grant: .clientCredentials).provider
    return client
  }

  static func session(_ login: OAuthConfig, _ keychain: Keychain) -> OAuthSession {
    let store = OAuthToken.Store(
      load: { keychain.load().map { OAuthToken(accessToken: $0) } }, save: { keychain.save($0?.accessToken) })
    let session = OAuthSession(login, grant: .clientCredentials, store: store)
    return session
  }

  @concurrent static func replayed(_ client: Client) async throws -> Client {
    let recorder = RecordingTransport(client.transport)
    _ = try await Client(transport: recorder).get("https://api.shop.test/v2/orders/42")
    let replayed = Client(transport: StubTransport(replaying: recorder.recordings))
    return replayed
  }

  static func closure() -> Client {
    let client = Client(
      transport: StubTransport { request, body in
        Stub.Response(headers: [.contentType: "application/json"], body: Array(#"{"total":7}"#.utf8))
      }, baseURL: "https://api.shop.test/v2")
    return client
  }

  static func list() -> StubTransport {
    let stub = StubTransport([
      Stub([.method(.get)], reply: .sequence([.respond(.serviceUnavailable), .json(#"{"total":7}"#)])),
      Stub(reply: .failure(NetworkError(.connect, "no network"))),
    ])
    return stub
  }

  static func migrated(_ client: Client) async throws -> Int {
    let response = try await client.get("/orders/42")
    let data = response.data
    return data.count
  }

  static func limited(_ client: Client) async throws -> Int {
    let response = try await client.get("/orders/42", execution: { $0.timeout = .seconds(5) })
    let bytes = response.data
    return bytes.count
  }
}

/// A server that calls another one.
nonisolated enum ShopGateway {
  static func client() -> Client {
    let transport = CurlTransport(
      transfers: 256, transfersPerHost: 16, idleConnections: 64, idleTime: .seconds(60))
    let client = Client(transport: transport, baseURL: "https://api.shop.test/v2")
    return client
  }

  @concurrent static func warm(_ client: Client) async throws {
    let ready = try Request.with(RequestConfig(host: "https://api.shop.test", path: "/ready", method: .head))
    try await client.openConnections(4, for: ready)
  }

  static func busy(_ client: Client) -> [String] {
    var lines: [String] = []
    for host in client.transport.statistics where host.waiting > 0 {
      lines.append("\(host.host): \(host.waiting) waiting, \(host.running) running")
    }
    return lines
  }

  @concurrent static func traced(_ client: Client, _ incoming: Headers) async throws -> Response {
    let tracer = TransferTracer.propagating(traceparent: incoming["traceparent"], tracestate: incoming["tracestate"])
    let response = try await client.get("/orders/1", execution: { $0.tracers = [tracer] })
    return response
  }

  @concurrent static func end(_ client: Client) async {
    await client.shutdown(within: .seconds(10))
  }
}
