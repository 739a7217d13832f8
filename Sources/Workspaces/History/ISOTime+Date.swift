import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ISOTime {
  public static func text(_ date: Date) -> String { text(seconds: date.timeIntervalSince1970) }

  /// `2026-11`, as history files are named.
  static func month(_ date: Date) -> String { month(seconds: date.timeIntervalSince1970) }

  /// Reads what `text` writes, also with other fractions or `+00:00`-like offsets; `nil` for anything else.
  public static func date(_ text: String) -> Date? { seconds(text).map { Date(timeIntervalSince1970: $0) } }
}
