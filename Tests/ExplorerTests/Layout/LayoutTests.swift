import Terminal
import Testing

@testable import Explorer

@Suite("The layout")
struct LayoutTests {
  @Test(
    "The largest arrangement that fits is chosen",
    arguments: [
      (200, 60, Layout.Arrangement.columns), (160, 24, .columns), (120, 40, .stacked), (100, 24, .stacked),
      (99, 24, .halves), (72, 20, .halves), (71, 20, .single), (20, 5, .single),
    ])
  func arrangement(columns: Int, rows: Int, expected: Layout.Arrangement) {
    let layout = Layout(size: Size(columns: columns, rows: rows), choice: LayoutChoice(), focus: .tree)
    #expect(layout.arrangement == expected)
  }

  @Test("A window with room for one layout does not turn it, nor what larger ones will show")
  func narrow() {
    var journey = Journey.request(columns: 40, rows: 12)
    journey.forget()
    journey.type("v")
    let isRemembered = journey.effects.contains { if case .system(.remember) = $0 { true } else { false } }
    #expect(!isRemembered && journey.footer.contains("room for one layout"))
    journey.apply(.terminal(.resized(Size(columns: 120, rows: 40))))
    #expect(journey.state.layout.arrangement == .stacked)
  }

  @Test("Beside the tree stays what was looked at last")
  func beside() {
    var journey = Journey.request(columns: 80, rows: 24)
    #expect(journey.state.layout.panes[.request] != nil)
    journey.press(.tab, .tab)
    #expect(journey.state.focus == .tree && journey.state.layout.panes[.response] != nil)
    journey.press(.tab, .backTab)
    #expect(journey.state.focus == .tree && journey.state.layout.panes[.request] != nil)
  }

  @Test("At every size the panes lie inside the screen and never overlap")
  func sizes() {
    for columns in stride(from: 20, through: 500, by: 7) {
      for rows in stride(from: 5, through: 200, by: 5) {
        let size = Size(columns: columns, rows: rows)
        for focus in Pane.allCases {
          for zoomed in [nil, Pane.response] {
            let layout = Layout(size: size, choice: LayoutChoice(zoomed: zoomed), focus: focus)
            var places = [layout.top, layout.bottom] + layout.panes.values
            if let summary = layout.summary { places.append(summary.rect) }
            let area = places.reduce(0) { $0 + $1.width * $1.height }
            #expect(area == columns * rows, "\(columns)×\(rows)")
            #expect(places.allSatisfy { Rect(size).intersection($0) == $0 })
          }
        }
      }
    }
  }

  @Test("The focused pane is always shown")
  func focus() {
    for pane in Pane.allCases {
      let layout = Layout(size: Size(columns: 60, rows: 20), choice: LayoutChoice(), focus: pane)
      #expect(layout.panes[pane] != nil)
    }
  }

  @Test("The key v goes round what the size allows, f shows one pane alone and gives it back")
  func turnAndZoom() {
    var journey = Journey(columns: 170, rows: 40)
    #expect(journey.state.layout.arrangement == .columns)
    journey.type("v")
    #expect(journey.state.layout.arrangement == .stacked)
    journey.type("f")
    #expect(journey.state.layout.panes.count == 1)
    journey.type("f")
    #expect(journey.state.layout.panes.count == 3)
  }

  @Test("] gives the response more room, [ less, never all")
  func divide() {
    var journey = Journey()
    let before = journey.state.layout.panes[.response]?.height ?? 0
    journey.type("]")
    #expect((journey.state.layout.panes[.response]?.height ?? 0) > before)
    for _ in 0..<40 { journey.type("[") }
    #expect((journey.state.layout.panes[.response]?.height ?? 0) >= 3)
  }
}
