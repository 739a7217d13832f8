import Basics
import Documents
import Essentials
import HTTPModel
import Terminal
import Workspaces

/// A comparison of two exchanges: its list, its cursor, and whether ignored differences are shown.
package struct DerivedComparison: Equatable, Sendable {
  package let serial: Int
  /// The exchange compared with the current one: `200 OK · yesterday 14:02`.
  package var against: String
  /// `nil` while it is being computed.
  package var comparison: ExchangeComparison?
  var list = ListCursor()
  /// True if the list includes differences that are ignored for this request.
  package var showsIgnored = false

  /// One line of the list.
  enum Line: Equatable {
    case title(String)
    case change(ExchangeComparison.Change, isIgnored: Bool)
  }

  /// The changes grouped by part; ignored ones are included only on request.
  func lines(ignoring patterns: Set<String>) -> [Line] {
    guard let comparison else { return [] }
    var lines: [Line] = []
    for part in ExchangeComparison.Part.allCases {
      let changes = comparison.changes.filter { change in
        change.part == part && (showsIgnored || !patterns.contains(change.pattern))
      }
      guard !changes.isEmpty else { continue }
      lines.append(.title(part.rawValue))
      lines += changes.map { .change($0, isIgnored: patterns.contains($0.pattern)) }
    }
    return lines
  }

  /// For example `12 differences, 3 left out`.
  func summary(ignoring patterns: Set<String>) -> String {
    guard let comparison else { return "comparing" }
    let ignored = comparison.changes.count { patterns.contains($0.pattern) }
    let count = comparison.changes.count - ignored
    var text = count == 0 ? "no difference" : Quantity.amount(count, "difference")
    if comparison.isCut { text += count == 0 ? " in the compared part" : " and more" }
    if ignored > 0 { text += ", \(Quantity.count(ignored)) ignored" }
    return text
  }
}

extension ResponseReducer {
  /// `d`: compares this response with the previous one of the same request.
  mutating func compareWithPrevious() {
    guard let exchange = pane.exchange else { return }
    if case .comparison? = pane.derivedView {
      _ = popDerivedView()
      return
    }
    if let previous = pane.previous {
      return compare(previous, exchange, against: describe(previous))
    }
    guard let entry = earlier(than: exchange).first else {
      return context.say(
        "No earlier answer to this request: \(key: "compareWith") compares with any in the history")
    }
    context.run(.files(.loadComparand(key, id: entry.id)))
  }

  /// Earlier history entries of the same request.
  private func earlier(than exchange: Exchange) -> [HistorySummary] {
    let own = ownEntry(of: exchange)
    let same = subject.history.filter { entry in
      entry.id != own && entry.date < exchange.startedAt
        && (subject.id == nil ? entry.url == exchange.finalURL : subject.made(entry))
    }
    return same.sorted { $0.date > $1.date }
  }

  private func ownEntry(of exchange: Exchange) -> String? {
    if case .history(let id) = key { return id }
    return subject.history.first { abs($0.date.timeIntervalSince(exchange.startedAt)) < 0.001 }?.id
  }

  /// `D`: compares with any exchange of the history; in the history list, with the one under the cursor.
  mutating func chooseComparand() {
    guard let exchange = pane.exchange else { return }
    let own = ownEntry(of: exchange)
    let items = subject.history.filter { $0.id != own }.map { entry in
      let when = subject.clock.moment(of: entry.date)
      let title = "\(entry.shortStatus.text ?? "failed") \(entry.method) \(entry.url)"
      return Picker.Item(id: entry.id, title: title, detail: when, token: .status(entry.shortStatus))
    }
    guard !items.isEmpty else { return context.say("The history has no other exchange") }
    let same = earlier(than: exchange).first?.id
    context.pick(Picker("Compare with", .response(.comparand), items: items, selected: same))
  }

  mutating func compareChosen(_ entry: HistorySummary) {
    guard let exchange = pane.exchange, ownEntry(of: exchange) != entry.id else {
      return context.say(
        "Open an answer first (\(key: "enter") opens this one); \(key: "compareWith") then compares another with it"
      )
    }
    context.focus(.response)
    context.run(.files(.loadComparand(key, id: entry.id)))
  }

  mutating func comparandLoaded(
    _ old: Exchange, named name: String?, hiding secrets: Set<String>
  ) {
    guard let exchange = pane.exchange, subject.isCurrent else { return }
    let words = name.map { "\($0): \(describe(old))" } ?? describe(old)
    compare(old, exchange, against: words, hiding: secrets)
  }

