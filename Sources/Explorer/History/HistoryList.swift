import Basics
import Essentials
package import Workspaces

/// The history: its listed entries, its filter, and how long entries are kept.
///
/// It does not know the tree and the page that list the entries.
package struct HistoryList: Feature {
  /// The latest entries, regardless of the filter.
  package var entries: [HistorySummary] = []
  package var isLoaded = false
  private(set) var results = LastResults()
  /// The reason why nothing is stored; `nil` if exchanges are stored.
  var refusal: String?
  /// The reason why the last exchange could not be stored; `nil` if it was.
  private(set) var failure: String?
  /// The start of the older entries; `nil` if all are loaded.
  var next: HistoryPage.Cursor?
  /// The filter as typed; `nil` without a filter.
  package var query: String?
  /// The serial number of the last pause in typing.
  var pause = 0
  /// The matches of the filter so far.
  var found: [HistorySummary] = []
  var foundNext: HistoryPage.Cursor?
  /// The retention of the history; `nil` for the default.
  package var retention: HistoryRetention?

  package enum Action: Equatable, Sendable {
    case opened
    /// The user expanded or collapsed the branch of the history.
    case branchToggled
    case loaded([HistorySummary], next: HistoryPage.Cursor? = nil, for: HistoryRequest = HistoryRequest())
    /// There is no history, because `.apus` is not used.
    case refused(String)
    /// An exchange could not be stored.
    case notStored(String)
    /// A new entry was recorded. It is added without reading the others again.
    case recorded(HistorySummary)
    /// An entry was removed.
    case forgotten(id: String)
    /// Entries were restored or added elsewhere.
    case reloadRequested
    /// A request and its history have moved.
    case renamed(HistoryRename)
    case olderRequested
    case filterRequested
    case queryTyped(String)
    /// The user has paused typing.
    case queryRested(pause: Int)
    case filterEnded
    case retentionRequested
    case retentionTyped(String)
  }

  package enum Question: Hashable, Sendable {
    case filter, retention
  }

  var shown: [HistorySummary] { query == nil ? entries : found }
  var hasMore: Bool { (query == nil ? next : foundNext) != nil }

  private func filter(at clock: WallClock) -> HistoryFilter? {
    query.map { HistoryQuery.filter($0, now: clock.now, secondsFromGMT: clock.secondsFromGMT) }
  }
}

extension HistoryList {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .opened: open(in: &context)
    case .branchToggled: if !isLoaded { load(HistoryRequest(), in: &context) }
    case .loaded(let entries, let next, let request): adopt(entries, next: next, for: request, in: &context)
    case .refused(let why): refusal = why
    case .notStored(let why):
      failure = why
      context.say(why, .error)
    case .recorded(let summary):
      (refusal, failure) = (nil, nil)
      guard !entries.contains(where: { $0.id == summary.id }) else { return }
      entries.insert(summary, at: 0)
      results.add(summary)
      report(in: &context)
      searchAgain(in: &context)
    case .forgotten(let id):
      entries.removeAll { $0.id == id }
      found.removeAll { $0.id == id }
      results = LastResults(entries)
      report(in: &context)
    case .reloadRequested:
      load(HistoryRequest(), in: &context)
      searchAgain(in: &context)
    case .renamed(let rename):
      entries = entries.map { $0.renamed(rename) }
      found = found.map { $0.renamed(rename) }
      results = LastResults(entries)
    case .olderRequested:
      guard let cursor = query == nil ? next : foundNext else { return }
      load(HistoryRequest(filter(at: context.app.clock), from: cursor), in: &context)
    case .filterRequested:
      open(in: &context)
      context.ask(
        Prompt(
          "Filter: \(HistoryQuery.hint)", .history(.filter), text: query ?? "", verb: "filter", isLive: true))
    case .queryTyped(let text): type(text, in: &context)
    case .queryRested(let pause): if pause == self.pause { searchAgain(in: &context) }
    case .filterEnded: endFilter(in: &context)
    case .retentionRequested:
      let text = RetentionText.text(of: retention ?? .standard)
      context.ask(
        Prompt(
          "Keep the history for: 90d 10000 500MB, empty keeps all", .history(.retention), text: text, verb: "set"))
    case .retentionTyped(let text): keep(text, in: &context)
    }
  }

  private mutating func open(in context: inout FeatureContext) {
    context.show(.history)
    context.perform(.historyPage(.shown))
    // Reading an empty history costs nothing, and the reason for its emptiness may have changed.
    if entries.isEmpty || !isLoaded { load(HistoryRequest(), in: &context) }
  }

  private func load(_ request: HistoryRequest, in context: inout FeatureContext) {
    context.run(.files(.loadHistory(request)))
  }

  /// Reads the matches of the filter, if there is one.
  private func searchAgain(in context: inout FeatureContext) {
    if let filter = filter(at: context.app.clock) { load(HistoryRequest(filter), in: &context) }
  }

  /// Reports changed entries to the parts that list them.
  private func report(in context: inout FeatureContext) {
    context.perform(.tree(.historyChanged))
    if context.app.page == .history { context.perform(.historyPage(.listed)) }
  }

  /// Adopts loaded entries; results of an outdated filter are dropped.
  private mutating func adopt(
    _ loaded: [HistorySummary], next: HistoryPage.Cursor?, for request: HistoryRequest,
    in context: inout FeatureContext
  ) {
    if request.filter == nil {
      // The result may lack requests sent during the read.
      let known = Set(loaded.map(\.id))
      let sent = isLoaded ? [] : entries.filter { !known.contains($0.id) }
      (isLoaded, refusal) = (true, nil)
      if request.from == nil { entries = sent + loaded } else { entries += loaded }
      self.next = next
      if request.from == nil {
        results = LastResults(entries)
      } else {
        for entry in loaded { results.add(entry) }
      }
    } else {
      guard request.filter == filter(at: context.app.clock) else { return }
      if request.from == nil { found = loaded } else { found += loaded }
      foundNext = next
    }
    report(in: &context)
  }

  /// Replaces the previous search, debouncing quick keys into one search.
  private mutating func type(_ text: String, in context: inout FeatureContext) {
    pause = context.nextSerial()
    guard !text.trimmed.isEmpty else { return endFilter(in: &context) }
    query = text
    context.run(.after(.milliseconds(20), .history(.queryRested(pause: pause))))
  }

  private mutating func endFilter(in context: inout FeatureContext) {
    (query, found) = (nil, [])
    report(in: &context)
  }

  private mutating func keep(_ text: String, in context: inout FeatureContext) {
    guard let retention = RetentionText.retention(text) else { return }
    self.retention = retention
    context.remember()
    context.run(.files(.prune(retention)))
    let isAll = retention == HistoryRetention()
    context.say(isAll ? "The whole history is kept" : "The history keeps \(RetentionText.text(of: retention))")
  }

  /// The reason why an answer is invalid.
  static func fault(of question: Question, _ text: String) -> String? {
    guard question == .retention, RetentionText.retention(text) == nil else { return nil }
    return "Days, entries and size, such as 90d 10000 500MB; each is optional"
  }
}

