import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Quitting")
struct QuittingTests {
  /// A journey with one changed request, where drafts cannot be kept.
  private func changed() -> Journey {
    var journey = Journey()
    journey.state.draftsAreKept = false
    journey.open()
    var draft = Samples.getUser
    draft.method = "POST"
    journey.apply(.request(.changed(.file(Samples.getUserPath), draft)))
    journey.apply(.overlay(.close))
    return journey
  }

  @Test("With nothing unsaved and nothing running q ends at once")
  func atOnce() {
    var journey = Journey()
    journey.type("q")
    #expect(journey.state.isEnding)
  }

  @Test("An unsaved change is asked about, and Esc stays")
  func asks() {
    var journey = changed()
    journey.press(.control("c"))
    #expect(!journey.state.isEnding)
    #expect(journey.text.contains("Get user has unsaved changes"))
    journey.press(.escape)
    #expect(!journey.state.isEnding)
    #expect(journey.state.session?.isDraft == true)
  }

  @Test("Save and quit ends only once the file is written")
  func saves() {
    var journey = changed()
    journey.press(.control("c"))
    journey.forget()
    journey.type("s")
    let draft = journey.state.session?.draft ?? Samples.getUser
    let key = RequestKey.file(Samples.getUserPath)
    #expect(journey.effects.contains(.files(.save(key, draft, []))))
    #expect(!journey.state.isEnding)
    journey.apply(.files(.saved(key, draft)))
    #expect(journey.state.isEnding)
  }

  @Test("Kept drafts are not asked about: q ends without writing the file, and the journal keeps the draft")
  func keeps() {
    var journey = changed()
    journey.state.draftsAreKept = true
    journey.forget()
    journey.type("q")
    #expect(journey.state.isEnding)
    #expect(!journey.effects.contains { if case .files(.journal(_, nil)) = $0 { true } else { false } })
  }

  @Test("Discarding forgets the journal too")
  func discards() {
    var journey = changed()
    journey.press(.control("c"))
    journey.forget()
    journey.type("d")
    #expect(journey.state.isEnding)
    #expect(journey.effects.contains(.files(.journal(.file(Samples.getUserPath), nil))))
  }

  @Test("A text in the smart line that is no request is kept when the program ends, and is there again")
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
    #expect(next.footer.contains("get the users was typed last time and is back"))
    #expect(next.state.sessions[.scratch(kept.0)]?.draft.url == "get the users")
    // It is kept again only when that program ends with it.
    #expect(next.effects.contains(.files(.journal(.scratch(kept.0), nil))))
  }

  @Test("Enter takes the answer in which nothing is lost, once the question was seen")
  func enter() {
    var journey = changed()
    journey.type("q")
    #expect(journey.text.contains("n stay (Enter)"))
    journey.press(.enter)
    #expect(journey.state.overlay == nil && !journey.state.isEnding)
    #expect(journey.state.session?.isDraft == true)
  }

  @Test("When the system asks to end, there is no question: drafts are in the journal anyway")
  func terminated() {
    var journey = changed()
    journey.apply(.terminal(.terminationRequested))
    #expect(journey.state.isEnding)
  }
}
