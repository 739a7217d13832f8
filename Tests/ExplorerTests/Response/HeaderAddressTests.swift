import Networking
import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite("Addresses in headers") struct HeaderAddressTests {
  /// The URL of the request that Enter on this header opens; `nil` if it opens none.
  private func opened(_ name: String, _ value: String) -> String? {
    var exchange = Samples.exchange()
    exchange.hops[0].request = SentRequest(method: "GET", url: "https://h.test/a/b?c=1")
    exchange.hops[0].response = ResponseHead(status: .ok, headers: Headers([Header(name, value)]))
    var journey = Journey.answered(exchange)
    let url = journey.state.session?.draft.url
    journey.press(.character("2"))
    for _ in 0..<4 where journey.state.session?.draft.url == url {
      journey.press(.enter)
      journey.press(.down)
    }
    let now = journey.state.session?.draft.url
    return now == url ? nil : now
  }

  @Test(
    "Enter on Location or Link opens the address in a new request",
    arguments: [
      ("Location", "/users/7", "https://h.test/users/7"), ("location", "c", "https://h.test/a/c"),
      ("Location", "http://other.test/x", "http://other.test/x"),
      ("Link", "</p?page=1>; rel=prev, </p?page=3>; rel=\"next\"", "https://h.test/p?page=3"),
      ("Link", "</p?page=9>; rel=last", "https://h.test/p?page=9"),
      ("Location", "/{{token}}", "https://h.test/%7B%7Btoken%7D%7D"),
    ])
  func opens(name: String, value: String, url: String) {
    #expect(opened(name, value) == url)
  }

  @Test("Other headers open nothing", arguments: [("Server", "/x"), ("Link", "nothing"), ("Location", "")])
  func others(name: String, value: String) {
    #expect(opened(name, value) == nil)
  }
}
