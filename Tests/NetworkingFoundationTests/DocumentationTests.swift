import Basics
import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RequestConfig {
  static var shop: Self { Self(host: "https://api.shop.test/v2", headers: [.accept: "application/json"]) }
}

private struct Item: Codable, Equatable, Sendable {
  var sku: String
  var count: Int
}

private struct Problem: Decodable, Sendable {
  var message: String
}

private actor Vault {
  private(set) var token: String? = "old"
  private(set) var isOpen = true
  func renew(_ rejected: String) async throws -> Bool {
    token = "new"
    return true
  }
  func logOut() { isOpen = false }
}

/// Returns from the login page immediately, like a user who agrees.
private struct Browser: Sendable {
  func open(_ url: String) async throws {
    let asked = URLComponents(string: url)?.queryItems ?? []
    func value(_ name: String) -> String { asked.first { $0.name == name }?.value ?? "" }
    let answer = "\(value("redirect_uri"))?code=c&state=\(value("state"))"
    _ = try await Client().response(for: Request.with(RequestConfig(url: answer)))
  }
}

private final class Lines: Sendable {
  private let kept = Mutex<[String]>([])
  var all: [String] { kept.withLock { $0 } }
  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

enum Orders {
  /// Answers `[Item]`.
  static func items(of order: String) throws(RequestError) -> Request {
    try .with(.shop) {
      $0.path = "/orders/:id/items"
      $0.pathParameters["id"] = order
    }
  }
}

/// The samples of Documentation/Networking.md, unchanged.
@Suite("The documentation's samples")
struct DocumentationTests {
  /// Collects the output of the samples, in place of standard output.
  private let output = Lines()
  private func print(_ first: some CustomStringConvertible, _ second: String) { output.add("\(first) \(second)") }

  private func stubbed(_ reply: Stub.Reply) -> Client { Client(transport: StubTransport([Stub(reply: reply)])) }

  @Test("The first request and the stages of creating")
  func create() async throws {
    let folder = try TemporaryDirectory("documentation")
    let path = try folder.write("picture.png", [1, 2, 3])
    let request = try Request.with(.shop) {
      $0.method = .post
      $0.path = "/orders/:id/items"
      $0.pathParameters["id"] = "42"
      $0.query.append("expand", "items")
      $0.headers[.acceptLanguage] = "en"
      $0.body = .json(Item(sku: "A1", count: 2))
    }
    #expect(request.url == "https://api.shop.test/v2/orders/42/items?expand=items")
    let adHoc = try Request.with(.shop) {
      $0.body["title"] = "A swift"
      $0.body["tags"] = ["bird", "fast"]
    }
    #expect(adHoc.bodyText() == #"{"title":"A swift","tags":["bird","fast"]}"#)
    let upload = try Request.with(.shop) {
      var form = Multipart()
      form.append("note", .text("from the roof"))
      form.append("picture", .file(path: path))
      $0.body = .multipart(form)
    }
    #expect(upload.body.count ?? 0 > 3)
    #expect(try Orders.items(of: "4/2").url == "https://api.shop.test/v2/orders/4%2F2/items")
  }

  @Test("The first request is sent and read")
  func first() async throws {
    let client = stubbed(.json("{}"))
    let request = try Request.with(RequestConfig(url: "https://dog.ceo/api/breeds/list/all"))
    let response = try await client.response(for: request)
    print(response.status, response.text())
    #expect(output.all == ["200 OK {}"])
  }

  @Test("A token is refreshed and the request repeated")
  func execute() async throws {
    let server = try AnsweringServer { request in
      request["Authorization"] == "Bearer new" ? Answer.json("[]") : Answer.text("", status: "401 Unauthorized")
    }
    let lines = Lines()
    var client = Client()
    client.defaults = .identified(as: "MyApp/1.0")
    let vault = Vault()
    client.execution.tokenProvider = TokenProvider(
      token: { await vault.token },
      refresh: { rejected in try await vault.renew(rejected) })
    client.execution.onUnauthorized = { _ in await vault.logOut() }
    client.execution.validators = [
      .status(),
      Validator { response, attempt in
        if response.headers["X-Busy"] != nil, attempt < 3 { return .retry(.immediately) }
        if response.headers["X-Error"] != nil { return .fail(NetworkError(.status, "The shop says no")) }
        return .next
      },
    ]
    client.execution.log(RequestLogger(level: .headers) { entry in lines.add(entry.line) })
    let request = try Request.with(RequestConfig(url: server.url))
    let response = try await client.response(for: request) {
      $0.timeout = .seconds(60)
      $0.retry = .standard
    }
    #expect(response.exchange.hops.map { $0.response?.status.code } == [401, 200])
    #expect(server.requests.allSatisfy { $0["User-Agent"] == "MyApp/1.0" })
    #expect(await vault.isOpen)
    #expect(lines.all.contains { $0.contains("Bearer ••••") } && !lines.all.contains { $0.contains("Bearer new") })
    let command = request.curlCommand()
    #expect(command.hasPrefix("curl "))
  }

