import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The tree's reducer, by itself")
struct TreeFeatureTests {
  private var state = TreeFeature.State()

  private mutating func apply(_ action: TreeFeature.Action, height: Int? = 12) -> [TreeFeature.Outcome] {
    TreeFeature.reduce(
      &state, action,
      in: TreeFeature.Surroundings(
        workspace: Samples.workspace, history: TreeRow.HistoryBranch(entries: Samples.history), height: height))
  }

  @Test("A row is shown with the branches above it, and Enter asks for what it stands for")
  mutating func shows() throws {
    _ = apply(.shown(.request(Samples.getUserPath)))
    #expect(state.expanded == ["/w/demo", "/w/demo/users"])
    #expect(state.selected?.id == .request(Samples.getUserPath))
    let node = try #require(Samples.workspace.request(at: Samples.getUserPath))
    #expect(apply(.entered) == [.open(node)])
  }

  @Test("Left closes a branch or goes to the one above, right opens it or goes into it")
  mutating func moves() {
    _ = apply(.shown(.request(Samples.getUserPath)))
    _ = apply(.moved(.left))
    #expect(state.selected?.id == .folder("/w/demo/users"))
    #expect(apply(.moved(.left)).isEmpty)
    #expect(state.expanded == ["/w/demo"])
    _ = apply(.moved(.right))
    #expect(state.expanded == ["/w/demo", "/w/demo/users"])
    _ = apply(.moved(.right))
    #expect(state.selected?.id == .request("/w/demo/users/List users.yml"))
  }

  @Test("The branch of the history tells that it was opened, and its entries are opened as exchanges")
  mutating func history() {
    state.expanded.insert(TreeRow.historyPath)
    _ = apply(.historyChanged)
    _ = apply(.select(.exchange(Samples.history[0].id)))
    #expect(apply(.entered) == [.openExchange(Samples.history[0])])
    #expect(apply(.searchRequested) == [.historyFilterRequested])
    _ = apply(.moved(.left))
    #expect(apply(.moved(.left)) == [.historyToggled])
  }

  @Test("A window of few rows follows the cursor, and one that is not shown stays as it was")
  mutating func window() {
    _ = apply(.shown(.request(Samples.getUserPath)), height: nil)
    #expect(state.offset == 0)
    _ = apply(.moved(.bottom), height: 4)
    _ = apply(.revealed, height: 4)
    #expect(state.offset == state.rows.count - 2)
    _ = apply(.clicked(Mouse(.wheelUp, at: Point(x: 1, y: 1)), in: Rect(x: 0, y: 0, width: 20, height: 4)), height: 4)
    #expect(state.offset == max(0, state.rows.count - 5))
  }
}
