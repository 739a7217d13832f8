import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Starting a send") struct SendingTests {
  private let key = RequestKey.file(Samples.getUserPath)

  /// A journey that has started a send, and the number of the send.
  private func sent() -> (Journey, Int) {
    var journey = Journey.request()
    journey.press(.control("r"))
    return (journey, journey.state.sending(key)?.id ?? 0)
  }

  @Test func `A send starts once, and redraws its elapsed time until it ends.`() {
    var (journey, id) = sent()
    let tick = Effect.after(.milliseconds(100), .sending(.step(key, .ticked(send: id))))
    #expect(journey.sends.count == 1 && journey.effects.contains(tick))
    journey.press(.control("r"))
    #expect(journey.footer.contains("Already running") && journey.sends.count == 1)
    journey.forget()
    journey.apply(.sending(.step(key, .ticked(send: id))))
    #expect(journey.effects == [tick])
    journey.forget()
    journey.apply(.sending(.step(key, .ticked(send: id - 1))))
    #expect(journey.effects.isEmpty)
    journey.apply(.sending(.step(key, .cancelled)))
    #expect(journey.effects == [.transfer(.cancel(send: id))])
  }

  @Test func `A protected environment asks, and the confirmation is part of the send.`() {
    var journey = Journey.request(RequestDefinition(name: "A", method: "DELETE", url: "http://h/"))
    journey.apply(.environment(.loaded([Environment(name: "live", isProtected: true)])))
    journey.apply(.environment(.chosen("live")))
    journey.press(.control("r"))
    #expect(journey.asked.contains("live is protected. Send DELETE A?") && journey.sends.isEmpty)
    #expect(journey.asked.contains("DELETE http://h/"))
    journey.type("y")
    #expect(journey.sends.map(\.isConfirmed) == [true])
  }

  @Test func `Nothing is asked over another box; the send is withdrawn and reported.`() {
    var (journey, id) = sent()
    journey.type("?")
    journey.apply(.sending(.step(key, .answersNeeded(send: id, [PromptQuestion("order")]))))
    #expect(journey.state.message?.text == "Get user was not sent: it asks for order" && !journey.state.isSending)
    #expect(journey.state.outbox.pending == nil && journey.state.outbox.revocableSends.isEmpty)
  }
}
