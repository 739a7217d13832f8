import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Quitting")
struct QuittingTests {
  /// A journey with one changed request.
  private func changed() -> Journey {
    var journey = Journey()
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

  @Test("Keeping drafts ends without writing the file, and the journal keeps the draft")
  func keeps() {
    var journey = changed()
    journey.press(.control("c"))
    journey.forget()
    journey.type("k")
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

  @Test("When the system asks to end, there is no question: drafts are in the journal anyway")
  func terminated() {
    var journey = changed()
    journey.apply(.terminal(.terminationRequested))
    #expect(journey.state.isEnding)
  }
}
