import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Saving an open request, and news of its file") struct OpenFileTests {
  private let key = RequestKey.file(Samples.getUserPath)

  /// A journey with an unsaved change of the method.
  private func drafted() -> Journey {
    var journey = Journey.request()
    journey.apply(.request(.replaced(Samples.getUser { $0.method = "POST" }), of: key))
    journey.forget()
    return journey
  }

  @Test func `A save writes the draft's changes, and the draft ends once they are written.`() {
    var journey = drafted()
    let draft = journey.draft
    journey.press(.control("s"))
    #expect(journey.effects == [.files(.save(key, draft, []))] && journey.state.session?.isDraft == true)
    journey.forget()
    journey.apply(.openFile(.saved(draft), of: key))
    #expect(journey.footer.contains("Saved Get user") && journey.effects.contains(.files(.journal(key, nil))))
    #expect(journey.state.session?.isDraft == false)
    journey.press(.control("s"))
    #expect(journey.footer.contains("Nothing to save: there are no changes"))
  }

  @Test func `A program that waits for the last save ends after it, and stays open if it fails.`() {
    var journey = drafted()
    journey.apply(.files(.draftsKept(problem: "full")))
    let draft = journey.draft
    journey.type("q")
    journey.type("s")
    #expect(journey.effects.contains(.files(.save(key, draft, []))))
    var saved = journey
    saved.apply(.openFile(.saved(draft), of: key))
    #expect(saved.state.isEnding)
    journey.apply(.openFile(.saveFailed("full"), of: key))
    #expect(journey.footer.contains("Not saved: full"))
    journey.apply(.openFile(.saved(draft), of: key))
    #expect(!journey.state.isEnding)
  }

  @Test func `News of a closed request change nothing but are reported.`() {
    var journey = Journey()
    journey.apply(.openFile(.changedOnDisk(DiskVersion(Samples.getUser, number: 1)), of: key))
    #expect(journey.state.sessions.all.isEmpty)
    journey.apply(.openFile(.saved(Samples.getUser), of: key))
    #expect(journey.footer.contains("Saved Get user") && journey.state.sessions.all.isEmpty)
  }

  @Test func `A conflict found by a save is only reported while the user types.`() {
    var journey = drafted()
    journey.keys("ctrl-l")
    let version = DiskVersion(Samples.getUser { $0.method = "PUT" }, number: 2)
    journey.apply(.openFile(.conflicted(version), of: key))
    #expect(journey.footer.contains("Not saved: another program changed Get user in the same place"))
  }
}
