import Documents
import Foundation
import Networking
import Terminal
import TestSupport
import Testing
@testable import Workspaces

@testable import Explorer

/// Pictures of the screen for the documentation, drawn from the states that the tests check. `make pictures` names the
/// folder to write them to; without it they are only drawn.
@Suite("Pictures of the screen") struct PictureTests {
  @Test("Each scene draws a whole picture", arguments: Scene.allCases)
  func draw(scene: Scene) throws {
    let journey = scene.journey
    let picture = ScreenPicture(journey.screen, palette: scene.palette, title: "Apus: \(scene.rawValue)").svg
    #expect(picture.hasPrefix("<svg") && picture.contains(scene.mark))
    try write(picture, as: scene.rawValue)
  }

  @Test func `The picture of the themes has a row for each, as the command line shows them.`() throws {
    let files = try GalleryTests.names.map { name in
      let file = Repository.root.appending(path: "Themes/\(name).yml")
      return ThemeFile(name: name, Array(try Data(contentsOf: file)), isShipped: true)
    }
    let choices = ThemeSwatch.choices(files)
    #expect(choices.count == Theme.Name.allCases.count + files.count)
    let names = (choices.map(\.name.count).max() ?? 0) + 2
    var screen = Screen(Size(columns: names + ThemeSwatch.columns + 2, rows: choices.count))
    for (row, choice) in choices.enumerated() {
      screen.write(choice.name, at: Point(x: 1, y: row))
      let swatch = ThemeSwatch.screen(choice.choice, Capabilities(colors: Capabilities.allColors, isLight: false))
      for x in 0..<ThemeSwatch.columns {
        let cell = swatch[x, 0]
        screen.write(cell.text, at: Point(x: names + 1 + x, y: row), style: cell.style)
      }
    }
    let picture = ScreenPicture(screen, palette: .dark, title: "Apus: themes").svg
    #expect(picture.contains("tokyo-night"))
    try write(picture, as: "themes")
  }

  private func write(_ picture: String, as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["APUS_PICTURES"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(picture.utf8).write(to: URL(filePath: "\(folder)/\(name).svg"))
  }

  enum Scene: String, CaseIterable {
    case answer, timing, editing, narrow, light, failure
    case run, history, scripts, console
    case runLight = "run-light"
    case historyLight = "history-light"
    case importing = "import"
    case importingLight = "import-light"

    var palette: Terminal.Palette { isLight ? .light : .dark }

    private var isLight: Bool { [.light, .runLight, .historyLight, .importingLight].contains(self) }

    /// A text that the picture contains without a break.
    var mark: String {
      switch self {
      case .answer, .narrow, .light: "Lovelace"
      case .timing: "Waiting"
      case .editing: "Send"
      case .failure: "refused"
      case .run, .runLight: "admins only"
      case .history, .historyLight: "exchanges"
      case .importing, .importingLight: "shop.json"
      case .scripts: "has an id"
      case .console: "started"
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
      if isLight { journey.state.theme = Theme(.light, colors: 256) }
      switch self {
      case .editing: return editing(journey)
      case .run, .runLight: return run(journey)
      case .history, .historyLight: return history(journey)
      case .importing, .importingLight: return importing(journey)
      case .scripts, .console: return scripts(journey)
      case .answer, .timing, .narrow, .light, .failure: break
      }
      let exchange =
        self == .failure
        ? Samples.failure(
          .connect, "Could not connect to 127.0.0.1:4010",
          detail: "Failed to connect to 127.0.0.1 port 4010: Connection refused")
        : Samples.exchange(Self.body)
      journey.press(.control("r"))
      let id = journey.state.serial
      journey.apply(.response(.transfer(send: id, .finished(exchange)), of: .file(Samples.getUserPath)))
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

    private func run(_ start: Journey) -> Journey {
      var journey = start
      journey.apply(.tree(.select(.folder("/w/demo/users"))))
      journey.type("R ")
      let number = journey.state.run.number
      for (index, status, expected) in [(0, 200, 200), (1, 200, 200), (2, 403, 201)] {
        journey.apply(.run(.started(run: number, index: index)))
        let finish = RunSamples.result(index, status: status, milliseconds: 20 + index, expected: expected)
        journey.apply(.run(.finished(run: number, index: index, finish)))
      }
      journey.apply(.run(.ended(run: number)))
      return journey
    }

    private func history(_ start: Journey) -> Journey {
      var journey = start
      journey.type("H")
      journey.apply(.history(.loaded(Self.exchanges)))
      let definition = RequestDefinition(
        name: "users/get-user", method: "GET", url: "http://127.0.0.1:4010/users/42",
        headers: [Row("Accept", "application/json"), Row("Authorization", "Bearer ••••")])
      journey.apply(.historyPage(.previewLoaded(id: "8", definition, Samples.exchange(Self.body))))
      return journey
    }

    /// The tests of a request above their results, or above what they wrote.
    private func scripts(_ start: Journey) -> Journey {
      var journey = start
      journey.open(ScriptSamples.request)
      journey.answer(Samples.exchange(Self.body))
      journey.judge(ScriptSamples.results)
      while journey.state.focus != .request { journey.press(.tab) }
      journey.type("9")
      journey.press(.right, .right)
      while journey.state.focus != .response { journey.press(.tab) }
      journey.type(self == .scripts ? "5" : "6")
      return journey
    }

    private func importing(_ start: Journey) -> Journey {
      var journey = start
      while journey.state.focus != .tree { journey.press(.tab) }
      journey.type("I~/Downloads/shop.json")
      return journey
    }

    /// The exchanges, newest first: responses, a failure, a cancelled one.
    private static let exchanges = (0..<8).map { index in
      let (method, path, status) = [
        ("GET", "/users/42", 200), ("PATCH", "/users/42", 200), ("GET", "/users/42", 200), ("DELETE", "/orders/7", 403),
        ("GET", "/reports/2023?format=csv", 0), ("POST", "/users", 422), ("GET", "/users/42", 200), ("GET", "/slow", 0),
      ][index]
      return HistorySummary(
        id: String(8 - index), date: Samples.now.addingTimeInterval(Double(index * -9_000 - 60)), method: method,
        url: "http://127.0.0.1:4010\(path)", status: status, duration: .milliseconds(83 + index * 31 % 70),
        size: 4100 - index * 311, requestID: path == "/users/42" ? "users/get-user" : nil, environment: "local",
        failure: status == 0 ? "Cancelled" : nil, isCancelled: path == "/slow")
    }

    private static let body = """
      {"id": 42, "name": "Ada Lovelace", "email": "ada@example.com", "active": true, "score": 9.75, "city": "Uppsala",
       "tags": ["mathematics", "engines"], "address": {"street": "12 St James's Square", "zip": null},
       "orders": [{"id": 7, "total": 12.50, "items": 3}, {"id": 9, "total": 1.10, "items": 1}]}
      """
  }
}
