import Documents
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The response of a send") struct ResponseFeatureTests {
  private let key = RequestKey.file(Samples.getUserPath)

  @Test func `Esc cancels a send, then closes the topmost layer, and then leaves.`() {
    let exchange = Samples.exchange(#"[{"id": 1}]"#)
    var journey = Journey.answered(exchange)
    journey.press(.control("r"))
    let id = journey.state.serial
    journey.press(.escape)
    #expect(journey.effects.last == .transfer(.cancel(send: id)))
    journey.apply(.response(.transfer(send: id, .finished(exchange)), of: key))
    journey.carryOut()
    journey.use("t")
    #expect(journey.state.session?.response.derivedViews.count == 1)
    journey.press(.escape)
    #expect(journey.state.session?.response.derivedViews.isEmpty == true && journey.state.focus == .response)
    journey.press(.escape)
    #expect(journey.state.focus == .request)
  }

  @Test func `Events of another send change nothing.`() {
    var journey = Journey.request()
    journey.press(.control("r"))
    let before = journey.state
    journey.apply(.response(.transfer(send: before.serial - 1, .finished(Samples.exchange())), of: key))
    journey.apply(.response(.refused(send: before.serial - 1, Refusal(.url, "no host")), of: key))
    #expect(journey.state == before)
    journey = .answered()
    let answered = journey.state
    journey.apply(.response(.transfer(send: 0, .finished(Samples.exchange("{}"))), of: key))
    #expect(journey.state == answered)
  }

  @Test func `A refusal leads to its field if the request is visible.`() {
    var journey = Journey.request()
    journey.press(.control("r"))
    journey.apply(.response(.refused(send: journey.state.serial, Refusal(.header(1), "no value")), of: key))
    #expect(journey.state.session?.response.phase == .refused(Refusal(.header(1), "no value")))
    #expect(journey.state.session?.editor.tab == .headers)
    #expect(journey.state.message?.text != "Not sent: no value", "the page says why")
  }

  @Test func `A refusal is reported in the bottom line if its request is no longer open.`() {
    var journey = Journey.request()
    journey.press(.control("r"))
    let id = journey.state.serial
    journey.state.sessions.current = nil
    journey.apply(.response(.refused(send: id, Refusal(.header(1), "no value")), of: key))
    #expect(journey.state.message?.text == "Not sent: no value")
  }

  @Test func `A choice in a menu and an answer in a box act on the response.`() {
    var journey = Journey.answered()
    journey.apply(.response(.picked(.comparand, "e1")))
    #expect(journey.effects.last == .files(.loadComparand(key, id: "e1")))
    journey.apply(.response(.answered(.goToLine, .accepted("3"))))
    #expect(journey.state.session?.response.body?.view.cursorLine == 2)
  }
}
