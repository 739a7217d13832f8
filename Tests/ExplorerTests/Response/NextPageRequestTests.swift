import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Requests from an answer")
struct NextPageRequestTests {
  /// The definitions of the requested sends.
  private func sent(_ journey: Journey) -> [RequestDefinition] {
    journey.effects.compactMap { if case .transfer(.send(_, _, let draft, _)) = $0 { draft } else { nil } }
  }

  private func answered(_ body: String, link: String? = nil) -> Journey {
    var exchange = Samples.exchange(body)
    if let link { exchange.hops[0].response?.headers.append("Link", link) }
    return Journey.answered(exchange)
  }

  private func choose(_ title: String, _ journey: inout Journey) {
    journey.use(".")
    journey.use(title)
    journey.use(.enter)
  }

  @Test("The next page is requested as part of the request, whose draft does not change")
  func page() throws {
    var journey = answered("[1, 2]", link: "</users?page=2>; rel=\"next\"")
    choose("Next page", &journey)
    let page = try #require(sent(journey).first)
    #expect(page.url == "http://127.0.0.1:4010/users?page=2" && page.params.isEmpty)
    #expect(page.headers == Samples.getUser.headers && page.method == Samples.getUser.method)
    #expect(journey.draft == Samples.getUser)
    journey.receive(.finished(Samples.exchange("[3]")))
    #expect(journey.lines.contains { $0.contains("Response") && $0.contains("?page=2") }, "\(journey.text)")
    journey.forget()
    journey.press(.escape)
    journey.press(.control("r"))
    #expect(sent(journey).allSatisfy { $0.url == Samples.getUser.url })
  }

  @Test("The server is the same if the URL of the request has no scheme")
  func bare() throws {
    var definition = Samples.getUser
    definition.url = "127.0.0.1:4010/users"
    var journey = Journey.request(definition)
    journey.answer(Samples.exchange("{\"next\": \"/users?page=2\"}"))
    journey.state.focus = .response
    choose("Next page", &journey)
    #expect(try #require(sent(journey).last).url == "http://127.0.0.1:4010/users?page=2")
  }

  @Test("A page named by a member of the body is offered, a last page offers none")
  func member() {
    var journey = answered("{\"next\": \"/users?page=2\"}")
    journey.use(".")
    #expect(journey.text.contains("Next page") && journey.text.contains("http://127.0.0.1:4010/users?page=2"))
    journey = answered("{\"next\": null}")
    journey.use(".")
    #expect(!journey.text.contains("Next page"))
  }

  @Test("A page on another server gets no request with the credentials of this one")
  func foreign() {
    var journey = answered("{\"next\": \"http://elsewhere/users?page=2\"}")
    choose("Next page", &journey)
    #expect(sent(journey).isEmpty && journey.footer.contains("elsewhere"))
  }

  @Test("A URL in an answer, or a reference to one, is followed at once")
  func address() throws {
    for home in ["http://127.0.0.1:4010/homes/7", "/homes/7", "//127.0.0.1:4010/users/../homes/7"] {
      var journey = answered("{\"home\": \"\(home)\"}")
      journey.use(.down)
      choose("Send a request to it", &journey)
      #expect(try #require(sent(journey).first).url == "http://127.0.0.1:4010/homes/7")
      #expect(journey.state.current?.scratchNumber != nil)
    }
  }

  @Test("A followed URL gets credentials only if the request goes to its server, and a masked one is not sent")
  func credentials() throws {
    for (server, isSame) in [("127.0.0.1:4010", true), ("127.0.0.1:4011", false)] {
      // A redirect led to the server of the answer.
      var exchange = Samples.exchange("{\"home\": \"http://\(server)/homes/7\"}")
      exchange.hops[0].request.url = "http://\(server)/users/42"
      var journey = Journey.answered(exchange)
      journey.use(.down)
      choose("Send a request to it", &journey)
      let followed = try #require(sent(journey).first)
      #expect(followed.url == "http://\(server)/homes/7" && followed.headers.isEmpty == !isSame)
    }
    var journey = answered("{\"home\": \"http://127.0.0.1:4010/?token=\(Redaction.standard.mask)\"}")
    journey.state.sessions[.file(Samples.getUserPath)]?.response.kept = KeptAnswer.Origin(date: Samples.now)
    journey.use(.down)
    choose("Send a request to it", &journey)
    #expect(sent(journey).isEmpty && journey.text.contains("masked"))
  }

  @Test("A URL within a line of text is offered without the punctuation around it")
  func line() {
    var journey = Journey.answered("See (https://example.com/a), please.", type: "text/plain")
    journey.use(".")
    #expect(journey.text.contains("Send a request to it") && journey.text.contains("https://example.com/a "))
  }
}
