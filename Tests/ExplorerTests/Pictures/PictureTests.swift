import Documents
import Foundation
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// Pictures of the screen for the documentation, drawn from the states that the tests check. `make pictures` names the
/// folder to write them to; without it they are only drawn.
@Suite("Pictures of the screen") struct PictureTests {
  @Test("Each scene draws a whole picture", arguments: Scene.allCases)
  func draw(scene: Scene) throws {
    let journey = scene.journey
    let picture = ScreenPicture(journey.screen, palette: scene.palette, title: "Apus: \(scene.rawValue)").svg
    #expect(picture.hasPrefix("<svg") && picture.contains(scene.mark))
    guard let folder = ProcessInfo.processInfo.environment["APUS_PICTURES"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(picture.utf8).write(to: URL(filePath: "\(folder)/\(scene.rawValue).svg"))
  }

  enum Scene: String, CaseIterable {
    case answer, timing, editing, narrow, light, failure

    var palette: Terminal.Palette { self == .light ? .light : .dark }

    /// A text that the picture contains in one piece.
    var mark: String {
      switch self {
      case .answer, .narrow, .light: "Lovelace"
      case .timing: "Waiting"
      case .editing: "Send"
      case .failure: "refused"
      }
    }

    var journey: Journey {
      let size = self == .narrow ? (80, 24) : (120, 36)
      var journey = Journey(columns: size.0, rows: size.1)
      journey.apply(
        .environment(.loaded([Environment(name: "local"), Environment(name: "production", isProtected: true)])))
      journey.press(.down, .right)
      journey.apply(.history(.loaded(Samples.history)))
      journey.open()
      if self == .light { journey.state.theme = Theme(.light, colors: 256) }
      if self == .editing { return editing(journey) }
      let exchange =
        self == .failure
        ? Samples.failure(
          .connect, "Could not connect to 127.0.0.1:4010",
          detail: "Failed to connect to 127.0.0.1 port 4010: Connection refused")
        : Samples.exchange(Self.body)
      journey.press(.control("r"))
      let id = journey.state.serial
      journey.apply(.response(.transfer(.file(Samples.getUserPath), send: id, .finished(exchange))))
      journey.state.session?.response.body?.document.advanceToEnd()
      while journey.state.focus != .response { journey.press(.tab) }
      if self == .timing { journey.type("3") } else { journey.press(.down, .down) }
      return journey
    }

    private func editing(_ start: Journey) -> Journey {
      var journey = start
      journey.press(.control("l"), .end)
      journey.type("&token={{to")
      return journey
    }

    private static let body = """
      {"id": 42, "name": "Ada Lovelace", "email": "ada@example.com", "active": true, "score": 9.75, "city": "Uppsala",
       "tags": ["mathematics", "engines"], "address": {"street": "12 St James's Square", "zip": null},
       "orders": [{"id": 7, "total": 12.50, "items": 3}, {"id": 9, "total": 1.10, "items": 1}]}
      """
  }
}
