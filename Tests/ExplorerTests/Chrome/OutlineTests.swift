import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The outline of the panes has no gaps") struct OutlineTests {
  @Test func `A message above the keys covers rows of the panes and moves no edge.`() {
    let words = "Get user.yml: cannot be written, because the disk is full: free some space, then press ^S again"
    for columns in [40, 80] {
      var journey = Journey(columns: columns, rows: 24)
      journey.open()
      let edge = journey.lines[22]
      journey.apply(.notified(.error, words + words))
      let top = journey.lines.firstIndex { $0.contains("Error: ") } ?? 0
      #expect(top < 22 && journey.lines[22] == edge, "\(journey.text)")
    }
  }

  /// A window with a tree of more rows than it shows.
  private func longTree() -> Journey {
    var journey = Journey(columns: 100, rows: 24)
    var tree = Samples.workspace
    tree.collections[0].items = (0..<30).map {
      .request(Samples.node("r\($0)", "/w/demo/r\($0).yml", "Request \($0)", "GET"))
    }
    journey.apply(.files(.treeRefreshed(tree)))
    journey.press(.right)
    return journey
  }

  @Test func `A drag of the thumb scrolls the tree, and a drag of the border beside it moves the divider.`() throws {
    var journey = longTree()
    let list = try #require(journey.state.layout.panes[.tree])
    let top = Point(x: list.maxX - 1, y: list.minY + 1)
    func drag(to end: Point) {
      for mouse in [Mouse(.press, at: top), Mouse(.drag, at: end), Mouse(.release, at: end)] {
        journey.apply(.terminal(.mouse(mouse)))
      }
    }
    drag(to: Point(x: top.x + 5, y: list.maxY))
    #expect(journey.state.tree.cursor.offset > 0 && journey.state.layoutChoice.treeWidth == nil)
    drag(to: Point(x: top.x + 5, y: top.y))
    #expect(journey.state.layoutChoice.treeWidth == top.x + 5)
  }

  @Test func `The scrollbar's thumb leaves the joints of other lines.`() throws {
    var journey = longTree()
    let list = try #require(journey.state.layout.panes[.tree])
    let response = try #require(journey.state.layout.panes[.response])
    let column = (list.minY..<list.maxY).map { journey.screen[list.maxX - 1, $0].text }
    #expect(column.contains("┃") && column[response.minY - list.minY] == "├", "\(column)")
    journey.press(.end)
    #expect(journey.screen[list.maxX - 1, response.minY].text == "├")
  }
}
