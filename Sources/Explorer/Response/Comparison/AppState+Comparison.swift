import Basics
import Documents
import Networking
import Terminal
import Workspaces

extension AppState {
  /// What is left out of comparisons of the open request: remembered, and at first the date, which always differs.
  var ignoredDifferences: Set<String> {
    session.map { ignored[$0.comparisonKey] ?? Self.ignoredAtFirst } ?? []
  }

  static var ignoredAtFirst: Set<String> { ["Headers: Date"] }

  /// `d`: this answer against the one before it of the same request.
  mutating func compareWithPrevious() -> [Effect] {
    guard let current, let session, let exchange = session.response.exchange else {
      return say(.information, "No answer to compare yet: ^R sends the request")
    }
    if case .comparison? = session.response.look {
      _ = popLook()
      return []
    }
    if let previous = session.response.previous {
      return compare(current, previous, exchange, against: describe(previous))
    }
    guard let entry = earlier(than: exchange, of: session).first else {
      return say(.information, "No earlier answer of this request is known: D compares with any of the history")
    }
    return [.files(.loadComparand(current, id: entry.id))]
  }

  /// The entries of the history that were made by the same request before.
  private func earlier(than exchange: Exchange, of session: RequestSession) -> [HistorySummary] {
    let own = ownEntry(of: session, exchange)
    let same = history.entries.filter { entry in
      entry.id != own && entry.date < exchange.startedAt
        && (session.id == nil ? entry.url == exchange.finalURL : made(entry, by: session))
    }
    return same.sorted { $0.date > $1.date }
  }

  /// The entry that stands for the exchange on the screen.
  private func ownEntry(of session: RequestSession, _ exchange: Exchange) -> String? {
    if case .history(let id) = session.key { return id }
    return history.entries.first { abs($0.date.timeIntervalSince(exchange.startedAt)) < 0.001 }?.id
  }

  /// `D`: against any exchange of the history; in the history's list, the one under the cursor.
  mutating func chooseComparand() -> [Effect] {
    if focus == .tree, case .exchange(let entry)? = tree.selected?.content { return compareChosen(entry) }
    guard let session, let exchange = session.response.exchange else {
      return say(.information, "No answer to compare yet: ^R sends the request, Enter opens one of the history")
    }
    let own = ownEntry(of: session, exchange)
    let items = history.entries.filter { $0.id != own }.map { entry in
      let when = Quantity.moment(entry.date, now: now, secondsFromGMT: secondsFromGMT)
      let title = "\(entry.status == 0 ? "failed" : "\(entry.status)") \(entry.method) \(entry.url)"
      return Picker.Item(id: entry.id, title: title, detail: when, token: .status(entry.status))
    }
    guard !items.isEmpty else { return say(.information, "The history has no other exchange") }
    let same = earlier(than: exchange, of: session).first?.id
    return apply(.overlay(.show(.picker(Picker("Compare with", .comparand, items: items, selected: same)))))
  }

  private mutating func compareChosen(_ entry: HistorySummary) -> [Effect] {
    guard let current, let exchange = session?.response.exchange, let session,
      ownEntry(of: session, exchange) != entry.id
    else {
      return say(.information, "Open an answer first (Enter opens this one): then D here compares another with it")
    }
    return setFocus(.response) + [.files(.loadComparand(current, id: entry.id))]
  }

  mutating func pickedComparand(_ id: String) -> [Effect] {
    current.map { [.files(.loadComparand($0, id: id))] } ?? []
  }

  mutating func comparandLoaded(_ key: RequestKey, _ old: Exchange) -> [Effect] {
    guard let exchange = sessions[key]?.response.exchange, key == current else { return [] }
    return compare(key, old, exchange, against: describe(old))
  }

  private func describe(_ exchange: Exchange) -> String {
    let when = Quantity.moment(exchange.startedAt, now: now, secondsFromGMT: secondsFromGMT)
    return "\(exchange.statusWords ?? "no answer"), \(when), \(Quantity.duration(exchange.duration))"
  }

