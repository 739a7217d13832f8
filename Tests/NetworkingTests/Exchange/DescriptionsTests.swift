import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Requests and answers in one line")
struct DescriptionsTests {
  @Test("Requests, answers and errors print in short lines, without their credentials")
  func printed() async throws {
    let server = try AnsweringServer { _ in
      Answer.text("no", status: "404 Not Found", headers: ["Set-Cookie: id=key-2"])
    }
    let url = server.url + "/a"
    let request = try Request.with(RequestConfig(url: url + "?password=key-3")) { $0.authorize(.bearer("key-1")) }
    let response = try await Client().response(for: request)
    #expect("\(request)" == "GET \(url)?password=••••")
    #expect("\(response)" == "GET \(url)?password=•••• answered 404 Not Found with 2 B")
    #expect("\(response.statusError)" == "GET \(url)?password=•••• answered 404 Not Found")
    #expect("\(response.failure("no"))" == "GET \(url)?password=••••: no")
    #expect("\(response.exchange)" == "GET \(url)?password=•••• answered 404 Not Found")
    let values: [Any] = [request, response, response.exchange, response.exchange.hops]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("key-") && text.count < 400, "\(text)")
      }
    }
    var dumped = ""
    dump(response.statusError, to: &dumped)
    #expect(!dumped.contains("key-1") && !dumped.contains("key-2") && dumped.count < 600, "\(dumped)")
  }

  @Test("Configurations, options and tokens print without their secrets")
  func configurations() {
    var config = RequestConfig(host: "https://ada:key-1@h.test/v1?token=key-2", path: "a", method: .put)
    config.authorize(.bearer("key-3"))
    config.options.proxy = "http://me:key-4@proxy.test:3128"
    config.options.authentication = .init(.digest, user: "ada", password: "key-5", sessionToken: "key-6")
    config.options.clientCertificates = [.init(hosts: "h.test", file: "/c.pem", password: "key-7")]
    var login = OAuthConfig(tokenURL: "https://h.test/token", clientID: "app", clientSecret: "key-8")
    login.tokenParameters = [("client_assertion", "key-9")]
    let token = OAuthToken(accessToken: "key-10", refreshToken: "key-11", idToken: "key-12")
    #expect("\(config)" == "PUT https://h.test/v1/a?token=••••")
    #expect("\(RequestConfig(path: "/b?token=key-2"))" == "GET /b?token=••••")
    #expect("\(token)" == "Bearer ••••" && "\(login)" == "app at https://h.test/token")
    #expect("\(config.options)".contains("http://me:••••@proxy.test:3128"))
    let credentials: [RequestConfig.Credentials] = [
      .basic(user: "ada", password: "key-1"), .bearer("key-2"), .apiKey(name: "X-Key", value: "key-3"),
    ]
    let grants: [OAuthConfig.Grant] = [.password(user: "ada", password: "key-1"), .refreshToken("key-2")]
    let values: [Any] = [
      config, config.options, config.options.authentication as Any, config.options.clientCertificates as Any, login,
      token, credentials, grants,
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("key-"), "\(text)")
      }
    }
  }
}
