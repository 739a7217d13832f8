import Basics
import Networking
import Sessions
import Terminal
import Testing
@testable import Workspaces

@testable import Explorer

/// A window may have any size, and change it, with any box open and any names in it.
@Suite("Boxes at any size") struct AnySizeTests {
  /// The boxes that are not a state of `ScreenState`.
  enum Box: String, CaseIterable {
    case sendPreview, environmentComparison, environmentComparisonSent, labels, answers, exportForms, exportPlaces,
      exportPath, explanation, find, palette, jump, copy, headerMenu, environments, editor, question, help
  }

  enum Names: String, CaseIterable {
    case plain, long, rightToLeft, emoji

    var text: String {
      switch self {
      case .plain: "Get user"
      case .long: String(repeating: "long name ", count: 400)
      case .rightToLeft: "שלום עולם مرحبا بالعالم \u{202E}x"
      case .emoji: "👩‍👩‍👧‍👦🇸🇪🏴‍☠️ e\u{301}\u{301} 漢字"
      }
    }
  }

  private static let sizes = [
    (20, 5), (500, 200), (21, 6), (40, 10), (72, 20), (80, 24), (1, 1), (100, 30), (20, 60), (300, 5), (120, 40),
  ]

  private func journey(_ box: Box, _ names: Names) -> Journey {
    let name = names.text
    var workspace = Samples.workspace
    workspace.collections[0].name = name
    workspace.collections[0].items = [
      .folder(
        FolderNode(
          name: name, path: "/w/demo/users",
          items: [.request(Samples.node("users/get-user", Samples.getUserPath, name, "GET"))]))
    ]
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.files(.treeRefreshed(workspace)))
    journey.apply(.environment(.loaded([Environment(name: name), Environment(name: "b \(name)")])))
    var definition = Samples.getUser
    definition.name = name
    definition.headers.append(Row(name, name))
    journey.open(definition)
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), Samples.variables)))
    open(box, name, &journey)
    return journey
  }

  private func open(_ box: Box, _ name: String, _ journey: inout Journey) {
    func command(_ name: String) {
      if let command = CommandTable().command(named: name) { journey.apply(.command(command)) }
    }
    switch box {
    case .sendPreview:
      command("previewWire")
      let head = "GET / HTTP/1.1\r\nX: \(name)\r\n\r\n"
      let sent = SentRequest(method: "GET", url: "http://h/", head: Array(head.utf8), body: ByteStore(Array(name.utf8)))
      let serial = journey.state.sendPreview?.serial ?? 0
      journey.apply(.sendPreview(.loaded(serial: serial, .known(SendPreview(sent, .standard)))))
    case .environmentComparison, .environmentComparisonSent:
      command("sendUnderSeveral")
      if box == .environmentComparisonSent { journey.press(.character("a"), .enter) }
    case .labels: command("jumpLabels")
    case .answers:
      journey.press(.control("r"))
      let key = RequestKey.file(Samples.getUserPath)
      let questions = [PromptQuestion(name, choices: [name, "b"], usual: "b"), PromptQuestion("PIN", isHidden: true)]
      journey.apply(.sending(.step(key, .answersNeeded(send: journey.state.sending(key)?.id ?? 0, questions))))
    case .exportForms, .exportPlaces, .exportPath:
      journey.state.focus = .tree
      journey.apply(.tree(.select(.folder("/w/demo/users"))))
      command("export")
      guard box != .exportForms else { return }
      journey.type("httpx")
      journey.press(.enter)
      if box == .exportPath { journey.press(.enter) }
    case .explanation:
      journey.state.focus = .request
      command("explainVariables")
    case .find: command("findInFiles")
    case .palette: command("palette")
    case .jump: command("jump")
    case .copy: command("copy")
    case .headerMenu:
      journey.state.focus = .request
      journey.type("2.")
    case .environments: command("chooseEnvironment")
    case .editor: command("editEnvironment")
    case .question:
      let question = Question("Save", "\(name)?", [.init("y", name, .files(.failed(""))), .init("n", "no", nil)])
      journey.apply(.overlay(.show(.question(question))))
    case .help: command("help")
    }
  }

  @Test(arguments: Box.allCases)
  func `A box stays inside the window and shows how to close it at any size.`(box: Box) {
    for names in Names.allCases {
      var journey = journey(box, names)
      #expect(journey.state.overlay != nil, "\(box) did not open")
      for (columns, rows) in Self.sizes {
        journey.apply(.terminal(.resized(Size(columns: columns, rows: rows))))
        let screen = journey.screen
        let place = "\(box), \(names), \(columns)×\(rows)"
        if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor), "\(place)") }
        guard let overlay = journey.state.overlay, Layout.hasRoom(journey.state.size) else { continue }
        let frame = overlay.box(in: journey.state).frame(in: journey.state)
        #expect(
          frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= columns && frame.maxY <= rows && !frame.isEmpty,
          "\(place): \(frame)")
        if let first = overlay.box(in: journey.state).keys(in: journey.state).first {
          #expect(screen.text.contains(first.key), "\(place) does not say \(first.key)")
        }
        let raw = screen.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }
        #expect(!raw, "\(place) draws what would control the terminal")
      }
      journey.press(.escape)
      journey.press(.escape)
      #expect(journey.state.overlay == nil || box == .editor, "\(box) \(names) does not close")
    }
  }
}
