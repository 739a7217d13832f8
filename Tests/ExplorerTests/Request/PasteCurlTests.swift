import Testing
import Workspaces

@testable import Explorer

@Suite("A pasted cURL command") struct PasteCurlTests {
  @Test("It becomes the whole request after one question, and u gives the old one back")
  func becomesRequest() {
    var journey = Journey()
    journey.open()
    journey.press(.control("l"))
    journey.paste("curl -X PUT 'http://localhost:1/a?b=c' -H 'X-One: 1' -H 'X-Two:2' -d 'hello'")
    #expect(journey.footer.contains("Make this request what the cURL command sends?"))
    journey.type("y")
    let draft = journey.state.session?.draft
    #expect(draft?.method == "PUT")
    #expect(draft?.url == "http://localhost:1/a?b=c")
    #expect(draft?.headers.contains(Row("X-One", "1")) == true)
    #expect(draft?.headers.contains(Row("X-Two", "2", omitsBlank: true)) == true)
    #expect(draft?.name == "Get user")
    journey.press(.escape)
    journey.type("u")
    #expect(journey.state.session?.draft == Samples.getUser)
  }

  @Test("In a body it is a text like any other")
  func inBody() {
    var journey = Journey()
    journey.open(RequestDefinition(name: "Text", url: "http://x/", body: .text(.text, "")))
    journey.type("3")
    journey.press(.enter)
    journey.paste("curl http://localhost/")
    #expect(journey.state.session?.draft.url == "http://x/")
  }

  @Test("Another text pasted into the URL is the URL")
  func url() {
    var journey = Journey()
    journey.open()
    journey.press(.control("l"), .control("u"))
    journey.paste("http://localhost/curl")
    journey.press(.enter)
    #expect(journey.state.session?.draft.url.contains("http://localhost/curl") == true)
  }
}
