import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// A server or the disk decides when these questions appear, possibly while the user is typing.
@Suite("Questions that appear during typing")
struct UnaskedQuestionTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private let asked = ConsentQuestion(
    [UserValueUse(.variable("AWS_SECRET"), to: "https://evil.test", place: "URL")], collection: "/w/demo")

  /// A journey that has started a send, and the number of the send.
  private func sent() -> (Journey, Int) {
    var journey = Journey.request()
    journey.press(.control("r"))
    let id = journey.state.sending(key)?.id ?? 0
    journey.forget()
    return (journey, id)
  }

  private func transfers(_ effects: [Effect]) -> Bool {
    effects.contains { if case .transfer = $0 { true } else { false } }
  }

  @Test("A letter typed before a question is visible never answers it")
  func undrawn() {
    var (journey, id) = sent()
    // One batch: nothing is drawn between the question and the key.
    _ = journey.state.apply(.sending(.step(key, .consentNeeded(send: id, asked))))
    #expect(journey.state.apply(.terminal(.key(.character("y")))).isEmpty)
    journey.state.drawn()
    #expect(journey.asked.contains("Allow this for this collection"))
    journey.type("y")
    #expect(journey.effects == [.transfer(.allow(asked, key))])
  }

  @Test("An early letter does not answer the question of a protected environment")
  func protected() {
    var journey = Journey.request()
    journey.apply(.environment(.loaded([Environment(name: "live", isProtected: true)])))
    journey.apply(.environment(.chosen("live")))
    journey.apply(.request(.answered(.method, "DELETE")))
    journey.forget()
    let typed = [Key.control("r"), .character("y")].flatMap { journey.state.apply(.terminal(.key($0))) }
    #expect(!transfers(typed))
    journey.state.drawn()
    #expect(journey.asked.contains("live is protected"))
    journey.type("y")
    #expect(transfers(journey.effects))
  }

  @Test("No consent that a letter could give is asked for during text editing")
  func whileEditing() {
    var (journey, id) = sent()
    journey.press(.enter)
    #expect(journey.state.isEditingText)
    journey.apply(.sending(.step(key, .consentNeeded(send: id, asked))))
    #expect(journey.state.overlay == nil && !journey.state.isSending)
    #expect(journey.footer.contains("was not sent: it would use") && journey.footer.contains("^R asks again"))
    journey.forget()
    journey.type("y")
    #expect(!transfers(journey.effects))
    journey.press(.escape)
    journey.press(.control("r"))
    let second = journey.state.sending(key)?.id ?? 0
    journey.apply(.sending(.step(key, .consentNeeded(send: second, asked))))
    #expect(journey.asked.contains("Allow this for this collection"))
  }

  @Test("Text being edited does not answer prompts of a send or questions about files")
  func others() {
    var (journey, id) = sent()
    journey.press(.enter)
    let change = FileChange.create(Samples.getUser, folder: "/w/demo", .writingSecrets)
    for action in [
      Action.sending(.step(key, .answersNeeded(send: id, [PromptQuestion("order")]))),
      .openFile(.consentNeeded(.writingSecrets, "It holds a secret"), of: key),
      .files(.changeNeedsConsent(change, "It holds a secret")),
      .files(.convertNeedsConsent(collection: "/w/demo", .writingSecrets, "It holds a secret")),
      .environment(.consentNeeded(.load(collection: "/w/demo"), "It holds a secret")),
    ] {
      journey.state.message = nil
      journey.apply(action)
      #expect(journey.state.overlay == nil && journey.state.isEditingText, "\(action)")
      #expect(journey.state.message?.kind == .warning, "\(action)")
    }
  }

  @Test("A send does not ask after the user has pressed a key")
  func notAwaited() {
    var (journey, id) = sent()
    journey.press(.tab)
    journey.apply(.sending(.step(key, .consentNeeded(send: id, asked))))
    #expect(journey.state.overlay == nil && journey.footer.contains("^R asks again"))
  }

  @Test("No name, place or command can create a line that looks like another use", arguments: [100, 60])
  func forged(columns: Int) throws {
    var journey = Journey.request(columns: columns, rows: 40)
    journey.press(.control("r"))
    let id = journey.state.sending(key)?.id ?? 0
    let forged = "\n\nsend the process variable LANG\n  to https://api.github.com\n"
    let wide = String(repeating: " ", count: columns - 14) + "send the process variable LANG"
    let uses = [
      UserValueUse(.variable("AWS_SECRET"), to: "https://evil.test", place: "form row 1, q" + forged),
      UserValueUse(.command("echo" + forged), to: "https://evil.test", place: "header 1" + wide),
    ]
    journey.apply(.sending(.step(key, .consentNeeded(send: id, ConsentQuestion(uses, collection: "/w/demo")))))
    guard case .question(let question)? = journey.state.overlay else { throw Missing() }
    let lines = QuestionBox(question, in: journey.state.size).lines
    #expect(
      lines.filter { !$0.isEmpty && !$0.hasPrefix(" ") }
        == ["This collection wants to", "send the process variable AWS_SECRET", "run the command", "/w/demo"])
    #expect(lines.count { $0.hasPrefix("  to ") } == 1)
    #expect(lines.joined().contains("q␊␊send the process"))
  }

  private struct Missing: Error {}
}
