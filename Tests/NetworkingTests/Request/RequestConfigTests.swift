import HTTPTypes
import Networking
import Testing

extension RequestConfig {
  fileprivate static var shop: Self { Self(host: "https://api.shop.test/v2", headers: [.accept: "application/json"]) }
  fileprivate static var assistant: Self {
    var config = Self.shop
    config.headers.append("X-Assistant", "v1")
    return config
  }
}

private struct Item: Codable, Equatable, Sendable {
  var sku: String
  var count: Int
}

@Suite("Create: a configuration becomes a request")
struct RequestConfigTests {
  @Test("N1: the closure sets only differences and the base is unchanged")
  func baseIsCopied() throws {
    let base = RequestConfig.shop
    let request = try Request.with(base) {
      $0.method = .post
      $0.path = "/orders/:id/items"
      $0.pathParameters["id"] = "42"
      $0.query.append("expand", "items")
      $0.headers[.acceptLanguage] = "en"
      $0.body = .json(Item(sku: "A1", count: 2))
    }
    #expect(request.method == .post)
    #expect(request.url == "https://api.shop.test/v2/orders/42/items?expand=items")
    #expect(request.headers.fields.map(\.name) == ["Accept", "Accept-Language", "Content-Type"])
    #expect(request.body == .bytes(Array(#"{"count":2,"sku":"A1"}"#.utf8)))
    #expect(base.path.isEmpty && base.method == nil && base.headers.count == 1)
    #expect(try Request.with(base).url == "https://api.shop.test/v2")
  }

  @Test("N1: a RequestError of the closure is rethrown, any other becomes one with its description")
  func closureErrors() {
    struct Mine: Error {}
    #expect(throws: RequestError.method("A B")) { try Request.with(.shop) { try $0.setMethod("A B") } }
    #expect(throws: RequestError.configuration("Mine()")) { try Request.with(.shop) { _ in throw Mine() } }
  }

  @Test("N2: a named configuration derives from another")
  func derived() throws {
    let request = try Request.with(.assistant)
    #expect(request.headers.fields == [Header("Accept", "application/json"), Header("X-Assistant", "v1")])
  }

