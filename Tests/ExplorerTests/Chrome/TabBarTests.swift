import Terminal
import Testing

@testable import Explorer

@Suite("A row of tabs")
struct TabBarTests {
  private let bar = TabBar(
    items: ["Params", "Headers", "Body", "Auth", "Vars", "Docs"].map {
      TabBar.Item(tab: $0, title: $0, count: $0 == "Params" ? 2 : nil, isEmpty: false)
    })

  private func titles(_ width: Int, _ chosen: String) -> String {
    let places = bar.places(width: width, chosen: chosen)
    let shown = places.seen.map(\.item.title).joined(separator: " ")
    return (places.hasMoreBefore ? "‹ " : "") + shown + (places.hasMoreAfter ? " ›" : "")
  }

  @Test("All tabs are shown if they fit, with smaller gaps if needed")
  func all() {
    #expect(bar.places(width: 46, chosen: "Body").seen.map(\.range.lowerBound) == [0, 11, 21, 28, 35, 42])
    #expect(bar.places(width: 41, chosen: "Body").seen.map(\.range.lowerBound) == [0, 10, 19, 25, 31, 37])
  }

  @Test("Counts are dropped before tabs")
  func counts() {
    let places = bar.places(width: 39, chosen: "Body")
    #expect(places.seen.map(\.range.lowerBound) == [0, 8, 17, 23, 29, 35])
    #expect(places.seen.allSatisfy { $0.item.count == nil } && !places.hasMoreAfter)
  }

  @Test("As many counts as fit remain, from the left")
  func someCounts() {
    let bar = TabBar(
      items: [("Params", 12), ("Headers", 7), ("Tests", 3)].map {
        TabBar.Item(tab: $0, title: $0, count: $1, isEmpty: false)
      })
    func counts(_ width: Int) -> [Int?] { bar.places(width: width, chosen: "Params").seen.map(\.item.count) }
    #expect(counts(29) == [12, 7, 3])
    #expect(counts(28) == [12, 7, nil])
    #expect(counts(26) == [12, nil, nil])
    #expect(counts(24) == [nil, 7, nil])
    #expect(counts(22) == [nil, nil, nil])
    #expect(bar.places(width: 28, chosen: "Params").seen.map(\.range) == [0..<9, 11..<20, 22..<27])
  }

  @Test("The share of passed tests remains before counts")
  func shares() {
    let bar = TabBar(
      items: [
        TabBar.Item(tab: "Headers", title: "Headers", count: 7),
        TabBar.Item(tab: "Tests", title: "Tests", share: "2/4"),
      ])
    func details(_ width: Int) -> [String?] { bar.places(width: width, chosen: "Headers").seen.map(\.item.detail) }
    #expect(details(20) == ["7", "2/4"])
    #expect(details(19) == [nil, "2/4"])
    #expect(details(17) == ["7", nil])
  }

  @Test("A mark replaces hidden tabs, and the selected tab is always visible")
  func marks() {
    #expect(titles(30, "Params") == "Params Headers Body ›")
    #expect(titles(30, "Docs") == "‹ Body Auth Vars Docs")
    #expect(titles(18, "Auth") == "‹ Body Auth ›")
    for width in 8...60 {
      for item in bar.items {
        let places = bar.places(width: width, chosen: item.tab)
        #expect(places.seen.contains { $0.item.tab == item.tab })
        #expect(places.seen.allSatisfy { $0.range.upperBound <= max(width, 11) })
      }
    }
  }

  @Test("A click selects the tab under it, or the next hidden tab on a mark")
  func clicks() {
    #expect(bar.tab(at: 11, width: 60, chosen: "Body") == "Headers")
    #expect(bar.tab(at: 9, width: 60, chosen: "Body") == nil)
    #expect(bar.tab(at: 24, width: 30, chosen: "Params") == "Auth")
    #expect(bar.tab(at: 0, width: 30, chosen: "Docs") == "Headers")
  }
}
