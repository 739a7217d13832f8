import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Quitting")
struct QuittingTests {
  /// A journey with one changed request whose draft cannot be journaled.
  private func changed() -> Journey {
    var journey = Journey()
    journey.state.program.draftsAreKept = false
    journey.open()
    var draft = Samples.getUser
    draft.method = "POST"
    journey.apply(.request(.replaced(draft), of: .file(Samples.getUserPath)))
    journey.apply(.overlay(.close))
    return journey
  }

  @Test("Without unsaved or running work q quits immediately")
  func atOnce() {
    var journey = Journey()
    journey.type("q")
    #expect(journey.state.isEnding)
  }

  @Test("An unsaved change leads to a question, and Esc stays")
  func asks() {
    var journey = changed()
    journey.press(.control("c"))
    #expect(!journey.state.isEnding)
    #expect(journey.text.contains("Get user has unsaved changes"))
    journey.press(.escape)
    #expect(!journey.state.isEnding)
    #expect(journey.state.session?.isDraft == true)
  }

  @Test("Save and quit ends after the file is written")
  func saves() {
    var journey = changed()
    journey.press(.control("c"))
    journey.forget()
    journey.type("s")
    let draft = journey.state.session?.draft ?? Samples.getUser
    let key = RequestKey.file(Samples.getUserPath)
    #expect(journey.effects.contains(.files(.save(key, draft, []))))
    #expect(!journey.state.isEnding)
    journey.apply(.openFile(.saved(draft), of: key))
    #expect(journey.state.isEnding)
  }

  @Test("Journaled drafts need no question: q quits without writing the file")
  func keeps() {
    var journey = changed()
    journey.state.program.draftsAreKept = true
    journey.forget()
    journey.type("q")
    #expect(journey.state.isEnding)
    #expect(!journey.effects.contains { if case .files(.journal(_, nil)) = $0 { true } else { false } })
  }

  @Test("Discarding also removes the draft from the journal")
  func discards() {
    var journey = changed()
    journey.press(.control("c"))
    journey.forget()
    journey.type("d")
    #expect(journey.state.isEnding)
    #expect(journey.effects.contains(.files(.journal(.file(Samples.getUserPath), nil))))
  }

  @Test("A text in the smart line that is not a request is restored at the next start")
  func typedText() throws {
    var journey = Journey()
    journey.press(.control("o"))
    journey.type("get the users")
    journey.forget()
    journey.press(.escape)
    journey.type("q")
    #expect(journey.state.isEnding)
    let drafts = journey.effects.compactMap { effect -> (Int, RequestDefinition)? in
      guard case .files(.journal(.scratch(let number), let draft?)) = effect else { return nil }
      return (number, draft)
    }
    let kept = try #require(drafts.last)
    #expect(kept.1.url == "get the users")
    var next = Journey()
    next.apply(.scratch(.found(kept.0, kept.1)))
    #expect(next.footer.contains("Restored get the users, as typed last time"))
    #expect(next.state.sessions[.scratch(kept.0)]?.draft.url == "get the users")
    // The text is saved again only if it is still there at the end.
    #expect(next.effects.contains(.files(.journal(.scratch(kept.0), nil))))
  }

  @Test("Enter takes the answer that loses nothing, once the question was drawn")
  func enter() {
    var journey = changed()
    journey.type("q")
    #expect(journey.text.contains("n stay (Enter)"))
    journey.press(.enter)
    #expect(journey.state.overlay == nil && !journey.state.isEnding)
    #expect(journey.state.session?.isDraft == true)
  }

  @Test("A termination by the system asks no question, because drafts are journaled")
  func terminated() {
    var journey = changed()
    journey.apply(.terminal(.terminationRequested))
    #expect(journey.state.isEnding)
  }
}
