import Basics
package import Essentials
import HTTPModel

/// Selects entries of the history; every field that is set must match.
package struct HistoryFilter: Hashable, Sendable {
  /// Occurs in the URL, the request's path, the failure or the status word, ignoring case.
  package var text: String = ""
  package var methods: Set<String> = []
  /// See `ShortStatus.isOf`; 0 also selects answers that failed before their end.
  package var statuses: Set<Int> = []
  /// The status words of failed calls, such as `NOT_FOUND`.
  package var statusNames: Set<String> = []
  /// Indicates whether any status word of a failed call matches, like one of `statuses`.
  package var takesFailedCalls = false
  package var requestID: String?
  /// The collection of that request, if several have a request of that name; `nil` for any.
  package var collection: String?
  /// The request without a file, by its number, as long as it is not saved.
  package var draft: String?
  package var environment: String?
  /// Only requests sent without an environment.
  package var isWithoutEnvironment = false
  package var after: Date?
  package var before: Date?

  package init() {}

  var request: HistoryName? { requestID.map { HistoryName($0, in: collection) } }

  package func accepts(_ summary: HistorySummary) -> Bool {
    if let request, summary.request?.matches(request) != true { return false }
    if let draft, summary.draft != draft || summary.requestID != nil { return false }
    if let environment, summary.environment != environment { return false }
    if isWithoutEnvironment, summary.environment != nil { return false }
    if let after, summary.date < after { return false }
    if let before, summary.date >= before { return false }
    if !methods.isEmpty, !methods.contains(summary.method.uppercased()) { return false }
    guard accepts(summary.shortStatus) || summary.isIncomplete && statuses.contains(0) else { return false }
    guard !text.isEmpty else { return true }
    let needle = text.lowercased()
    return [summary.url, summary.requestID, summary.failure, summary.statusName].contains { text in
      text?.lowercased().contains(needle) == true
    }
  }

  var takesAnyStatus: Bool { statuses.isEmpty && statusNames.isEmpty && !takesFailedCalls }

  private func accepts(_ status: ShortStatus) -> Bool {
    if takesAnyStatus || statuses.contains(where: status.isOf) { return true }
    guard let name = status.name else { return false }
    return takesFailedCalls || statusNames.contains(name)
  }
}

/// A page of history entries, newest first, and the start of the next page.
package struct HistoryPage: Hashable, Sendable {
  /// A position between two entries.
  package struct Cursor: Hashable, Sendable {
    var month: String
    var offset: Int
  }

  package var entries: [HistorySummary]
  /// Lines that could not be read.
  package var notices: [Notice]
  /// `nil` at the oldest entry.
  package var next: Cursor?
}

extension History {
  /// Up to `limit` entries that `filter` accepts, newest first, starting at `cursor`. Reads no bodies, and no more of
  /// each line than necessary.
  /// - Parameter isWanted: polled during the search; when it returns `false`, the page ends with the entries found so
  ///   far, and the next one starts there.
  package func list(
    limit: Int = 200, from cursor: HistoryPage.Cursor? = nil, matching filter: HistoryFilter = HistoryFilter(),
    while isWanted: () -> Bool = { true }
  ) throws(WorkspaceError) -> HistoryPage {
    var page = HistoryPage(entries: [], notices: [])
    let renames = renames(&page.notices)
    let prefilter = HistoryPrefilter(filter, renames)
    var looked = 0
    var isEnough = false
    for month in try months() where cursor == nil || month <= cursor?.month ?? month {
      let end = month == cursor?.month ? cursor?.offset : nil
      if end == 0 { continue }
      if let refusal = refusal(of: path(month: month)) {
        page.notices.append(refusal)
        continue
      }
      var lines = BackwardLines(path: path(month: month), files: files, end: end, most: HistoryLine.longestHead)
      while let line = try onDisk({ () throws(FileError) in
        try lines.next { raw in
          looked += 1
          if looked % 512 == 0 { isEnough = !isWanted() }
          return isEnough || prefilter.mayPass(raw) || HistoryLine.isOlder(raw, than: filter.after)
        }
      }) {
        if isEnough {
          page.next = HistoryPage.Cursor(month: month, offset: line.end)
          return page
        }
        guard !line.bytes.isEmpty else { continue }
        if line.bytes.withUnsafeBytes({ HistoryLine.isOlder($0, than: filter.after) }) { return page }
        guard try take(line, of: lines, month, filter, renames, into: &page), page.entries.count == limit else {
          continue
        }
        page.next = HistoryPage.Cursor(month: month, offset: line.offset)
        return page
      }
    }
    return page
  }

  /// Returns whether the line contained an entry.
  private func take(
    _ line: BackwardLines.Line, of lines: BackwardLines, _ month: String, _ filter: HistoryFilter,
    _ renames: HistoryRenames, into page: inout HistoryPage
  ) throws(WorkspaceError) -> Bool {
    guard let read = try onDisk({ () throws(FileError) in try HistoryLine.summary(of: line, in: lines) }) else {
      page.notices.append(notice(line, month))
      return false
    }
    let summary = renames.applied(to: read)
    guard filter.accepts(summary) else { return false }
    guard try onDisk({ () throws(FileError) in try HistoryLine.isWhole(line, in: lines) }) else {
      page.notices.append(notice(line, month))
      return false
    }
    page.entries.append(summary)
    return true
  }

