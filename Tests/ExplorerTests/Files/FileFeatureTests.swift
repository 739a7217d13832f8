import Testing
import Workspaces

@testable import Explorer

/// The feature in isolation: an opened request, news of its file, and what they lead to.
@Suite struct FileFeatureTests {
  private static let key = RequestKey.file(Samples.getUserPath)
  private var state = FileFeature.State()
  private var given = FileFeature.Surroundings(
    key: Self.key, isCurrent: true, isOccupied: false, workspace: Samples.root)

  init() {
    state.session = RequestSession(
      key: Self.key, id: "users/get-user", collection: Samples.root, saved: Samples.getUser, draft: Samples.getUser)
  }

  @discardableResult
  private mutating func reduce(_ action: FileFeature.Action) -> [FileFeature.Outcome] {
    FileFeature.reduce(&state, action, in: given)
  }

  private func changed(_ change: (inout RequestDefinition) -> Void) -> RequestDefinition {
    var definition = Samples.getUser
    change(&definition)
    return definition
  }

  @Test mutating func `A save writes what the draft changed, and only once it is written the draft is none.`() {
    let draft = changed { $0.method = "POST" }
    state.session?.draft = draft
    #expect(reduce(.saveRequested) == [.work(.save(Self.key, draft, []))])
    #expect(state.session?.isDraft == true && state.session?.saving == draft)
    let written = reduce(.told(.saved(Self.key, draft)))
    #expect(written == [.said(.information, "Saved Get user"), .work(.journal(Self.key, nil)), .written])
    #expect(state.session?.isDraft == false)
    #expect(reduce(.saveRequested) == [.said(.information, "Nothing to save: there are no changes")])
  }

  @Test mutating func `A failed save ends no program that waits for it.`() {
    state.endsWhenSaved = true
    #expect(reduce(.told(.saveFailed(Self.key, "full"))) == [.said(.error, "Not saved: full")])
    #expect(!state.endsWhenSaved)
  }

  @Test mutating func `News of a closed request change nothing, and are told all the same.`() {
    state.session = nil
    #expect(reduce(.told(.changedOnDisk(Self.key, DiskVersion(Samples.getUser, number: 1)))) == [])
    let told = reduce(.told(.saved(Self.key, Samples.getUser)))
    #expect(told == [.said(.information, "Saved Get user"), .work(.journal(Self.key, nil)), .written])
    #expect(state.session == nil)
  }

  @Test mutating func `What another program writes waits until the user has typed.`() {
    let theirs = changed { $0.method = "PUT" }
    state.session?.editor.editing = .text(TextEdit(slot: .docs, group: 1))
    #expect(reduce(.told(.changedOnDisk(Self.key, DiskVersion(theirs, number: 4)))) == [])
    #expect(state.session?.draft == Samples.getUser)
    state.session?.editor.editing = nil
    #expect(reduce(.settled).contains(.work(.adopt(Self.key, version: 4))))
    #expect(state.session?.draft == theirs && state.session?.saved == theirs)
  }

  @Test mutating func `Two changes of a field are shown, unless the user is busy elsewhere.`() {
    let draft = changed { $0.method = "POST" }
    state.session?.draft = draft
    let version = DiskVersion(changed { $0.method = "PUT" }, number: 2)
    given.isOccupied = true
    guard case .said(.warning, _)? = reduce(.told(.conflicted(Self.key, version))).first else {
      return #expect(Bool(false))
    }
    given.isOccupied = false
    guard case .show(let page)? = reduce(.told(.conflicted(Self.key, version))).first else {
      return #expect(Bool(false))
    }
    #expect(page.key == Self.key && page.savesAfter)
  }
}
