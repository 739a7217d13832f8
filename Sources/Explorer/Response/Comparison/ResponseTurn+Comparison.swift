import Basics
import Documents
import FoundationEssentials
import Networking
import Terminal
import Workspaces

extension ResponseTurn {
  /// `d`: compares this response with the previous one of the same request.
  mutating func compareWithPrevious() -> [Outcome] {
    guard let exchange = pane.exchange else {
      return say(.information, "No answer to compare yet: \(key: "send") sends the request")
    }
    if case .comparison? = pane.look {
      _ = popLook()
      return []
    }
    if let previous = pane.previous {
      return compare(previous, exchange, against: describe(previous))
    }
    guard let entry = earlier(than: exchange).first else {
      return say(
        .information,
        "No earlier answer of this request is known: \(key: "compareWith") compares with any in the history")
    }
    return [.loadComparand(id: entry.id)]
  }

  /// Earlier history entries of the same request.
  private func earlier(than exchange: Exchange) -> [HistorySummary] {
    let own = ownEntry(of: exchange)
    let same = given.history.filter { entry in
      entry.id != own && entry.date < exchange.startedAt
        && (given.id == nil ? entry.url == exchange.finalURL : given.made(entry))
    }
    return same.sorted { $0.date > $1.date }
  }

  /// The history entry of the displayed exchange.
  private func ownEntry(of exchange: Exchange) -> String? {
    if case .history(let id) = key { return id }
    return given.history.first { abs($0.date.timeIntervalSince(exchange.startedAt)) < 0.001 }?.id
  }

  /// `D`: compares with any exchange of the history; in the history list, with the one under the cursor.
  mutating func chooseComparand() -> [Outcome] {
    guard let exchange = pane.exchange else {
      return say(
        .information,
        "No answer to compare yet: \(key: "send") sends the request, \(key: "enter") opens one of the history")
    }
    let own = ownEntry(of: exchange)
    let items = given.history.filter { $0.id != own }.map { entry in
      let when = Quantity.moment(entry.date, now: given.clock.now, secondsFromGMT: given.clock.secondsFromGMT)
      let title = "\(entry.shortStatus.text ?? "failed") \(entry.method) \(entry.url)"
      return Picker.Item(id: entry.id, title: title, detail: when, token: .status(entry.shortStatus))
    }
    guard !items.isEmpty else { return say(.information, "The history has no other exchange") }
    let same = earlier(than: exchange).first?.id
    return [.pick(Picker("Compare with", .comparand, items: items, selected: same))]
  }

  mutating func compareChosen(_ entry: HistorySummary) -> [Outcome] {
    guard let exchange = pane.exchange, ownEntry(of: exchange) != entry.id else {
      return say(
        .information,
        "Open an answer first (\(key: "enter") opens this one): then \(key: "compareWith") here compares another with it"
      )
    }
    return [.focus, .loadComparand(id: entry.id)]
  }

  mutating func comparandLoaded(
    _ old: Exchange, named name: String?, hiding secrets: Set<String>
  ) -> [Outcome] {
    guard let exchange = pane.exchange, given.isCurrent else { return [] }
    let words = name.map { "\($0): \(describe(old))" } ?? describe(old)
    return compare(old, exchange, against: words, hiding: secrets)
  }

  private func describe(_ exchange: Exchange) -> String {
    let when = Quantity.moment(exchange.startedAt, now: given.clock.now, secondsFromGMT: given.clock.secondsFromGMT)
    return "\(exchange.statusWords ?? "no answer"), \(when), \(Quantity.duration(exchange.transferTime))"
  }

  private mutating func compare(
    _ old: Exchange, _ new: Exchange, against: String, hiding secrets: Set<String> = []
  ) -> [Outcome] {
    // What was sent is shown with its secrets hidden, as in its own tab.
    let (old, new) = (old.hidingSent(secrets, given.variables), new.hidingSent(secrets, given.variables))
    pane.tab = .body
    uncoverDocument()
    let look = ComparisonLook(serial: nextSerial(), against: against)
    return push(.comparison(look)) + [.document(.compare(key, old, new, serial: look.serial))]
  }

  mutating func compared(serial: Int, _ comparison: ExchangeComparison) -> [Outcome] {
    let patterns = state.ignoredDifferences
    changeLook(serial: serial) { look in
      guard case .comparison(var shown) = look else { return }
      shown.comparison = comparison
      // The first line is a title.
      shown.cursor = shown.lines(ignoring: patterns).count > 1 ? 1 : 0
      look = .comparison(shown)
    }
    return []
  }

  /// `nil` for sideways motions: a comparison has one column.
  mutating func move(_ motion: Motion, in look: ComparisonLook) -> [Outcome]? {
    var look = look
    let page = max(1, (given.rect?.height ?? 4) - 4)
    switch motion {
    case .up: look.cursor -= 1
    case .down: look.cursor += 1
    case .pageUp: look.cursor -= page
    case .pageDown: look.cursor += page
    case .top: look.cursor = 0
    case .bottom: look.cursor = look.lines(ignoring: state.ignoredDifferences).count - 1
    case .left, .right: return nil
    }
    return replace(look)
  }

  /// Runs a command of the topmost comparison.
  mutating func inComparison(_ body: (inout ResponseTurn, ComparisonLook) -> [Outcome]) -> [Outcome] {
    guard case .comparison(let look)? = pane.look else { return [] }
    return body(&self, look)
  }

  mutating func toggleShowingIgnored(_ look: ComparisonLook) -> [Outcome] {
    var look = look
    look.showsIgnored.toggle()
    return replace(look)
  }

  func copyDifference(_ look: ComparisonLook) -> [Outcome] {
    guard let change = change(under: look) else { return [] }
    let text = "\(change.name): \(change.old ?? "nothing") → \(change.new ?? "nothing")"
    return [.system(.copy(text, label: "the difference"))]
  }

  mutating func replace(_ look: ComparisonLook) -> [Outcome] {
    pane.look = .comparison(look)
    settle()
    return []
  }

  private func change(under look: ComparisonLook) -> ExchangeComparison.Change? {
    let lines = look.lines(ignoring: state.ignoredDifferences)
    guard lines.indices.contains(look.cursor), case .change(let change, _) = lines[look.cursor] else { return nil }
    return change
  }

  /// Enter: goes to the value in the newer body.
  mutating func goToChange(_ look: ComparisonLook) -> [Outcome] {
    guard let change = change(under: look) else { return [] }
    guard let offset = change.offset else { return say(.information, "This answer has no such value in its body") }
    pane.looks = []
    guard var reading = pane.reading else { return [] }
    reading.document.move(&reading.view, .offset(offset))
    pane.reading = reading
    return []
  }

  /// `i`: ignores differences at this path from now on, or shows them again.
  mutating func toggleIgnored(_ look: ComparisonLook) -> [Outcome] {
    guard let change = change(under: look) else { return [] }
    var patterns = state.ignoredDifferences
    let isIgnored = patterns.remove(change.pattern) == nil
    if isIgnored { patterns.insert(change.pattern) }
    state.ignoredDifferences = patterns
    let said = isIgnored ? "Ignored for this request: \(change.pattern)" : "Compared again: \(change.pattern)"
    return replace(look) + [.remember] + say(.information, said)
  }
}
