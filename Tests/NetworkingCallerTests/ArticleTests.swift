import Foundation
import Networking
import TestSupport
import Testing

@Suite("The articles of Networking.docc")
struct ArticleTests {
  private static let folder = Repository.root.appending(path: "Sources/Networking/Networking.docc")

  @Test("Every line of every sample is in ArticleSamples.swift and therefore compiled")
  func samplesAreCompiled() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ArticleSamples.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let pages = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    #expect(pages.count >= 10)
    for page in pages where page.pathExtension == "md" {
      let samples = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
      #expect(!samples.isEmpty, "\(page.lastPathComponent) has no sample")
      for line in samples.flatMap({ $0.components(separatedBy: "```")[0].split(separator: "\n") }) {
        let text = line.trimmingCharacters(in: .whitespaces)
        let isKnown = known.contains(text) || known.contains { $0.hasPrefix("nonisolated ") && $0.hasSuffix(text) }
        let hasTransport = text == #"let client = Client(baseURL: "https://api.shop.test/v2")"#
        #expect(isKnown || hasTransport || text.hasPrefix("// "), "\(page.lastPathComponent): \(text)")
      }
    }
  }

  @Test("Every public type stands under a topic of an article")
  func topics() throws {
    var listed: Set<String> = []
    for page in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil) {
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        if let name = line.wholeMatch(of: /- ``(\w+)``/)?.1 { listed.insert(String(name)) }
      }
    }
    for module in ["HTTPModel", "Networking"] {
      let folder = Repository.root.appending(path: "Sources/\(module)")
      let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
      for file in files where file.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let types = /(?m)^public (?:final |indirect )?(?:struct|class|actor|enum|protocol|typealias) (\w+)/
        for match in source.matches(of: types) { #expect(listed.contains(String(match.1)), "\(match.1) in \(file)") }
      }
    }
    #expect(listed.count > 50)
  }

  @Test("The samples of a view model run: create, execute, handle, stream, save")
  func model() async throws {
    let (model, client) = (ShopModel(), ShopService.closure())
    #expect(try await model.first(client.transport).total == 7)
    let request = try model.build()
    #expect(request.url == "https://api.shop.test/v2/orders/42/items?expand=items")
    #expect(request.bodyText() == #"{"sku":"A1","count":2}"#)
    #expect(try await model.call(client).map { $0.request.method } == [.get, .post, .post])
    #expect(try model.handle(await model.execute(request, client)).total == 7)
    let adapted = try await model.adapt(client, AppClock())
    #expect(adapted.exchange.hops.first?.request.headers["X-Sent-At"] == "12:00")
    #expect(model.facts(adapted) == ["known", "11"])
    #expect(try model.limits().options.totalTimeout == .seconds(60))
    try await model.stream(request, client)
    #expect(model.lines == [#"{"total":7}"#])
    let folder = try TemporaryDirectory("article")
    #expect(try await model.save(request, client, to: folder.path("order"), notes: folder.path("notes")) == 11)
    let unopened = await #expect(throws: NetworkError.self) { try await model.chat(client) }
    #expect(unopened?.request?.url == "https://chat.test/lobby")
    await #expect(throws: NetworkError.self) { try await model.events(request, client) }
    // No stub leaves HTTP.
    await #expect(throws: NetworkError.self) { try await model.chat(client) }
  }

  @Test("The samples of failures run: the message comes from the body or from the error")
  func failures() async throws {
    let model = ShopModel()
    var client = Client(transport: StubTransport([Stub(reply: .respond(.notFound, "no order"))]), baseURL: "http://h")
    client.execution.validators = [.status()]
    await model.explain(client)
    #expect(model.message == "no order")
    await model.explainLater(client).value
    #expect(model.message == "GET http://h/orders/1 answered 404 Not Found")
    await model.buildAndSend(client)
    #expect(model.message == "GET https://api.shop.test/v2/orders answered 404 Not Found")
    client.execution.validators = []
    model.problem(try await client.get("/"))
    #expect(model.message == "Not Found")
  }

  @Test("The samples of a service run: a token, an open call, a retry")
  func service() async throws {
    let transport = StubTransport { request, _ in
      Stub.Response(status: request.headers["Authorization"] == "Bearer old" ? .unauthorized : .ok)
    }
    let vault = Vault()
    let responses = try await ShopService.authorized(transport, vault)
    #expect(responses.map { $0.status } == [.ok, .ok])
    let sent = transport.requests.map { $0.headers["Authorization"].map { String($0.prefix(10)) } }
    #expect(sent == [nil, "Bearer old", "Bearer new"])
    #expect(await vault.isOpen)
    #expect(try await ShopService.migrated(ShopService.closure()) == 11)
    #expect(try await ShopService.limited(ShopService.closure()) == 11)
    #expect(try Shop.order("a/b").url == "https://api.shop.test/v2/orders/a%2Fb")
    let replayed = try await ShopService.replayed(ShopService.closure())
    #expect(try await replayed.get("https://api.shop.test/v2/orders/42").text() == #"{"total":7}"#)
    #expect(ShopService.service().execution.tokenProvider != nil)
    let stubbed = Client(transport: ShopService.list(), baseURL: "http://h")
    #expect(try await stubbed.get("/").status == .serviceUnavailable)
    #expect(try await stubbed.get("/").text() == #"{"total":7}"#)
    await #expect(throws: NetworkError.self) { try await stubbed.delete("/") }
  }

  @Test("The samples of a server run: open connections, a trace, an orderly end")
  func server() async throws {
    #expect(ShopGateway.busy(ShopGateway.client()).isEmpty)
    let transport = StubTransport { _, _ in Stub.Response() }
    let client = Client(transport: transport, baseURL: "https://api.shop.test/v2")
    try await ShopGateway.warm(client)
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    _ = try await ShopGateway.traced(client, ["traceparent": parent])
    #expect(transport.requests.map(\.method) == [.head, .head, .head, .head, .get])
    let sent = try #require(transport.requests.last?.headers["traceparent"])
    #expect(sent.hasPrefix(parent.prefix(36)) && sent != parent)
    await ShopGateway.end(client)
    await #expect(throws: NetworkError.self) { try await client.get("/") }
  }
}
