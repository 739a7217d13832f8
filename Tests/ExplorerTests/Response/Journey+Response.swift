import Documents
import Networking
import Sessions
import Terminal
import Workspaces

@testable import Explorer

extension Journey {
  /// A journey in which the request was sent and answered, with the focus on the response.
  static func answered(
    _ exchange: Exchange = Samples.exchange(), columns: Int = 100, rows: Int = 30,
    capabilities: Capabilities = Capabilities()
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows, capabilities: capabilities)
    journey.open()
    journey.answer(exchange)
    while journey.state.focus != .response { journey.press(.tab) }
    journey.forget()
    return journey
  }

  static func answered(_ body: String, type: String = "application/json", rows: Int = 30) -> Journey {
    answered(Samples.exchange(body, type: type), rows: rows)
  }

  /// Sends the open request and delivers the response.
  mutating func answer(_ exchange: Exchange) {
    press(.control("r"))
    let id = state.serial
    apply(.response(.transfer(send: id, .finished(exchange)), of: .file(Samples.getUserPath)))
    carryOut()
  }

  /// A request of a custom kind, in flight, with the focus on the response.
  static func conversing(_ kinds: Set<String> = ["chat"], unicode: Bool = true) -> Journey {
    var journey = Journey(rows: 40, capabilities: Capabilities(unicode: unicode))
    journey.state.program.sendableKinds.formUnion(kinds)
    journey.open(RequestDefinition(kind: .unsupported("chat"), name: "Talk", url: "http://h/room"))
    journey.press(.control("r"))
    while journey.state.focus != .response { journey.press(.tab) }
    return journey
  }

  /// The number of the running send.
  var sendingNumber: Int? {
    if case .sending(let sending)? = state.session?.response.phase { sending.id } else { nil }
  }

  /// Delivers the events of the running send.
  mutating func receive(_ events: ConversationEvent...) {
    guard let send = sendingNumber else { return }
    for event in events { apply(.response(.transfer(send: send, event), of: .file(Samples.getUserPath))) }
    carryOut()
  }

  /// Presses keys and runs the resulting document effects, as the program does in the background.
  mutating func use(_ keys: Key...) {
    for key in keys {
      press(key)
      carryOut()
    }
  }

  mutating func use(_ text: String) {
    for character in text {
      type(String(character))
      carryOut()
    }
  }

  /// Runs the document effects and applies their actions; other effects remain.
  mutating func carryOut() {
    while let index = effects.firstIndex(where: { if case .document = $0 { true } else { false } }) {
      guard case .document(let effect) = effects.remove(at: index) else { return }
      carryOut(effect)
    }
  }

  private mutating func carryOut(_ effect: DocumentEffect) {
    switch effect {
    case .index(let key, let document):
      document.advanceToEnd()
      apply(.response(.indexed, of: key))
    case .search(let key, let search):
      search.advanceToEnd()
      apply(.response(.searchAdvanced, of: key))
    case .filter(let key, let document, let path, let serial):
      let (result, origins) = path.filtered(document)
      result.advanceToEnd()
      apply(.response(.filtered(serial: serial, result, origins: origins), of: key))
    case .table(let key, let document, let arrays, let serial):
      apply(.response(.tableMade(serial: serial, DocumentTable(document, arraysAt: arrays)), of: key))
    case .sortTable(let key, var table, let sorting, let serial):
      table.sort(byColumn: sorting?.column, ascending: sorting?.isAscending ?? true)
      apply(.response(.tableSorted(serial: serial, table, sorting), of: key))
    case .compare(let key, let old, let new, let serial):
      apply(.response(.compared(serial: serial, ExchangeComparison(from: old, to: new)), of: key))
    case .join(let key, let joiner, let messages, let document):
      while joiner.advance(with: messages) {}
      document.advanceToEnd()
      apply(.response(.indexed, of: key))
    case .sift(let key, let filter, let messages):
      while filter.advance(in: messages) {}
      apply(.response(.indexed, of: key))
    case .picture, .save: return
    }
  }

  /// The lines of the response pane, without its frame, the line below the tabs, and the cursor bar.
  var answerLines: [String] {
    guard let rect = state.layout.panes[.response] else { return [] }
    let inner = rect.inset()
    let screen = screen
    let tabs = ResponseView.parts(of: inner).tabs
    return (inner.minY..<inner.maxY).filter { $0 != tabs.minY + 1 || tabs.height < 2 }.map { y in
      let line = (inner.minX..<inner.maxX).map { screen[$0, y].text == "▌" ? " " : screen[$0, y].text }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The lower border of the response pane.
  var border: String {
    guard let rect = state.layout.panes[.response] else { return "" }
    let screen = screen
    return (rect.minX..<rect.maxX).map { screen[$0, rect.maxY - 1].text }.joined()
  }
}
