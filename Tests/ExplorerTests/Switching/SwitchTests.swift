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

  @Test("The workspaces opened before are offered, without the one that is open")
  func offers() {
    var journey = journey()
    #expect(journey.text.contains("~/shop"))
    journey.press(.enter)
    #expect(journey.effects == [.system(.findWorkspaces(paths: ["/home/ada/shop"]))])
  }

  @Test("A typed path is taken as it is, also if it resembles one that was opened before")
  func typed() {
    var journey = journey()
    journey.type("/home/ada/sho")
    #expect(!journey.text.contains("~/shop"))
    journey.press(.enter)
    #expect(journey.effects == [.system(.findWorkspaces(paths: ["/home/ada/sho"]))])
  }

  @Test("The list says which folder a typed path counts from")
  func counted() {
    var journey = Journey()
    journey.state.startFolder = "~/work"
    journey.apply(.switching(.recentRead([Self.shop])))
    #expect(journey.text.contains("type a path from ~/work"))
  }

  @Test("Apus ends for the other workspace at once if nothing would be lost; the open one is only named")
  func ends() {
    var journey = journey()
    journey.press(.escape)
    journey.apply(.switching(.found(paths: nil)))
    #expect(journey.footer.contains("already open") && !journey.state.isEnding)
    journey.apply(.switching(.found(paths: ["/home/ada/shop"])))
    #expect(journey.state.isEnding && journey.state.successor == ["/home/ada/shop"])
  }

  @Test("A running request is asked about; who stays and quits later quits for good")
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
    #expect(journey.state.isEnding && journey.state.successor.isEmpty)
  }

  @Test("A signal ends Apus for good, also while it asks")
  func signal() {
    var journey = Journey()
    journey.open()
    journey.press(.control("r"))
    journey.apply(.switching(.found(paths: ["/home/ada/shop"])))
    journey.apply(.terminal(.terminationRequested))
    #expect(journey.state.isEnding && journey.state.successor.isEmpty)
  }
}