  /// If they cannot be read, old entries are listed under the former names of their requests.
  private func renames(_ notices: inout [Notice]) -> HistoryRenames {
    do { return try HistoryRenames(of: self) } catch {
      notices.warn(renamesPath, "the renames cannot be read: \(error.description)")
      return HistoryRenames()
    }
  }

  /// If the file of a month is refused (a link, another user's), the others are still listed.
  private func refusal(of path: String) -> Notice? {
    do throws(FileError) { _ = try files.stamp(path) } catch {
      if error.reason == .refused { return Notice(.warning, path, error.message) }
    }
    return nil
  }

  private func notice(_ line: BackwardLines.Line, _ month: String) -> Notice {
    let what = line.isComplete ? "a line is not an entry of the history" : "the last line is incomplete"
    return Notice(.warning, path(month: month), "\(what) (byte \(line.offset)); it is skipped")
  }
}

/// The start of a history line, as far as a list needs it.
enum HistoryLine {
  static let mark = Array("{\"_id\":\"".utf8)

  /// The time in the identifier, without reading more of the line; `nil` for a line of another form.
  static func date(of line: some RandomAccessCollection<UInt8>) -> Date? {
    guard line.count > mark.count + 26, line.starts(with: mark) else { return nil }
    return ULID.date(of: line.dropFirst(mark.count).prefix(26))
  }

  /// Allows a day of tolerance: entries are added when they end, and clocks are adjusted.
  static func isOlder(_ line: UnsafeRawBufferPointer, than date: Date?) -> Bool {
    guard let date, let own = self.date(of: line) else { return false }
    return own < date.addingTimeInterval(-86_400)
  }

  /// The number of bytes that a list reads of a line; more only for a line that Apus did not write.
  static let longestHead = 64 << 10

  /// Reads no more than the start of a line that Apus wrote, however long it is.
  static func summary(
    of line: BackwardLines.Line, in lines: BackwardLines
  ) throws(FileError) -> HistorySummary? {
    // The start of an incomplete line looks like any other.
    guard line.bytes.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else { return nil }
    if let head = head(of: line.bytes) { return summary(of: head) }
    return full(try lines.whole(line)).flatMap { summary(of: $0) }
  }

  static func summary(of line: [UInt8]) -> HistorySummary? {
    guard line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else { return nil }
    return (head(of: line) ?? full(line)).flatMap { summary(of: $0) }
  }

  private static func summary(of head: JSONValue) -> HistorySummary? {
    guard let date = head["startedDateTime"]?.string.flatMap(ISOTime.date), let request = head["request"] else {
      return nil
    }
    let failure = head["_failure"]?.string ?? head["_error"]?["message"]?.string
    let time = (head["_transfer"] ?? head["_time"] ?? head["time"])?.double ?? 0
    var summary = HistorySummary(
      id: head["_id"]?.string ?? "", date: date, method: request["method"]?.string ?? "",
      url: request["url"]?.string ?? "", status: head["_status"]?.int ?? head["response"]?["status"]?.int ?? 0,
      statusName: head["_statusName"]?.string,
      duration: .microseconds(Int64(min(max(0, time * 1000), 1e15))),
      // HAR uses negative sizes for unknown.
      size: max(0, head["_size"]?.int ?? head["response"]?["content"]?["size"]?.int ?? 0),
      requestID: head["_request"]?.string,
      collection: head["_collection"]?.string, environment: head["_environment"]?.string,
      received: head["_received"]?.string, failure: failure,
      isCancelled: head["_cancelled"]?.bool ?? false)
    summary.draft = head["_draft"]?.string
    summary.failsTests = head["_failsTests"]?.bool ?? false
    return summary
  }

  /// The head of the entry up to the request's URL, with the rest unparsed; `nil` if the status, which precedes the URL
  /// in lines of Apus, is missing.
  private static func head(of line: [UInt8]) -> JSONValue? {
    // If the head cannot be parsed, the line is parsed, or refused, as a whole.
    guard let head = try? JSONValue(headOf: line, through: ["request", "url"]), head["_status"] != nil else {
      return nil
    }
    return head
  }

  /// A line of another program may have its keys in any order.
  static func full(_ line: [UInt8]) -> JSONValue? {
    // The caller reports a line that is not JSON.
    try? JSONValue(parsing: line)
  }
}

extension HistoryLine {
  /// True if the whole line is JSON; a list reads only its start.
  static func isWhole(_ line: BackwardLines.Line, in lines: BackwardLines) throws(FileError) -> Bool {
    try lines.whole(line).withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return false }
      var (scanner, events) = (JSONScanner(checksUTF8: false), NoEvents())
      _ = scanner.scan(base, from: 0, to: raw.count, isFinal: true, events: &events)
      return scanner.fault == nil
    }
  }

  private struct NoEvents: JSONEvents {}
}
