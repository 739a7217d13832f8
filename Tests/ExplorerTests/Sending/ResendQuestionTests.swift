import Foundation
import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Requests that would be sent for their answers") struct ResendQuestionTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private let definition = RequestDefinition(name: "Me", url: "http://h/{{login | $.token}}")
  private let yesterday = Samples.now.addingTimeInterval(-86_400)

  private func sent() -> (Journey, Int) {
    var journey = Journey.request(definition)
    journey.press(.control("r"))
    let id = journey.state.sending(key)?.id ?? 0
    journey.forget()
    let question = ResendQuestion(requestID: "login", name: "Log in", method: "POST", missing: .masked(yesterday))
    journey.apply(.sending(.step(key, .resendNeeded(send: id, question))))
    return (journey, id)
  }

  @Test("The question says what would be sent again and why; only the answer yes sends")
  func asked() {
    var (journey, _) = sent()
    #expect(!journey.state.isSending && journey.sends.isEmpty)
    #expect(journey.asked.contains("Send POST Log in again first, for its answer?"))
    #expect(journey.asked.contains("POST Log in has no answer to use: masked in the history (yesterday 22:13)"))
    var refused = journey
    refused.type("n")
    #expect(refused.sends.isEmpty && refused.state.overlay == nil)
    journey.type("y")
    #expect(journey.sends.map(\.agreedResends) == [["login"]])
  }

  @Test("The bottom line says before a send what it would do for a reference")
  func foreseen() {
    let cases: [(AnswerOutlook, String)] = [
      (.uses(yesterday), "from the answer of login, yesterday 22:13"),
      (.sendsFirst(method: "POST", .neverSent, asks: false), "^R sends login (POST) first: no answer yet"),
      (
        .sendsFirst(method: "POST", .masked(yesterday), asks: true),
        "^R asks before sending login (POST) again: masked in the history (yesterday 22:13)"
      ),
    ]
    for (outlook, words) in cases {
      var journey = Journey.request(definition, columns: 200)
      journey.apply(
        .files(.variablesLoaded(key, Samples.variables, surroundings: RequestSurroundings())))
      #expect(
        journey.effects.contains { if case .transfer(.foreseeAnswers(key, definition, _)) = $0 { true } else { false } }
      )
      journey.apply(.variables(.foreseen(key, ["login | $.token": outlook])))
      journey.keys("ctrl-l left left left")
      #expect(journey.text.contains(words), "\(journey.footer)")
    }
  }
}
