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
}