  private mutating func compare(
    _ key: RequestKey, _ old: Exchange, _ new: Exchange, against: String
  ) -> [Effect] {
    session?.response.tab = .body
    uncoverDocument()
    let look = ComparisonLook(serial: nextSerial(), against: against)
    return push(.comparison(look)) + [.document(.compare(key, old, new, serial: look.serial))]
  }

  mutating func compared(_ key: RequestKey, serial: Int, _ comparison: ExchangeComparison) -> [Effect] {
    let patterns = ignoredDifferences
    changeLook(key, serial: serial) { look in
      guard case .comparison(var shown) = look else { return }
      shown.comparison = comparison
      // The first line is a title.
      shown.cursor = shown.lines(ignoring: patterns).count > 1 ? 1 : 0
      look = .comparison(shown)
    }
    return []
  }

  /// `nil` for what goes sideways: a comparison has one column.
  mutating func move(_ motion: Motion, in look: ComparisonLook) -> [Effect]? {
    var look = look
    let page = max(1, (layout.panes[.response]?.height ?? 4) - 4)
    switch motion {
    case .up: look.cursor -= 1
    case .down: look.cursor += 1
    case .pageUp: look.cursor -= page
    case .pageDown: look.cursor += page
    case .top: look.cursor = 0
    case .bottom: look.cursor = look.lines(ignoring: ignoredDifferences).count - 1
    case .left, .right: return nil
    }
    return replace(look)
  }

  /// A command of the comparison on top.
  mutating func inComparison(_ body: (inout AppState, ComparisonLook) -> [Effect]) -> [Effect] {
    guard case .comparison(let look)? = session?.response.look else { return [] }
    return body(&self, look)
  }

  mutating func toggleShowingIgnored(_ look: ComparisonLook) -> [Effect] {
    var look = look
    look.showsIgnored.toggle()
    return replace(look)
  }

  func copyDifference(_ look: ComparisonLook) -> [Effect] {
    guard let change = change(under: look) else { return [] }
    let text = "\(change.name): \(change.old ?? "nothing") → \(change.new ?? "nothing")"
    return [.system(.copy(text, label: "the difference"))]
  }

  mutating func replace(_ look: ComparisonLook) -> [Effect] {
    guard let current else { return [] }
    session?.response.look = .comparison(look)
    settle(current)
    return []
  }

  private func change(under look: ComparisonLook) -> ExchangeComparison.Change? {
    let lines = look.lines(ignoring: ignoredDifferences)
    guard lines.indices.contains(look.cursor), case .change(let change, _) = lines[look.cursor] else { return nil }
    return change
  }

  /// Enter: to the value in the newer body.
  mutating func goToChange(_ look: ComparisonLook) -> [Effect] {
    guard let change = change(under: look) else { return [] }
    guard let offset = change.offset else { return say(.information, "This answer has no such value in its body") }
    session?.response.looks = []
    guard var reading = session?.response.reading else { return [] }
    reading.document.move(&reading.view, .offset(offset))
    session?.response.reading = reading
    return []
  }

  /// `i`: differences at this place are left out from now on, or shown again.
  mutating func toggleIgnored(_ look: ComparisonLook) -> [Effect] {
    guard let session, let change = change(under: look) else { return [] }
    var patterns = ignoredDifferences
    let isIgnored = patterns.remove(change.pattern) == nil
    if isIgnored { patterns.insert(change.pattern) }
    ignored[session.comparisonKey] = patterns
    let said = isIgnored ? "Left out for this request: \(change.pattern)" : "Compared again: \(change.pattern)"
    return replace(look) + [.system(.remember(preferences))] + say(.information, said)
  }
}

extension RequestSession {
  /// Under which name the differences to be left out are remembered.
  var comparisonKey: String {
    if let id { return id }
    if case .file(let path) = key { return path }
    return "\(draft.method) \(draft.url)"
  }
}
