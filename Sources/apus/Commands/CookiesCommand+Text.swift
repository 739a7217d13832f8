import Basics
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CookiesCommand {
  /// Formats kept cookies for `apus cookies`; values are masked unless asked for.
  struct Text {
    let revealsValues: Bool

    /// A line each: host, path, name, value, life, flags, and what it is kept for.
    func lines(_ kept: [Place.Kept]) -> [String] {
      let rows = kept.map(cells)
      guard let first = rows.first else { return [] }
      let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
      return rows.map { row in
        let cells = row.indices.map { Figures.padded(row[$0], widths[$0]) }
        return TerminalText.line(cells.joined(separator: "  ").trimmed)
      }
    }

    private func cells(_ kept: Place.Kept) -> [String] {
      let cookie = kept.cookie
      let flags = [cookie.isSecure ? "Secure" : nil, cookie.isHTTPOnly ? "HttpOnly" : nil, cookie.sameSite]
      let place = [kept.collection, kept.environment].compactMap(\.self).joined(separator: " ")
      return [
        (cookie.isHostOnly ? "" : "*.") + cookie.domain, cookie.path, cookie.name, value(cookie),
        cookie.expires.map { "until \(Self.time($0))" } ?? "session", flags.compactMap(\.self).joined(separator: " "),
        place,
      ]
    }

    func json(_ kept: Place.Kept) -> JSONValue {
      let cookie = kept.cookie
      return .object([
        "collection": .text(kept.collection), "environment": .text(kept.environment), "domain": .string(cookie.domain),
        "hostOnly": .bool(cookie.isHostOnly), "path": .string(cookie.path), "name": .string(cookie.name),
        "value": .string(value(cookie)), "expires": cookie.expires.map { .string(Self.time($0)) },
        "secure": .bool(cookie.isSecure), "httpOnly": .bool(cookie.isHTTPOnly), "sameSite": .text(cookie.sameSite),
      ])
    }

    private static func time(_ date: Date) -> String {
      UTCTime(seconds: Int(max(-6e10, min(2.5e11, date.timeIntervalSince1970)))).iso8601
    }

    private func value(_ cookie: Cookie) -> String { revealsValues ? cookie.value : EnvironmentText.mask }
  }
}