  @Test("A login is asked for once and its token kept; a signature and a proxy are options")
  func authenticate() async throws {
    let (server, folder) = (try AnsweringServer { Self.shopAndLogin($0) }, try TemporaryDirectory("documentation"))
    let (tokenURL, path) = (server.url + "/token", folder.path("token"))
    let browser = Browser()
    var client = Client()
    var login = OAuthConfig(tokenURL: tokenURL, clientID: "my-app")
    login.authorizationURL = "https://login.shop.test/authorize"
    let session = OAuthSession(
      login, grant: .authorizationCode { url in try await browser.open(url) }, store: .file(path))
    client.execution.tokenProvider = session.provider
    for _ in 0..<2 {
      let response = try await client.response(for: Request.with(RequestConfig(url: server.url + "/items")))
      #expect(response.status == .ok)
    }
    #expect(server.requests.map(\.target) == ["/token", "/items", "/items"])
    #expect(folder.files() == ["token"])
    let (key, secret) = ("AKID", "SECRET")
    let signed = try Request.with(.shop) {
      $0.options.authentication = .init(.awsSignature(region: "eu-west-1", service: "s3"), user: key, password: secret)
      $0.options.proxy = "http://proxy.shop.test:3128"
    }
    #expect(signed.options.authentication?.user == key)
  }

  private static func shopAndLogin(_ request: CapturedRequest) -> String {
    switch request.target {
    case "/token": Answer.json(#"{"access_token":"t","expires_in":3600}"#)
    default: Answer.text("", status: request["Authorization"] == "Bearer t" ? "200 OK" : "403 Forbidden")
    }
  }

  @Test("An answer is validated and decoded, and its error explained")
  func handle() async throws {
    let stub = StubTransport([Stub([.method(.get)], reply: .json(#"[{"sku":"A1","count":2}]"#))])
    let client = Client(transport: stub)
    let response = try await client.response(for: Orders.items(of: "1"))
    let items: [Item] = try response.validate().decode()
    let page = try response.decode([Item].self) { $0.json = { $0.keyDecodingStrategy = .convertFromSnakeCase } }
    #expect(items == page && items.count == 1)
    let empty = try await stubbed(.respond(.noContent)).response(for: Orders.items(of: "1"))
    #expect(try optional(empty) == nil)
    try await explain(
      stubbed(.json(#"{"message":"sold out"}"#, status: .conflict)).response(for: Orders.items(of: "1")))
    #expect(output.all == ["409 Conflict sold out"])
  }

  private func optional(_ response: Response) throws -> Item? {
    let maybe = try response.decode(Item?.self)
    return maybe
  }

  private func explain(_ response: Response) {
    do throws(BackendError<Problem>) {
      try response.require(or: Problem.self)
    } catch {
      print(error.status, error.model?.message ?? "no explanation")
    }
  }

  @Test("The samples run over Foundation, too")
  func foundation() async throws {
    let server = try AnsweringServer { _ in Answer.json("[]") }
    try await #expect(send(host: server.url).isEmpty)
    #expect(server.requests.first?.target == "/orders")
  }

  @Test("The delegate of the sample's transport learns the end of a call")
  func delegate() async throws {
    let server = try AnsweringServer { _ in Answer.json("[]") }
    let delegate = EndDelegate()
    let client = Client(transport: URLSessionTransport(configuration: .default, delegate: delegate))
    #expect(try await client.response(for: Request.with(RequestConfig(url: server.url))).text() == "[]")
    await delegate.isComplete.opened()
  }

  private func send(host: String) async throws -> [Item] {
    // The shop of this test is on loopback; its name shadows the one of the other samples.
    let shop = RequestConfig(host: host)
    func local() async throws -> [Item] {
      let request = try URLRequest.with(shop) { $0.path = "orders" }
      let response = try await URLSession.shared.response(for: request) { $0.timeout = .seconds(60) }
      let items = try response.decode([Item].self, decoder: JSONDecoder())
      return items
    }
    return try await local()
  }

  @Test("Every line of every sample is in this file and therefore compiled")
  func samplesAreCompiled() throws {
    let page = try String(contentsOf: Repository.root.appending(path: "Documentation/Networking.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let known = Set(source.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let samples = page.components(separatedBy: "```swift\n").dropFirst()
    #expect(samples.count >= 12)
    for sample in samples {
      let code = sample.components(separatedBy: "```")[0]
      for line in code.components(separatedBy: "\n").map({ $0.trimmingCharacters(in: .whitespaces) })
      where !line.isEmpty {
        let isKnown =
          known.contains(line) || known.contains(line.replacingOccurrences(of: "with(.shop)", with: "with(shop)"))
        #expect(isKnown || line == "let client = Client()", "\(line)")
      }
    }
  }
}

private final class EndDelegate: NSObject, URLSessionDataDelegate {
  let isComplete = Gate()

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    isComplete.open()
  }
}
