import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Opening another workspace") struct SwitchTests {
  private static let shop = RecentWorkspace(name: "shop", path: "/home/ada/shop", shownPath: "~/shop")

  private func journey() -> Journey {
    var journey = Journey()
    journey.forget()
    journey.type("W")
    #expect(journey.effects == [.system(.readRecentWorkspaces)])
    let here = journey.state.workspace.path
    let open = RecentWorkspace(name: "here", path: here, shownPath: here)
    journey.apply(.switching(.recentRead([open, Self.shop])))
    journey.forget()
    return journey
  }

  @Test("Recent workspaces are offered, except the open one")
  func offers() {
    var journey = journey()
    #expect(journey.text.contains("~/shop"))
    journey.press(.enter)
    #expect(journey.effects == [.system(.findWorkspaces(paths: ["/home/ada/shop"]))])
  }

  @Test("A typed path is used as it is, even if it resembles a recent one")
  func typed() {
    var journey = journey()
    journey.type("/home/ada/sho")
    #expect(!journey.text.contains("~/shop"))
    journey.press(.enter)
    #expect(journey.effects == [.system(.findWorkspaces(paths: ["/home/ada/sho"]))])
  }

  @Test("The list names the folder that typed paths are relative to")
  func counted() {
    var journey = Journey()
    journey.state.program.startFolder = "~/work"
    journey.apply(.switching(.recentRead([Self.shop])))
    #expect(journey.text.contains("type a path from ~/work"))
  }

  @Test("Apus switches at once if nothing would be lost; the open workspace is only named")
  func ends() {
    var journey = journey()
    journey.press(.escape)
    journey.apply(.switching(.found(paths: nil)))
    #expect(journey.footer.contains("already open") && !journey.state.isEnding)
    journey.apply(.switching(.found(paths: ["/home/ada/shop"])))
    #expect(journey.state.isEnding && journey.state.switching.successor == ["/home/ada/shop"])
  }

  @Test("A running request asks first; after staying, a later quit ends Apus")
  func asks() {
    var journey = Journey()
    journey.open()
    journey.press(.control("r"))
    journey.apply(.switching(.found(paths: ["/home/ada/shop"])))
    #expect(journey.text.contains("Leave and cancel it?"))
    journey.type("n")
    #expect(!journey.state.isEnding)
    journey.type("q")
    #expect(journey.text.contains("Quit and cancel it?"))
    journey.type("y")
    #expect(journey.state.isEnding && journey.state.switching.successor.isEmpty)
  }

  @Test("A signal ends Apus even during the question")
  func signal() {
    var journey = Journey()
    journey.open()
    journey.press(.control("r"))
    journey.apply(.switching(.found(paths: ["/home/ada/shop"])))
    journey.apply(.terminal(.terminationRequested))
    #expect(journey.state.isEnding && journey.state.switching.successor.isEmpty)
  }
}