  private func describe(_ exchange: Exchange) -> String {
    let when = subject.clock.moment(of: exchange.startedAt)
    return "\(exchange.statusWords ?? "no answer"), \(when), \(Quantity.duration(exchange.transferTime))"
  }

  private mutating func compare(
    _ old: Exchange, _ new: Exchange, against: String, hiding secrets: Set<String> = []
  ) {
    // The sent requests are compared with secrets hidden, as in the Sent tab.
    let (old, new) = (old.hidingSent(secrets, subject.variables), new.hidingSent(secrets, subject.variables))
    pane.tab = .body
    uncoverDocument()
    let view = DerivedComparison(serial: context.nextSerial(), against: against)
    push(.comparison(view))
    context.run(.document(.compare(key, old, new, serial: view.serial)))
  }

  mutating func compared(serial: Int, _ comparison: ExchangeComparison) {
    let patterns = ignoredDifferences
    changeDerivedView(serial: serial) { view in
      guard case .comparison(var shown) = view else { return }
      shown.comparison = comparison
      // The first line is a title.
      shown.list.row = shown.lines(ignoring: patterns).count > 1 ? 1 : 0
      view = .comparison(shown)
    }
  }

  /// Runs a command of the topmost comparison.
  mutating func inComparison(_ body: (inout ResponseReducer, DerivedComparison) -> Void) {
    guard case .comparison(let view)? = pane.derivedView else { return }
    body(&self, view)
  }

  mutating func toggleShowingIgnored(_ view: DerivedComparison) {
    var view = view
    view.showsIgnored.toggle()
    replace(view)
  }

  mutating func copyDifference(_ view: DerivedComparison) {
    guard let change = change(under: view) else { return }
    let text = "\(change.name): \(change.old ?? "nothing") → \(change.new ?? "nothing")"
    context.copy(text, as: "the difference")
  }

  mutating func replace(_ view: DerivedComparison) {
    pane.derivedView = .comparison(view)
    settle()
  }

  private func change(under view: DerivedComparison) -> ExchangeComparison.Change? {
    let lines = view.lines(ignoring: ignoredDifferences)
    guard lines.indices.contains(view.list.row), case .change(let change, _) = lines[view.list.row] else { return nil }
    return change
  }

  /// Enter: goes to the value in the newer body.
  mutating func goToChange(_ view: DerivedComparison) {
    guard let change = change(under: view) else { return }
    guard let offset = change.offset else { return context.say("This answer has no such value in its body") }
    pane.derivedViews = []
    guard var reading = pane.reading else { return }
    reading.document.move(&reading.view, .offset(offset))
    pane.reading = reading
  }

  /// `i`: ignores differences at this path from now on, or shows them again.
  mutating func toggleIgnored(_ view: DerivedComparison) {
    guard let change = change(under: view) else { return }
    var patterns = ignoredDifferences
    let isIgnored = patterns.remove(change.pattern) == nil
    if isIgnored { patterns.insert(change.pattern) }
    state.ignored = patterns
    let said = isIgnored ? "Ignored for this request: \(change.pattern)" : "No longer ignored: \(change.pattern)"
    replace(view)
    context.remember()
    context.say(said)
  }
}

/// Draws a comparison: each difference with its mark, name, old value and new value.
enum ComparisonView {
  static func draw(
    _ view: DerivedComparison, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let ignored = scene.app.ignoredDifferences
    let (head, list) = rect.splitTop(1)
    let theme = scene.theme
    screen.write(
      "Compared with \(view.against)", in: Rect(x: head.x + 1, y: head.y, width: head.width - 1, height: 1),
      style: theme[.dim])
    PlaceLine.draw(
      name(under: view, ignored), right: view.summary(ignoring: ignored), cut: .end, scene, in: frame, into: &screen)
    guard view.comparison != nil else { return PaneFrame.hint(["Comparing…"], scene, in: list, into: &screen) }
    let lines = view.lines(ignoring: ignored)
    guard !lines.isEmpty else {
      let isHidden = view.comparison?.changes.contains { ignored.contains($0.pattern) } ?? false
      let hidden = isHidden ? ["\(key: "showIgnored") shows what is ignored."] : []
      let isCut = view.comparison?.isCut == true
      let said = isCut ? "No differences in the compared part; the texts are longer." : "No differences."
      return PaneFrame.hint([said] + hidden + ["\(key: "leave") goes back."], scene, in: list, into: &screen)
    }
    view.list.draw(
      count: lines.count, in: list, frame: frame, isFocused: scene.isFocused ? true : nil, scene, into: &screen
    ) { row, place, screen in
      let pieces = pieces(of: lines[row], scene, place.width - 1)
      screen.write(pieces, at: Point(x: place.x + 1, y: place.y), clippedTo: place)
    }
  }

