import Basics
import Essentials
package import HTTPModel
package import Terminal
package import Workspaces

/// The history page: the listed entries by day, the cursor, and the exchange beside the list.
package struct HistoryBrowser: Feature {
  /// The entries under the headings of their days.
  var rows: [Row] = []
  /// The width that the list needs to show the newest paths without cutting them.
  var askedColumns = 0
  var cursor = ListCursor()
  /// True once the user has moved the cursor. Until then it follows the newest entry, including one recorded after
  /// the page is shown.
  var isChosen = false
  /// The exchange under the cursor, once it has been read.
  var preview: Preview?
  /// The identifier of the exchange being read.
  var awaited: String?
  /// The number of entries when older ones were last requested.
  var olderAskedAt: Int?
  var marked: HistorySummary?
  /// The deleted exchanges, oldest deletion first.
  var forgotten: [ForgottenExchange] = []
  /// The deleted exchanges that are being restored, which may fail.
  var restoring: Set<String> = []

  package enum Action: Equatable, Sendable {
    case shown
    /// The listed entries changed.
    case listed
    case previewLoaded(id: String, RequestDefinition, Exchange)
    case forgotten(ForgottenExchange)
    case restored(id: String)
    case restoreFailed(id: String)
    // Sent by the user
    case moved(Motion)
    case entered, left
    case clicked(Mouse)
    case markToggled
    case sendRequested(asItWas: Bool)
    case comparisonRequested
    case copyRequested
    case forgetRequested
    case restoreRequested
  }

  enum Row: Equatable, Sendable {
    case day(String)
    /// An entry, with its index among the listed entries.
    case entry(HistorySummary, at: Int)
    /// The last row, which loads older entries when the cursor reaches it.
    case more

    var isDay: Bool {
      if case .day = self { return true }
      return false
    }
  }

  /// An exchange read from the history.
  struct Preview: Equatable, Sendable {
    var id: String
    var definition: RequestDefinition
    var exchange: Exchange
    var requestBody: BodyPreview
    var body: BodyPreview

    /// The method as shown in the tree.
    var method: String {
      if definition.kind.isConversation { return definition.kind.shortWord }
      // A gRPC call is recorded as the HTTP request it was sent as, and is sent again as one.
      let isCall = exchange.conversation != nil && exchange.hops.first?.request.isCall == true
      return isCall ? RequestDefinition.Kind.grpc.shortWord : definition.method
    }

    /// The sent headers, without disabled ones.
    var headers: [Workspaces.Row] { definition.headers.filter(\.isEnabled) }

    /// The number of lines of the request's head; `nil` if a body follows, which takes all available rows.
    var requestLines: Int? { requestBody.isEmpty ? 1 + headers.count : nil }
  }

  var current: HistorySummary? {
    guard rows.indices.contains(cursor.row), case .entry(let entry, _) = rows[cursor.row] else { return nil }
    return entry
  }

  /// The exchange to compare with the one under the cursor: the marked one, else the previous one of the same
  /// request.
  func comparand(in entries: [HistorySummary]) -> HistorySummary? {
    guard rows.indices.contains(cursor.row), case .entry(let entry, let index) = rows[cursor.row] else { return nil }
    if let marked, marked != entry { return marked }
    return entries.dropFirst(index + 1).first { $0.isOfSameRequest(as: entry) }
  }
}

extension HistoryBrowser {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .shown:
      (isChosen, olderAskedAt) = (false, nil)
      list(in: &context)
    case .listed: list(in: &context)
    case .moved(let motion):
      isChosen = true
      move(motion, in: &context)
    case .clicked(let mouse):
      isChosen = true
      click(mouse, in: &context)
    case .left: if context.app.history.query == nil { context.close() } else { context.perform(.history(.filterEnded)) }
    case .previewLoaded(let id, let definition, let exchange):
      guard id == awaited else { return }
      awaited = nil
      preview = Preview(id: id, definition, exchange)
    case .forgotten(let exchange):
      forgotten.append(exchange)
      context.say("Deleted: \(key: "historyRestore") restores it")
    case .restoreRequested: restore(in: &context)
    case .restored(let id):
      restoring.remove(id)
      forgotten.removeAll { $0.id == id }
    case .restoreFailed(let id): restoring.remove(id)
    case .entered, .markToggled, .sendRequested, .comparisonRequested, .copyRequested, .forgetRequested:
      isChosen = true
      guard let entry = current else { return context.say("There is no exchange under the cursor") }
      act(action, on: entry, in: &context)
    }
  }

  private mutating func act(_ action: Action, on entry: HistorySummary, in context: inout FeatureContext) {
    switch action {
    case .entered: context.open(entry)
    case .markToggled: marked = marked == entry ? nil : entry
    case .sendRequested(asItWas: true): context.open(entry, to: .send)
    case .sendRequested:
      if let node = context.app.savedRequest(of: entry) { context.open(node, to: .send) }
    case .comparisonRequested:
      if let other = comparand(in: context.app.history.shown) { context.open(entry, to: .compare(other)) }
    case .copyRequested: if let preview, preview.id == entry.id { copy(entry, preview.definition, in: &context) }
    case .forgetRequested:
      if marked == entry { marked = nil }
      context.run(.files(.forgetExchange(id: entry.id)))
    default: break
    }
  }

  private func copy(_ entry: HistorySummary, _ definition: RequestDefinition, in context: inout FeatureContext) {
    let key = RequestKey.history(entry.id)
    let session = RequestSession(
      key: key, id: entry.requestID, collection: context.app.currentCollection, draft: definition)
    let terms = context.app.terms(of: session)
    context.run(.transfer(.copyAsCurl(key, definition, terms, style: .short, revealsSecrets: false)))
  }

  private mutating func restore(in context: inout FeatureContext) {
    guard let last = forgotten.last(where: { !restoring.contains($0.id) }) else { return }
    restoring.insert(last.id)
    context.run(.files(.restoreExchange(last)))
  }
}

