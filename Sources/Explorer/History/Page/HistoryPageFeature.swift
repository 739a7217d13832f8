import Basics
package import Networking
package import Terminal
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The history over the whole window: a list by days, and the exchange under the cursor beside it.
///
/// It lists what `HistoryFeature` has loaded. It reads, sends and opens nothing itself: it delegates that through an
/// `Outcome`.
package enum HistoryPageFeature {
  package enum Action: Equatable, Sendable {
    /// The page is shown.
    case shown
    /// The listed entries changed.
    case listed
    case previewLoaded(id: String, RequestDefinition, Exchange)
    case forgotten(ForgottenExchange)
    case restored(id: String)
    case restoreFailed(id: String)
    // From the user
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

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case close
    case endFilter
    case said(Message.Kind, String)
    case olderRequested
    case load(id: String)
    case open(HistorySummary)
    /// Sends the saved request of an exchange.
    case sendSaved(RequestNode)
    case sendAgain(HistorySummary)
    case compare(HistorySummary, with: HistorySummary)
    case copy(HistorySummary, RequestDefinition)
    case forget(id: String)
    case restore(ForgottenExchange)
  }

  /// What it needs to know about the rest of the program.
  struct Surroundings {
    var size: Size
    /// Where its lines are.
    var choice: PageChoice
    var clock: WallClock
    var entries: [HistorySummary]
    var hasMore: Bool
    var isFiltered: Bool
    /// The saved request of an entry; `nil` if it is not there any more.
    var savedRequest: @Sendable (HistorySummary) -> RequestNode?
  }

  static func reduce(_ state: inout State, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .shown:
      (state.isChosen, state.olderAskedAt) = (false, nil)
      list(&state, in: given)
    case .listed: list(&state, in: given)
    case .previewLoaded(let id, let definition, let exchange):
      guard id == state.awaited else { return [] }
      state.awaited = nil
      state.preview = Preview(id: id, definition, exchange)
      return []
    case .forgotten(let forgotten):
      state.forgotten.append(forgotten)
      return [.said(.information, "Forgotten: \(key: "historyRestore") brings it back")]
    case .moved(let motion):
      state.isChosen = true
      move(motion, &state, in: given)
    case .clicked(let mouse):
      state.isChosen = true
      if let entry = click(mouse, &state, in: given) { return [.open(entry)] }
    case .left: return [given.isFiltered ? .endFilter : .close]
    case .restoreRequested:
      if state.forgotten.isEmpty { return [.said(.information, "Nothing was forgotten here")] }
      guard let last = state.forgotten.last(where: { !state.restoring.contains($0.id) }) else { return [] }
      state.restoring.insert(last.id)
      return [.restore(last)]
    case .restored(let id):
      state.restoring.remove(id)
      state.forgotten.removeAll { $0.id == id }
      return []
    case .restoreFailed(let id):
      state.restoring.remove(id)
      return []
    default:
      state.isChosen = true
      guard let entry = state.current else { return [.said(.information, "There is no exchange under the cursor")] }
      return act(action, on: entry, &state, in: given)
    }
    return settle(&state, in: given)
  }

  private static func act(
    _ action: Action, on entry: HistorySummary, _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    switch action {
    case .entered: return [.open(entry)]
    case .markToggled:
      state.marked = state.marked == entry ? nil : entry
      return []
    case .sendRequested(asItWas: true): return [.sendAgain(entry)]
    case .sendRequested:
      guard let node = given.savedRequest(entry) else {
        return [.said(.information, "Its request is gone: \(key: "historySendAgain") sends the exchange as it was")]
      }
      return [.sendSaved(node)]
    case .comparisonRequested:
      guard let other = state.comparand(in: given.entries) else {
        return [.said(.information, "There is no earlier one: \(key: "historyMark") marks one to compare with")]
      }
      return [.compare(entry, with: other)]
    case .copyRequested:
      guard let preview = state.preview, preview.id == entry.id else { return [] }
      return [.copy(entry, preview.definition)]
    case .forgetRequested:
      if state.marked == entry { state.marked = nil }
      return [.forget(id: entry.id)]
    default: return []
    }
  }

  /// So many of the newest decide how wide the list is.
  private static let measured = 200

  /// Makes the rows of the entries; the cursor stays on the entry that the user chose, or near it.
  private static func list(_ state: inout State, in given: Surroundings) {
    let current = state.current?.id
    var rows: [Row] = []
    rows.reserveCapacity(given.entries.count + 8)
    var day: Int?
    for (index, entry) in given.entries.enumerated() {
      let date = given.clock.day(of: entry.date)
      if date != day { rows.append(.day(given.clock.title(ofDay: date))) }
      day = date
      rows.append(.entry(entry, at: index))
    }
    if given.hasMore { rows.append(.more) }
    state.rows = rows
    state.askedColumns = HistoryColumns.asked(by: given.entries.prefix(measured))
    if !state.isChosen { state.cursor = ListCursor() }
    guard state.isChosen, let current else { return }
    let found = rows.firstIndex { if case .entry(let entry, _) = $0 { entry.id == current } else { false } }
    if let found { state.cursor.row = found }
  }
}

extension HistoryPageFeature.Preview {
  init(id: String, _ definition: RequestDefinition, _ exchange: Exchange) {
    self.init(
      id: id, definition: definition, exchange: exchange, requestBody: BodyPreview(sentIn: exchange),
      body: BodyPreview(exchange))
  }
}

extension HistorySummary {
  /// Whether both came from one request: by its file, else by method and path.
  func isOfSameRequest(as other: HistorySummary) -> Bool {
    if let requestID { return requestID == other.requestID && collection == other.collection }
    return other.requestID == nil && method == other.method && path == other.path
  }
}

extension WallClock {
  /// Days since 1970 in local time.
  func day(of date: Date) -> Int {
    CivilDate.days(seconds: Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT)
  }

  /// `Today`, `Yesterday`, else weekday and date.
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