/// A request for part of the history.
package struct HistoryRequest: Hashable, Sendable {
  /// `nil` for the unfiltered history.
  package var filter: HistoryFilter?
  /// The start of the part; `nil` for the newest entry.
  package var from: HistoryPage.Cursor?

  package init(_ filter: HistoryFilter? = nil, from: HistoryPage.Cursor? = nil) {
    self.filter = filter
    self.from = from
  }
}

/// Parses the filter of the history: words such as `POST`, `404`, `4xx`, `failed`, `env:local`, `request:users/login`,
/// `today`, `after:2026-11-01`, `before:2026-11-20`; other words match URL, request and failure. `status:404`,
/// `method:POST` and `host:example.com` name the column explicitly.
enum HistoryQuery {
  static let hint = "text, POST, 4xx, failed, env:local, today, after:2026-11-01"

  static func filter(_ text: String, now: Date, secondsFromGMT: Int) -> HistoryFilter {
    var filter = HistoryFilter()
    var words: [String] = []
    let zone = Double(secondsFromGMT)
    let today = ((now.timeIntervalSince1970 + zone) / 86_400).rounded(.down)
    func midnight(_ day: Double) -> Date { Date(timeIntervalSince1970: day * 86_400 - zone) }
    for typed in text.split(separator: " ").map(String.init) {
      // Accept `status:4xx` as well as `4xx`.
      let word = ["status:", "method:", "url:", "host:"].lazy.compactMap { value(of: $0, in: typed) }.first ?? typed
      let lower = word.lowercased()
      if methods.contains(word.uppercased()) {
        filter.methods.insert(word.uppercased())
      } else if let status = status(lower) {
        filter.statuses.insert(status)
        if status == 0 { filter.takesFailedCalls = true }
      } else if let name = value(of: "env:", in: word) {
        filter.environment = name
      } else if let id = value(of: "request:", in: word) {
        filter.requestID = id
      } else if lower == "today" {
        filter.after = midnight(today)
      } else if lower == "yesterday" {
        filter.after = midnight(today - 1)
        filter.before = midnight(today)
      } else if let day = value(of: "after:", in: lower).flatMap(day) {
        filter.after = midnight(day)
      } else if let day = value(of: "before:", in: lower).flatMap(day) {
        filter.before = midnight(day)
      } else {
        words.append(word)
      }
    }
    filter.text = words.joined(separator: " ")
    return filter
  }

  private static let methods: Set<String> = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY"]

  /// The status for `404`, the first digit for `4xx`, and 0 for `failed`.
  private static func status(_ word: String) -> Int? {
    if word == "failed" || word == "err" { return 0 }
    let bytes = Array(word.utf8)
    guard bytes.count == 3, (0x31...0x35).contains(bytes[0]) else { return nil }
    if word.hasSuffix("xx") { return Int(bytes[0]) - 0x30 }
    return Int(word)
  }

  private static func value(of key: String, in word: String) -> String? {
    guard word.lowercased().hasPrefix(key), word.count > key.count else { return nil }
    return String(word.dropFirst(key.count))
  }

  /// The number of days from 1970-01-01 to an ISO 8601 date.
  private static func day(_ text: String) -> Double? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], (1...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return Double(CivilDate(year: year, month: month, day: day).days)
  }
}

/// The syntax for how much history is kept: `90d 10000 500MB`, each part optional.
package enum RetentionText {
  /// Parses a text; `nil` if it is invalid. An empty text keeps everything.
  package static func retention(_ text: String) -> HistoryRetention? {
    var retention = HistoryRetention()
    for word in text.lowercased().split(separator: " ") {
      if word.hasSuffix("mb"), let number = Int(word.dropLast(2)), (1...1_000_000).contains(number) {
        retention.bytes = number * 1_000_000
      } else if word.hasSuffix("d"), let number = Int(word.dropLast()), (1...100_000).contains(number) {
        retention.days = Double(number)
      } else if let number = Int(word), number > 0 {
        retention.entries = number
      } else {
        return nil
      }
    }
    return retention
  }

  package static func text(of retention: HistoryRetention?) -> String {
    guard let retention else { return "" }
    var words: [String] = []
    if let days = retention.days { words.append("\(Int(days))d") }
    if let entries = retention.entries { words.append("\(entries)") }
    if let bytes = retention.bytes { words.append("\(bytes / 1_000_000)MB") }
    return words.joined(separator: " ")
  }
}
