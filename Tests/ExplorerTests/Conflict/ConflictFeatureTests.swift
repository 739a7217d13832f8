import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The feature in isolation: a page, a key, and which version is wanted.
@Suite struct ConflictFeatureTests {
  private static let key = RequestKey.file(Samples.getUserPath)
  private var page: ConflictPage?
  private var given = ConflictFeature.Surroundings(size: Size(columns: 100, rows: 30), version: 3)

  init() {
    var (mine, theirs) = (Samples.getUser, Samples.getUser)
    (mine.method, theirs.method) = ("POST", "PUT")
    let merge = DefinitionMerge(base: Samples.getUser, mine: mine, theirs: theirs)
    page = ConflictPage(
      key: Self.key, mine: mine, theirs: DiskVersion(theirs, number: 3), conflicts: merge.conflicts, savesAfter: true)
  }

  private mutating func press(_ key: Key) -> [ConflictFeature.Outcome] {
    ConflictFeature.reduce(&page, .pressed(key), in: given)
  }

  @Test mutating func `Enter takes the marked side of each field, and closes the page.`() {
    #expect(press(.right) == [])
    #expect(press(.enter) == [.decided(Self.key, .fields(theirs: ["method"]), savesAfter: true)])
    #expect(page == nil)
  }

  @Test mutating func `A version that nobody has seen is not decided on.`() {
    given.version = 4
    #expect(press(.character("m")).last == .showAgain(Self.key, savesAfter: true))
    #expect(page == nil)
  }

  @Test mutating func `Esc decides nothing.`() {
    #expect(press(.escape) == [.said(.information, "Get user is unchanged: \(key: "save") asks again")])
    #expect(page == nil)
  }
}
