import Terminal
import Testing

@testable import Explorer

@Suite("The layout")
struct LayoutTests {
  @Test("A mark shows the focused pane without colours or without Unicode")
  func focusMark() {
    for capabilities in [Capabilities(colors: 0), Capabilities(unicode: false)] {
      var journey = Journey(columns: 120, rows: 40, capabilities: capabilities)
      #expect(journey.text.contains("*Collections") && !journey.text.contains("*Request"))
      journey.press(.tab)
      #expect(!journey.text.contains("*Collections") && journey.text.contains("*Request"))
    }
    #expect(!Journey().text.contains("*Collections"))
  }

  @Test(
    "The largest fitting arrangement is used",
    arguments: [
      (200, 60, Layout.Arrangement.columns), (160, 24, .columns), (120, 40, .stacked), (100, 24, .stacked),
      (99, 24, .halves), (72, 20, .halves), (71, 20, .single), (20, 5, .single),
    ])
  func arrangement(columns: Int, rows: Int, expected: Layout.Arrangement) {
    let layout = Layout(size: Size(columns: columns, rows: rows), choice: LayoutChoice(), focus: .tree)
    #expect(layout.arrangement == expected)
  }

  @Test("A window with room for one arrangement changes neither it nor that of larger windows")
  func narrow() {
    var journey = Journey.request(columns: 40, rows: 12)
    journey.forget()
    journey.type("v")
    let isRemembered = journey.effects.contains { if case .system(.remember) = $0 { true } else { false } }
    #expect(!isRemembered && journey.footer.contains("fits only one layout"))
    journey.apply(.terminal(.resized(Size(columns: 120, rows: 40))))
    #expect(journey.state.layout.arrangement == .stacked)
  }

  @Test("The panes fill the screen and share only their borders at every size")
  func sizes() {
    for columns in stride(from: 20, through: 500, by: 7) {
      for rows in stride(from: 5, through: 200, by: 5) {
        let size = Size(columns: columns, rows: rows)
        for focus in Pane.allCases {
          for zoomed in [nil, Pane.response] {
            let layout = Layout(size: size, choice: LayoutChoice(zoomed: zoomed), focus: focus, names: rows)
            let panes = layout.panes.values
            #expect(([layout.top, layout.bottom] + panes).allSatisfy { Rect(size).intersection($0) == $0 })
            #expect(panes.map(\.minX).min() == 0 && panes.map(\.maxX).max() == columns, "\(columns)×\(rows)")
            #expect(panes.map(\.minY).min() == 1 && panes.map(\.maxY).max() == rows - 1, "\(columns)×\(rows)")
            for (index, pane) in panes.enumerated() where index > 0 {
              let others = panes[..<index]
              let isInside = others.allSatisfy { pane.inset().intersection($0.inset()).isEmpty }
              let sharesLine = others.contains { !pane.intersection($0).isEmpty }
              #expect(isInside && sharesLine, "\(columns)×\(rows)")
            }
          }
        }
      }
    }
  }

  @Test("The tree is as wide as its names, up to a third of the window, or as dragged")
  func treeWidth() {
    let size = Size(columns: 120, rows: 40)
    func width(_ names: Int, _ chosen: Int? = nil) -> Int? {
      Layout(size: size, choice: LayoutChoice(treeWidth: chosen), focus: .tree, names: names).panes[.tree]?.width
    }
    #expect(width(0) == 33 && width(34) == 37 && width(100) == 41)
    #expect(width(0, 50) == 51 && width(0, 500) == 61 && width(0, 1) == 17)
    let narrow = Layout(size: Size(columns: 80, rows: 24), choice: LayoutChoice(treeWidth: 50), focus: .tree)
    #expect(narrow.panes[.tree]?.width == 27, "a width that was dragged in a wide window leaves room in a narrow one")
  }

  @Test("A drag moves the tree's border and the one between request and response")
  func drag() {
    var journey = Journey.request(columns: 120, rows: 40)
    journey.drag(from: Point(x: 32, y: 10), to: Point(x: 44, y: 12))
    #expect(journey.state.layout.panes[.tree]?.maxX == 45 && journey.state.layout.panes[.request]?.minX == 44)
    let line = journey.state.layout.panes[.response]?.minY ?? 0
    journey.drag(from: Point(x: 80, y: line), to: Point(x: 80, y: line + 6))
    #expect(journey.state.layout.panes[.response]?.minY == line + 6)
  }

  @Test("The focused pane is always visible")
  func focus() {
    for pane in Pane.allCases {
      let layout = Layout(size: Size(columns: 60, rows: 20), choice: LayoutChoice(), focus: pane)
      #expect(layout.panes[pane] != nil)
    }
  }

  @Test("The key v cycles through the possible arrangements, and f zooms one pane and back")
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

  @Test("] grows the response and [ shrinks it, never completely")
  func divide() {
    var journey = Journey.request()
    let before = journey.state.layout.panes[.response]?.height ?? 0
    journey.type("]")
    #expect((journey.state.layout.panes[.response]?.height ?? 0) > before)
    for _ in 0..<40 { journey.type("[") }
    #expect((journey.state.layout.panes[.response]?.height ?? 0) >= 3)
  }

  private func remembered(_ journey: Journey) -> Preferences? {
    if case .system(.remember(let preferences))? = journey.effects.last { preferences } else { nil }
  }

  @Test func `In the tree, ] widens it and [ narrows it, never to nothing or over half the window.`() {
    var journey = Journey()
    let before = journey.state.layout.panes[.tree]?.width ?? 0
    journey.type("]")
    #expect(journey.state.layout.panes[.tree]?.width == before + 4)
    for _ in 0..<40 { journey.type("]") }
    #expect(journey.state.layout.panes[.tree]?.width == 51)
    journey.type("[")
    #expect(journey.state.layout.panes[.tree]?.width == 47)
    for _ in 0..<40 { journey.type("[") }
    #expect(journey.state.layout.panes[.tree]?.width == Layout.leastTreeWidth + 1)
  }

  @Test func `A width of the tree set by keys or a drag is restored in the next run.`() {
    var journey = Journey()
    journey.type("]")
    #expect(remembered(journey)?.treeWidth == journey.state.layout.panes[.tree].map { $0.maxX - 1 })
    journey.forget()
    journey.apply(.terminal(.mouse(Mouse(.press, at: Point(x: 36, y: 10)))))
    journey.apply(.terminal(.mouse(Mouse(.drag, at: Point(x: 44, y: 10)))))
    #expect(journey.effects.isEmpty)
    journey.apply(.terminal(.mouse(Mouse(.release, at: Point(x: 44, y: 10)))))
    #expect(remembered(journey)?.treeWidth == 44)
    var next = Journey()
    next.state.restore(Preferences(treeWidth: 44))
    #expect(next.state.layout.panes[.tree]?.maxX == 45)
    next.state.restore(Preferences(treeWidth: -3))
    #expect(next.state.layout.panes[.tree]?.width == Layout.leastTreeWidth + 1)
  }

  @Test func `A double click on the tree's border fits it to its names again.`() {
    var journey = Journey()
    let before = journey.state.layout
    journey.type("]]")
    let border = journey.state.layout.panes[.tree].map { $0.maxX - 1 } ?? 0
    journey.click(border, 10)
    journey.click(border, 10, clicks: 2)
    journey.apply(.terminal(.mouse(Mouse(.release, at: Point(x: border, y: 10)))))
    #expect(journey.state.layout == before)
    #expect(remembered(journey)?.treeWidth == nil)
  }
}
