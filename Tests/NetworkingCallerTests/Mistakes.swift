/// A line that does not compile, and words of its error that lead to the right one.
nonisolated struct Mistake: Sendable {
  let code: String
  let words: String

  init(_ code: String, says words: String) {
    self.code = code
    self.words = words
  }

  /// Mistakes of newcomers, from habits of other libraries or by oversight.
  static let all = sending + building + receiving + configuring
}

extension Mistake {
  private nonisolated static let sending = [
    Mistake(#"_ = try client.get("/")"#, says: "'async' but is not marked with 'await'"),
    Mistake(#"_ = await client.get("/")"#, says: "not marked with 'try'"),
    Mistake(#"_ = try await client.get(path: "/")"#, says: "extraneous argument label 'path:'"),
    Mistake(#"_ = try await client.get("/", headers: ["X": "y"])"#, says: "(inout RequestConfig) throws -> Void"),
    Mistake(#"_ = try await client.get("/", parameters: ["page": 2])"#, says: "(inout RequestConfig) throws -> Void"),
    Mistake(#"_ = try await client.get(request)"#, says: "conform to 'URLConvertible'"),
    Mistake(#"_ = try await client.post("/", body: order)"#, says: "'RequestConfig.Body'"),
    Mistake(#"_ = try await client.post("/", json: order)"#, says: "extraneous argument label 'json:'"),
    Mistake(#"_ = try await client.request("/")"#, says: "'Client' has no member 'request'"),
    Mistake(#"_ = try await client.upload("/", from: Data())"#, says: "'Client' has no member 'upload'"),
    Mistake(#"_ = try await client.response("/orders")"#, says: "'RequestConfig'"),
    Mistake(#"_ = try await client.download(for: request)"#, says: "missing argument for parameter 'to'"),
    Mistake(#"_ = try await client.download("/file", to: "file")"#, says: "missing argument for parameter 'for'"),
    Mistake(#"_ = try await client.send(request)"#, says: "missing argument for parameter 'completion'"),
    Mistake(#"_ = Client("https://api.test")"#, says: "Client(baseURL: text)"),
    Mistake(#"_ = Client(baseURL: URL(filePath: "/"))"#, says: "expected argument type 'String'"),
    Mistake(#"client.headers["X"] = "y""#, says: "'Client' has no member 'headers'"),
    Mistake(#"client.execution.timeout = .seconds(5)"#, says: "'client' is a 'let' constant"),
    Mistake(#"Client.shared.execution.timeout = .seconds(5)"#, says: "'shared' is a 'let' constant"),
    Mistake(#"client.cancel()"#, says: "'Client' has no member 'cancel'"),
    Mistake(#"for await event in client.serverSentEvents(for: "/") { _ = event.id }"#, says: "can throw"),
    Mistake(#"_ = try await socket.receive()"#, says: "'WebSocket' has no member 'receive'"),
    Mistake(#"try await socket.send(order)"#, says: "no exact matches in call to instance method 'send'"),
  ]

  private nonisolated static let building = [
    Mistake(#"_ = Request(url: "https://api.test/")"#, says: "try Request.with(RequestConfig(url: text))"),
    Mistake(#"_ = Request(method: .get, url: "https://api.test/")"#, says: "extra argument 'method' in call"),
    Mistake(#"_ = Request.with(RequestConfig(url: "https://api.test/"))"#, says: "not marked with 'try'"),
    Mistake(#"request.url = "https://api.test/""#, says: "'url' setter is inaccessible"),
    Mistake(#"request.headers["X"] = "y""#, says: "'headers' setter is inaccessible"),
    Mistake(#"config.url = "https://api.test/""#, says: "'RequestConfig' has no member 'url'"),
    Mistake(#"config.host = URL(filePath: "/")"#, says: "to type 'String'"),
    Mistake(#"config.method = "POST""#, says: "to type 'HTTPRequest.Method'"),
    Mistake(#"config.timeout = .seconds(5)"#, says: "$0.options.totalTimeout; or $0.timeout of the call"),
    Mistake(#"config.options.timeout = .seconds(5)"#, says: "'TransferOptions' has no member 'timeout'"),
    Mistake(#"config.options.totalTimeout = 5"#, says: "to type 'Duration'"),
    Mistake(#"config.options.tls.verify = false"#, says: "'TransferOptions.TLSOptions?' has no member 'verify'"),
    Mistake(#"config.headers["X"] = 5"#, says: "cannot assign value of type 'Int'"),
    Mistake(#"config.headers = ["X": 1]"#, says: "to expected dictionary value type 'String'"),
    Mistake(#"config.headers.add("X", "y")"#, says: "'Headers' has no member 'add'"),
    Mistake(#"config.authorize(.bearer)"#, says: "'bearer' expects argument of type 'String'"),
    Mistake(#"config.authorize(.basic("user", "password"))"#, says: "missing argument labels 'user:password:'"),
    Mistake(#"config.body = order"#, says: "'Order' to type 'RequestConfig.Body'"),
    Mistake(#"config.body = "text""#, says: "'String' to type 'RequestConfig.Body'"),
    Mistake(#"config.body = .json(Opaque())"#, says: "requires that 'Opaque' conform to 'Encodable'"),
    Mistake(#"config.body = .form(["a": 1])"#, says: "to expected dictionary value type 'String'"),
    Mistake(#"for event in client.events(for: "/") { _ = event }"#, says: "'AsyncStream<Client.Event>'"),
    Mistake(#"config.body = .data("text")"#, says: "requires that 'String' conform to 'DataProtocol'"),
    Mistake(#"let _: Int? = config.query["page"]"#, says: "query[\"name\"] is a String?"),
    Mistake(#"let _: Int? = config.pathParameters["id"]"#, says: "pathParameters[\"name\"] is a String?"),
    Mistake(#"let _: Int? = config.body["count"]"#, says: "body[\"name\"]?.string, .int"),
  ]

  private nonisolated static let receiving = [
    Mistake(#"let order = try response.decode()"#, says: "let order: Order = try response.decode()"),
    Mistake(#"let order = try await response.decoded()"#, says: "let order: Order = try await response.decoded()"),
    Mistake(#"let order: Order = try await client.get("/")"#, says: "'Response' to specified type 'Order'"),
    Mistake(#"_ = try response.decode(Opaque.self)"#, says: "no exact matches in call to instance method 'decode'"),
    Mistake(#"_ = try response.decode(as: Order.self)"#, says: "extraneous argument label 'as:'"),
    Mistake(#"_ = try response.json()"#, says: "'Response' has no member 'json'"),
    Mistake(#"_ = response.statusCode"#, says: "'Response' has no member 'statusCode'"),
    Mistake(#"_ = response.headers.accept"#, says: "'Headers' has no member 'accept'"),
    Mistake(#"let text: String = response.body"#, says: "to specified type 'String'"),
    Mistake(#"_ = try response.validate(200)"#, says: "argument passed to call that takes no arguments"),
    Mistake(
      #"do { try await use(client) } catch { _ = error.category }"#, says: "'any Error' has no member 'category'"),
    Mistake(#"do { _ = try await client.get("/") } catch { _ = error.statusCode }"#, says: "'NetworkError'"),
    Mistake(#"do { _ = try await client.get("/") } catch NetworkError.timeout {}"#, says: "'NetworkError'"),
    Mistake(#"_ = try await client.stream(for: "/").text"#, says: "'ResponseStream' has no member 'text'"),
  ]

  private nonisolated static let configuring = [
    Mistake(#"execution.timeout = 5"#, says: "to type 'Duration'"),
    Mistake(#"execution.retry = 3"#, says: "to type 'RetryPolicy'"),
    Mistake(#"execution.retry = .exponential"#, says: "'RetryPolicy' has no member 'exponential'"),
    Mistake(#"execution.validators = [.status]"#, says: "did you mean to call it?"),
    Mistake(#"execution.tokenProvider = "token""#, says: "to type 'TokenProvider'"),
    Mistake(#"execution.tracers = [.spans()]"#, says: "enable the trait Tracing"),
    Mistake(#"execution.cookies = true"#, says: "to type 'CookieJar'"),
    Mistake(#"_ = try await client.get("/") { $0.timeout = .seconds(5) }"#, says: "$0.options.totalTimeout"),
    Mistake(
      #"_ = try await client.response(for: "/") { $0.headers["X"] = "y" }"#,
      says: "'ExecutionConfig' has no member 'headers'"),
    Mistake(#"_ = StubTransport(["/": "{}"])"#, says: "to expected argument type '[Stub]'"),
  ]
}
