import Foundation
import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The page of a workspace without requests") struct StartPageTests {
  private func journey(columns: Int = 120, rows: Int = 40, recent: Int = 2) -> Journey {
    let empty = WorkspaceTree(name: "shop", path: "/home/ada/shop")
    var journey = Journey(
      AppState(size: Size(columns: columns, rows: rows), workspace: empty, formats: .all, now: Samples.now))
    journey.apply(.started)
    journey.apply(.files(.treeLoaded(empty)))
    var folders = (0..<recent).map {
      RecentWorkspace(
        name: "w\($0)", path: "/home/ada/w\($0)", shownPath: "~/w\($0)", left: Samples.now.addingTimeInterval(-86_400))
    }
    folders.append(RecentWorkspace(name: "shop", path: "/home/ada/shop", shownPath: "~/shop"))
    journey.apply(.switching(.startRead(folders)))
    journey.forget()
    return journey
  }

  private func opened(_ journey: Journey) -> String? {
    for case .system(.findWorkspaces(let paths)) in journey.effects { return paths.first }
    return nil
  }

  @Test("The smart line is among the choices and takes typed text")
  func shown() {
    var journey = journey()
    for text in ["an API explorer for the terminal", "Type a URL", "Open the demo", "~/w0", "~/w1"] {
      #expect(journey.text.contains(text), "\(text)")
    }
    #expect(!journey.text.contains("Collections") && !journey.text.contains("~/shop"))
    journey.type("http://h.test/a")
    #expect(journey.text.contains("Open the demo") && journey.text.contains("http://h.test/a"))
    journey.press(.escape)
    #expect(journey.draft.url == "http://h.test/a")
  }

  @Test func `A recent folder shows the number of its requests once counted.`() {
    var journey = journey()
    #expect(!journey.text.contains("requests  yesterday"))
    journey.apply(.switching(.startCounted(path: "/home/ada/w0", requests: RequestCount(12))))
    journey.apply(.switching(.startCounted(path: "/home/ada/w1", requests: RequestCount(1000, hasMore: true))))
    journey.apply(.switching(.startCounted(path: "/home/ada/gone", requests: RequestCount(1))))
    #expect(journey.text.contains("12 requests  ") && journey.text.contains("1 000+ requests  "), "\(journey.text)")
  }

  @Test("Arrows and Enter choose, a click acts at once, and a letter continues in the smart line")
  func chosen() throws {
    var journey = journey()
    journey.press(.down, .enter)
    #expect(journey.effects.contains(.system(.findDemo)))
    journey.forget()
    let y = try #require(journey.lines.firstIndex { $0.contains("~/w1") })
    let x = try #require(journey.lines[y].range(of: "~/w1").map { journey.lines[y][..<$0.lowerBound].count })
    journey.apply(.terminal(.mouse(Mouse(.press, at: Point(x: x, y: y)))))
    #expect(opened(journey) == "/home/ada/w1")
    journey.forget()
    journey.press(.up, .down)
    journey.type("x")
    #expect(journey.state.switching.start?.cursor == nil && journey.state.isEditingText)
    journey.press(.enter)
    #expect(opened(journey) == nil)
  }

  @Test("The page needs no file in a folder without a collection")
  func atOnce() {
    var state = AppState(
      size: Size(columns: 100, rows: 30), workspace: WorkspaceTree(name: "/", path: "/"), formats: .all)
    state.listing = .unreadWithoutCollection
    var journey = Journey(state)
    journey.apply(.started)
    #expect(journey.effects.contains(.system(.readStartPage)) && journey.state.isEditingText)
    #expect(!journey.state.isListed)
    journey.apply(.switching(.startRead([])))
    #expect(journey.text.contains("Import …") && !journey.text.contains("Collections"))
    // A collection found in a subfolder is shown.
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.text.contains("Collections") && !journey.text.contains("Import …"))
  }

  @Test func `A workspace whose collections are empty shows the page, however its tree arrives.`() {
    let empty = CollectionNode(name: "shop", path: "/w", items: [])
    let whole = WorkspaceTree(name: "shop", path: "/w", collections: [empty])
    for arrival in 0..<3 {
      let known = arrival == 1 ? whole : WorkspaceTree(name: "shop", path: "/w")
      var journey = Journey(
        AppState(size: Size(columns: 120, rows: 40), workspace: known, formats: .all, now: Samples.now))
      journey.apply(.started)
      if arrival == 2 { journey.apply(.files(.treeGrew(whole))) }
      journey.apply(.files(.treeLoaded(whole)))
      #expect(journey.effects.contains(.system(.readStartPage)) && journey.state.isEditingText)
      journey.apply(.switching(.startRead([])))
      #expect(journey.text.contains("Type a URL") && journey.text.contains("Import …"), "\(journey.text)")
      journey.type("http://h.test/a")
      journey.press(.escape)
      #expect(journey.draft.url == "http://h.test/a" && journey.state.session?.collection == "/w")
    }
  }

  @Test func `The demo opens in place of the folder, and not again if it is open.`() {
    var journey = journey()
    journey.apply(.switching(.demoFound(path: nil)))
    #expect(journey.text.contains("The demo is already open") && !journey.state.isEnding)
    journey.apply(.switching(.demoFound(path: "/home/ada/demo")))
    #expect(journey.state.isEnding && journey.state.switching.opensDemo)
    #expect(journey.state.switching.successor == ["/home/ada/demo"])
  }

  @Test func `The bottom line names the keys that act while the smart line is edited.`() {
    let last = journey().lines.last ?? ""
    #expect(last.contains("Enter send") && last.contains("F1 help") && last.contains("^C quit"), "\(last)")
  }

  @Test("The import choice asks for the file")
  func importing() {
    var journey = journey()
    journey.press(.down, .down, .enter)
    guard case .prompt(let prompt)? = journey.state.overlay else {
      Issue.record("\(journey.text)")
      return
    }
    #expect(prompt.purpose == .files(.importSource))
  }

  @Test(
    "The panes replace the page with the first request, with another pane, or if there is no room",
    arguments: [0, 1, 2])
  func left(step: Int) {
    var journey = step == 2 ? self.journey(columns: 60, rows: 9) : self.journey()
    switch step {
    case 0: journey.apply(.files(.treeLoaded(Samples.workspace)))
    case 1: journey.press(.escape, .tab)
    default: break
    }
    #expect(!journey.text.contains("an API explorer"))
  }

  @Test("All choices fit in windows of these sizes", arguments: [(80, 24), (120, 40), (200, 60), (50, 16)])
  func fits(columns: Int, rows: Int) {
    let journey = journey(columns: columns, rows: rows, recent: 9)
    #expect(journey.text.contains("Open the demo") && journey.text.contains("All keys"), "\(journey.text)")
  }
}
