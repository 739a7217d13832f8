import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The history setting on the screen") struct HistoryUseTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private func journey(_ use: HistoryUse?, folder: HistoryUse? = nil) -> Journey {
    var definition = Samples.getUser
    definition.settings.history = use
    var journey = Journey(columns: 160, rows: 40)
    journey.open(definition)
    let layer = SendContext.Layer(path: "/w/demo/users", name: "Users", settings: SharedSettings(history: folder))
    journey.apply(
      .files(.variablesLoaded(key, Samples.variables, surroundings: RequestSurroundings(layers: [layer]))))
    journey.apply(.response(.transfer(send: 0, .finished(Samples.exchange())), of: key))
    journey.press(.control("r"))
    journey.apply(
      .response(.transfer(send: journey.state.sending(key)?.id ?? 0, .finished(Samples.exchange())), of: key))
    return journey
  }

  @Test(
    "An answer that is not recorded says so, wherever that is set",
    arguments: [
      (HistoryUse?.none, HistoryUse?.none, false), (.off, nil, true), (nil, .off, true), (.keep, .off, false),
    ])
  func facts(own: HistoryUse?, folder: HistoryUse?, isSaid: Bool) {
    #expect(journey(own, folder: folder).text.contains("not recorded") == isSaid)
  }

  @Test("The Options tab shows the setting and the origin of an inherited one")
  func options() {
    var journey = journey(nil, folder: .off)
    while journey.state.focus != .request { journey.press(.tab) }
    journey.type("8")
    let line = journey.lines.first { $0.contains("History ") && $0.contains("off") } ?? ""
    #expect(line.contains("from Users"), "\(journey.text)")
  }

  @Test("The settings of a folder have a History tab")
  func tab() {
    let folder = RequestDefinition(SharedSettings(history: .off), of: .folder, named: "Users")
    #expect(RequestTab.tabs(of: folder).contains(.history) && !RequestTab.history.isEmpty(in: folder))
    #expect(folder.historyLines.map(\.value) == ["off"] && folder.historyLines.map(\.note) == ["never recorded"])
    #expect(folder.shared.history == .off)
  }
}
