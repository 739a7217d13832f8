import Basics
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parses the filter of the history: words such as `POST`, `404`, `4xx`, `failed`, `env:local`, `request:users/login`,
/// `today`, `after:2026-11-01`, `before:2026-11-20`; other words match URL, request and failure. `status:404`,
/// `method:POST` and `host:example.com` say the same with the name of the column.
enum HistoryQuery {
  static let hint = "text, POST, 4xx, failed, env:local, today, after:2026-11-01"

  static func filter(_ text: String, now: Date, secondsFromGMT: Int) -> HistoryFilter {
    var filter = HistoryFilter()
    var words: [String] = []
    let zone = Double(secondsFromGMT)
    let today = ((now.timeIntervalSince1970 + zone) / 86_400).rounded(.down)
    func midnight(_ day: Double) -> Date { Date(timeIntervalSince1970: day * 86_400 - zone) }
    for typed in text.split(separator: " ").map(String.init) {
      // `status:4xx` as well as `4xx`.
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

  /// `404`, `4xx` as its first digit, `failed` as 0.
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

  /// Days since 1970-01-01 of an ISO 8601 date.
  private static func day(_ text: String) -> Double? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], (1...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return Double(CivilDate(year: year, month: month, day: day).days)
  }
}
