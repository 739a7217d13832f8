import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("A pasted cURL command") struct PasteCurlTests {
  @Test("A pasted command replaces the request after one question, and u restores the old one")
  func becomesRequest() {
    var journey = Journey()
    journey.open()
    journey.press(.control("l"))
    journey.paste("curl -X PUT 'http://localhost:1/a?b=c' -H 'X-One: 1' -H 'X-Two:2' -d 'hello'")
    #expect(journey.asked.contains("n new (Enter) r replace this one"), "\(journey.asked)")
    journey.type("r")
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

  @Test("With n the command becomes a new request named after its path; the open one is unchanged")
  func becomesNewRequest() {
    var journey = Journey()
    journey.open()
    journey.press(.control("l"))
    journey.paste("curl -X PUT 'http://localhost:1/users/7?b=c' -d 'hello'")
    journey.type("n")
    #expect(journey.state.session?.shownName == "users/7")
    #expect(journey.state.session?.draft.url == "http://localhost:1/users/7?b=c")
    #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft == Samples.getUser)
  }

  @Test("A URL that a shell would cut is offered in full and as cut", arguments: ["y", "c", "n"])
  func cut(answer: String) {
    var journey = Journey(columns: 80)
    journey.open()
    let before = journey.state.session?.draft.url
    journey.press(.control("l"))
    journey.paste("curl http://localhost:1/a?x=1&y=2 -H 'A: b'")
    let asked = "A shell cuts this URL at an unquoted & or <. y use the whole URL c cut n no"
    #expect(journey.asked.contains(asked), "\(journey.asked)")
    journey.type(answer)
    let url = ["y": "http://localhost:1/a?x=1&y=2", "c": "http://localhost:1/a?x=1"][answer] ?? before
    #expect(journey.state.session?.draft.url == url)
  }

  @Test("The copy menu offers the short and the exact command")
  func copyMenu() {
    var journey = Journey()
    journey.open()
    journey.type("y")
    guard case .picker(let picker) = journey.state.overlay else {
      Issue.record("no menu")
      return
    }
    #expect(picker.items.prefix(2).map(\.title) == ["cURL", "cURL, exact"])
    for (id, style) in [("curl", CurlCommand.Style.short), ("curl-exact", .exact)] {
      var state = journey.state
      guard case .transfer(.copyAsCurl(_, _, _, let chosen, let reveals)) = state.picked(.response(.copy), id).first
      else {
        Issue.record("\(id) copies nothing")
        continue
      }
      #expect(chosen == style && !reveals)
    }
  }

  @Test("In a body, a pasted command is plain text")
  func inBody() {
    var journey = Journey()
    journey.open(RequestDefinition(name: "Text", url: "http://x/", body: .text(.text, "")))
    journey.type("3")
    journey.press(.enter)
    journey.paste("curl http://localhost/")
    #expect(journey.state.session?.draft.url == "http://x/")
  }

  @Test("Other text pasted into the URL becomes the URL")
  func url() {
    var journey = Journey()
    journey.open()
    journey.press(.control("l"), .control("u"))
    journey.paste("http://localhost/curl")
    journey.press(.enter)
    #expect(journey.state.session?.draft.url.contains("http://localhost/curl") == true)
  }
}