  private static func name(under view: DerivedComparison, _ ignored: Set<String>) -> String {
    let lines = view.lines(ignoring: ignored)
    guard lines.indices.contains(view.list.row), case .change(let change, _) = lines[view.list.row] else { return "" }
    return change.name
  }

  private static func pieces(
    of line: DerivedComparison.Line, _ scene: ResponseScene, _ width: Int
  ) -> [StyledText] {
    let theme = scene.theme
    switch line {
    case .title(let title): return [StyledText(title, theme[.accent].adding(.bold))]
    case .change(let change, let isIgnored):
      let arrow = scene.capabilities.unicode ? " → " : " -> "
      let room = max(8, width - 2)
      let name = Truncation.start.applied(to: change.name, columns: max(8, room * 2 / 5))
      let (mark, token): (String, Token) =
        switch (change.old, change.new) {
        case (nil, _): ("+ ", .added)
        case (_, nil): ("- ", .removed)
        default: ("~ ", .changed)
        }
      let value = max(
        4, (room - TextWidth.of(name) - 2 - (mark == "~ " ? TextWidth.of(arrow) : 0)) / (mark == "~ " ? 2 : 1))
      let lead = sharedLead(change.old ?? "", change.new ?? "", columns: value)
      func shown(_ text: String?) -> String {
        let rest = text.map { (lead > 0 ? "…" : "") + VisibleLine.of(String($0.dropFirst(lead))) }
        return rest.map { Truncation.end.applied(to: $0, columns: value) } ?? ""
      }
      var pieces = [StyledText(mark, theme[token]), StyledText(name + "  ", theme[.jsonKey])]
      if change.old != nil { pieces.append(StyledText(shown(change.old), theme[.dim])) }
      if mark == "~ " { pieces.append(StyledText(arrow, theme[.dim])) }
      if change.new != nil { pieces.append(StyledText(shown(change.new), theme[.text])) }
      return isIgnored ? pieces.map { StyledText($0.text, theme[.dim]) } : pieces
    }
  }
}

extension ComparisonView {
  /// The number of characters to leave out at the start of both, so that the place where they differ is seen.
  private static func sharedLead(_ old: String, _ new: String, columns: Int) -> Int {
    guard max(old.utf8.count, new.utf8.count) > columns else { return 0 }
    let common = zip(old, new).prefix { $0 == $1 }.count
    return common > columns / 2 ? common - 4 : 0
  }
}

/// Shows a multi-line text on one line.
enum VisibleLine {
  static func of(_ text: String) -> String {
    String(text.prefix(500).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

/// Commands that compare two responses.
enum ComparisonCommands {
  static let all: [Command] = [compare, compareWith, ignoreDifference, showIgnored]

  private static let compare = Command(
    "compare", "Compare with the previous answer", [.character("d")], in: Context.response, section: .reading,
    rank: 150,
    footer: .word("compare", lead: (22, [.document, .facts])) { $0.session?.response.exchange?.isAnswered != false },
    refusal: refusalWithoutAnswer,
    handler: { $0.inResponse { $0.compareWithPrevious() } })

  private static let compareWith = Command(
    "compareWith", "Compare with an exchange of the history", [.character("D")], in: Context.response.union([.tree]),
    section: .reading, rank: 160, refusal: refusalWithoutAnswer,
    handler: { state in
      guard state.focus == .tree, case .exchange(let entry)? = state.tree.selected?.content else {
        return state.inResponse { $0.chooseComparand() }
      }
      return state.inResponse { $0.compareChosen(entry) }
    })

  private static let ignoreDifference = Command(
    "ignoreDifference", "Ignore this difference for this request, or not", [.character("i")], in: [.grid],
    section: .reading, rank: 170, footer: .word("ignore", lead: (10, [.grid])), refusal: refusalOutside,
    handler: { $0.inResponse { $0.inComparison { $0.toggleIgnored($1) } } })

  private static let showIgnored = Command(
    "showIgnored", "Show the ignored differences", [.character("I")], in: [.grid], section: .reading,
    rank: 180, footer: .word("show ignored", lead: (20, [.grid])), refusal: refusalOutside,
    handler: { $0.inResponse { $0.inComparison { $0.toggleShowingIgnored($1) } } })

  private static let refusalWithoutAnswer: @Sendable (AppState) -> String? = { state in
    state.session?.response.exchange == nil ? "No answer to compare yet: \(key: "send") sends the request" : nil
  }

  private static let refusalOutside: @Sendable (AppState) -> String? = { state in
    ResponseCommands.isComparing(state) ? nil : "Only in a comparison: \(key: "compare") opens one"
  }
}