  @Test("N2: merging keeps the upper layer's settings and fills in the rest")
  func merging() throws {
    var lower = RequestConfig(host: "https://api.test/v1", path: "/low", query: ["a": "1", "b": "2"], method: .put)
    lower.headers = Headers([Header("Accept", "text/html"), Header("X-Low", "1"), Header("Content-Type", "text/low")])
    lower.options.connectTimeout = .seconds(3)
    lower.options.totalTimeout = .seconds(9)
    lower.pathParameters = ["id": "low", "other": "x"]
    var upper = RequestConfig(path: "/up/:id/:other", query: ["b": "3"])
    upper.headers = Headers([Header("accept", "application/json")])
    upper.suppress("X-Low")
    upper.pathParameters = ["id": "up"]
    upper.options.totalTimeout = .seconds(1)
    upper.body = .json(["k": "v"])
    let request = try Request.with(upper.merging(over: lower))
    #expect(request.url == "https://api.test/v1/up/up/x?a=1&b=3")
    #expect(request.method == .put)
    #expect(
      request.headers.fields == [Header("accept", "application/json"), Header("Content-Type", "application/json")])
    #expect(request.options.connectTimeout == .seconds(3))
    #expect(request.options.totalTimeout == .seconds(1))
  }

  @Test(
    "N3: host and path are joined with exactly one slash",
    arguments: [
      ("https://h", "x", "https://h/x"), ("https://h/", "/x", "https://h/x"),
      ("https://h/v2/", "/x/", "https://h/v2/x/"),
      ("https://h/v2", "x?y=1", "https://h/v2/x?y=1"), ("h:8080", "/x", "http://h:8080/x"),
      ("https://h", "", "https://h"),
      ("https://h/v2/", "", "https://h/v2/"), ("//h/a", "b", "http://h/a/b"),
      ("https://h:8443/v2?k=1", "x?y=2", "https://h:8443/v2/x?k=1&y=2"),
      ("https://h/v2?k=1", "http://other:81/y", "http://other:81/y"), ("http://[::1]:80", "a", "http://[::1]:80/a"),
      ("h", "a//b", "http://h/a//b"), ("HTTP://H", "/x", "HTTP://H/x"),
    ])
  func joined(host: String, path: String, expected: String) throws {
    #expect(try Request.with(RequestConfig(host: host, path: path)).url == expected)
  }

  @Test("N3: a user in the host becomes a visible Authorization header unless one is set")
  func userInHost() throws {
    let request = try Request.with(RequestConfig(host: "https://us%40er:p%3Aw@h", path: "/x"))
    #expect(request.url == "https://h/x")
    #expect(request.headers["authorization"] == "Basic dXNAZXI6cDp3")
    let own = try Request.with(RequestConfig(host: "https://user@h", headers: [.authorization: "Bearer t"]))
    #expect(own.headers.fields == [Header("Authorization", "Bearer t")])
  }

  @Test("N4: each part of the URL can be set")
  func parts() throws {
    let request = try Request.with(RequestConfig(host: "http://h:1/p?q=1#old")) {
      $0.scheme = "https"
      $0.host = "api.test"
      $0.port = 8443
      $0.path = "/a"
      $0.query = ["x": "y"]
      $0.fragment = "top"
    }
    #expect(request.url == "https://api.test:8443/a?x=y#top")
    #expect(try Request.with(RequestConfig(host: "http://h:1", scheme: "https", port: 2)).url == "https://h:2")
  }

  @Test("N5: path parameters fill :name and {name}, each as one segment")
  func pathParameters() throws {
    let request = try Request.with(RequestConfig(host: "h")) {
      $0.path = "/a/:id/{name}/x{id}y.json/:id.json/:a-b/k:id"
      $0.pathParameters = ["id": "4/2 ü", "name": "..", "a-b": "?#"]
    }
    #expect(request.url == "http://h/a/4%2F2%20%C3%BC/%2E%2E/x4%2F2%20%C3%BCy.json/4%2F2%20%C3%BC.json/%3F%23/k:id")
  }

  @Test("N5: a missing or empty path parameter is an error that names it")
  func missingParameter() {
    let config = RequestConfig(host: "h", path: "/a/:id/b")
    #expect(throws: RequestError.missingPathParameter("id", path: "/a/:id/b")) { try Request.with(config) }
    let braces = RequestConfig(host: "h", path: "/{who}")
    #expect(throws: RequestError.missingPathParameter("who", path: "/{who}")) { try Request.with(braces) }
    for encoding in [RequestConfig.Encoding.encoded, .asTyped] {
      let empty = RequestConfig(host: "h", path: "/a/:id/b", pathParameters: ["id": ""], encoding: encoding)
      #expect(throws: RequestError.missingPathParameter("id", path: "/a/:id/b")) { try Request.with(empty) }
    }
  }

  @Test("A value in the path is sent unchanged and has no path parameters")
  func valuesInPath() throws {
    var config = RequestConfig(host: " h/:id/x/:tok/{tok}/{id}/k:id", pathParameters: ["id": "7", "tok": "9"])
    config.values = [7..<19]
    #expect(try Request.with(config).url == "http://h/7/x/:tok/%7Btok%7D/7/k:id")
    config.pathParameters = ["id": "7"]
    #expect(try Request.with(config).url == "http://h/7/x/:tok/%7Btok%7D/7/k:id")
    // A value in a written name finds its parameter, and a missing one does not reveal the value.
    config = RequestConfig(host: "h/:id", pathParameters: ["id": "7"])
    config.values = [3..<5]
    #expect(try Request.with(config).url == "http://h/7")
    config.pathParameters = [:]
    #expect(try Request.with(config).url == "http://h/:id")
  }

  @Test("N9: any token is a valid method and keeps its case; anything else is rejected")
  func methods() throws {
    let request = try Request.with(.shop) { try $0.setMethod("purge") }
    #expect(request.method.rawValue == "purge")
    #expect(HTTPRequest.Method.patch.rawValue == "PATCH")
    #expect(try Request.with(.shop).method == .get)
    for bad in ["", "GET ", "GÉT", "A\r\nB"] {
      #expect(throws: RequestError.method(bad)) { try Request.with(.shop) { try $0.setMethod(bad) } }
    }
  }

  @Test("N19: timeouts, priority, cache mode and HTTP version of the request override the client's")
  func options() throws {
    var defaults = RequestConfig()
    defaults.options.connectTimeout = .seconds(1)
    defaults.options.idleTimeout = .seconds(2)
    defaults.options.priority = 1
    defaults.options.cache = .use
    defaults.options.totalTimeout = .seconds(3)
    let request = try Request.with(.shop) {
      $0.options.idleTimeout = .seconds(20)
      $0.options.totalTimeout = .seconds(30)
      $0.options.httpVersion = .http11
      $0.options.cache = .revalidate
    }.layered(over: defaults)
    #expect(request.options.connectTimeout == .seconds(1))
    #expect(request.options.idleTimeout == .seconds(20))
    #expect(request.options.totalTimeout == .seconds(30))
    #expect(request.options.httpVersion == .http11)
    #expect(request.options.priority == 1)
    #expect(request.options.cache == .revalidate)
  }
}