/// The rows, and the cursor, which is on exchanges and never on the headings of days.
extension HistoryBrowser {
  /// The number of newest entries that determine the width of the list.
  private static let measured = 200

  /// Builds the rows of the entries. The cursor stays on the entry that the user chose, or near it.
  private mutating func list(in context: inout FeatureContext) {
    let (entries, clock) = (context.app.history.shown, context.app.clock)
    let former = current?.id
    rows = []
    rows.reserveCapacity(entries.count + 8)
    var day: Int?
    for (index, entry) in entries.enumerated() {
      let date = clock.day(of: entry.date)
      if date != day { rows.append(.day(clock.title(ofDay: date))) }
      day = date
      rows.append(.entry(entry, at: index))
    }
    if context.app.history.hasMore { rows.append(.more) }
    askedColumns = HistoryColumns.asked(by: entries.prefix(Self.measured))
    if !isChosen { cursor = ListCursor() }
    if isChosen, let former {
      let found = rows.firstIndex { if case .entry(let entry, _) = $0 { entry.id == former } else { false } }
      if let found { cursor.row = found }
    }
    settle(in: &context)
  }

  private mutating func move(_ motion: Motion, in context: inout FeatureContext) {
    let from = cursor.row
    moveCursor(motion, in: context)
    if rows.indices.contains(cursor.row), rows[cursor.row].isDay {
      // The cursor skips headings. The first heading stays visible above the first entry.
      let isUp = cursor.row < from && cursor.row > 0
      cursor.row += isUp ? -1 : 1
    }
    if cursor.row == 1 { cursor.offset = 0 }
    settle(in: &context)
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let former = cursor.row
    let pressed = clickCursor(mouse, in: context)
    if let pressed, rows[pressed].isDay {
      cursor.row = former
    } else if pressed != nil, mouse.clicks > 1, let current {
      return context.open(current)
    }
    settle(in: &context)
  }

  /// Keeps the cursor on an entry and visible, and reads the exchange under it.
  private mutating func settle(in context: inout FeatureContext) {
    let height = panes(in: context.app).rows.height
    settleCursor(in: context)
    if rows.indices.contains(cursor.row), rows[cursor.row].isDay {
      // A heading at the lower edge was scrolled to: the entry above it is still visible.
      let isAtEdge = height > 1 && cursor.row == cursor.offset + height - 1
      cursor.row = isAtEdge ? cursor.row - 1 : min(cursor.row + 1, rows.count - 1)
      cursor.settle(count: rows.count, height: height)
    }
    // The wheel can show the last row without the cursor.
    let seen = cursor.offset > 0 ? cursor.offset + height - 1 : cursor.row
    if rows.last == .more, seen >= rows.count - 1 {
      let count = context.app.history.shown.count
      guard olderAskedAt != count else { return }
      olderAskedAt = count
      return context.perform(.history(.olderRequested))
    }
    guard let id = current?.id else {
      (preview, awaited) = (nil, nil)
      return
    }
    guard preview?.id != id, awaited != id else { return }
    awaited = id
    context.run(.files(.loadPreview(id: id)))
  }
}

extension HistoryBrowser.Preview {
  init(id: String, _ definition: RequestDefinition, _ exchange: Exchange) {
    self.init(
      id: id, definition: definition, exchange: exchange, requestBody: BodyPreview(sentIn: exchange),
      body: BodyPreview(exchange))
  }
}

extension HistorySummary {
  /// Returns true if both came from the same request, identified by file, else by method and path.
  func isOfSameRequest(as other: HistorySummary) -> Bool {
    if let requestID { return requestID == other.requestID && collection == other.collection }
    return other.requestID == nil && method == other.method && path == other.path
  }
}

extension WallClock {
  /// The number of days since 1970 in local time.
  func day(of date: Date) -> Int {
    CivilDate.days(seconds: Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT)
  }

  /// The title of a day: `Today`, `Yesterday`, else weekday and date.
  func title(ofDay day: Int) -> String {
    switch self.day(of: now) - day {
    case 0: return "Today"
    case 1: return "Yesterday"
    default:
      let date = CivilDate(days: day)
      return "\(CivilDate.weekdays[date.weekday]) \(date.text)"
    }
  }

  /// The local time of day: `14:02:07`.
  func time(of date: Date) -> String {
    UTCTime(seconds: Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT).clock
  }
}
