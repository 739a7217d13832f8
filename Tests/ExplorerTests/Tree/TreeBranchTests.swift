import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The branches of the tree")
struct TreeBranchTests {
  private var journey = Journey()

  private var tree: Tree { journey.state.tree }

  @Test("Showing a row opens the branches above it, and Enter opens the item")
  mutating func shows() {
    journey.apply(.tree(.shown(.request(Samples.getUserPath))))
    #expect(tree.expanded == ["/w/demo", "/w/demo/users"])
    #expect(tree.selected?.id == .request(Samples.getUserPath))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.files(.loadRequest(.file(Samples.getUserPath)))])
  }

  @Test("Left closes a branch or goes to its parent, right opens or enters it")
  mutating func moves() {
    journey.apply(.tree(.shown(.request(Samples.getUserPath))))
    journey.press(.left)
    #expect(tree.selected?.id == .folder("/w/demo/users"))
    journey.forget()
    journey.press(.left)
    #expect(journey.effects.isEmpty)
    #expect(tree.expanded == ["/w/demo"])
    journey.press(.right)
    #expect(tree.expanded == ["/w/demo", "/w/demo/users"])
    journey.press(.right)
    #expect(tree.selected?.id == .request("/w/demo/users/List users.yml"))
  }

  @Test("Entries of the history open as exchanges, their branch closes, and a search there filters them")
  mutating func history() {
    journey.apply(.tree(.activate(.historyRoot)))
    journey.apply(.history(.loaded(Samples.history)))
    let entry = TreeRow.ID.exchange(Samples.history[0].id)
    journey.apply(.tree(.select(entry)))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.files(.loadExchange(id: Samples.history[0].id))])
    journey.apply(.tree(.moved(.left)))
    #expect(tree.selected?.id == .historyRoot)
    journey.apply(.tree(.moved(.left)))
    #expect(!tree.expanded.contains(TreeRow.historyPath))
    journey.apply(.tree(.searchRequested))
    guard case .prompt(let prompt)? = journey.state.overlay else {
      Issue.record("no question")
      return
    }
    #expect(prompt.title.contains(HistoryQuery.hint))
  }

  @Test("A small pane scrolls with the cursor, and a hidden one is unchanged")
  mutating func window() {
    journey = Journey(columns: 60, rows: 6)
    journey.state.focus = .request
    journey.apply(.tree(.shown(.request(Samples.getUserPath))))
    #expect(tree.cursor.offset == 0)
    journey.state.focus = .tree
    journey.press(.end)
    #expect(tree.cursor.offset == tree.rows.count - 2)
    let wheel = Mouse(.wheelUp, at: Point(x: 1, y: 1))
    journey.apply(.tree(.clicked(wheel, in: Rect(x: 0, y: 0, width: 20, height: 4))))
    #expect(tree.cursor.offset == max(0, tree.rows.count - 5))
  }
}
