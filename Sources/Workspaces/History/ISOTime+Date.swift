import Basics
package import Essentials

extension ISOTime {
  package static func text(_ date: Date) -> String { text(seconds: date.timeIntervalSince1970) }

  /// `2026-11`, as in the names of history files.
  static func month(_ date: Date) -> String { month(seconds: date.timeIntervalSince1970) }

  /// Parses the format of `text`, also with other fractions or offsets like `+00:00`; `nil` for anything else.
  package static func date(_ text: String) -> Date? { seconds(text).map { Date(timeIntervalSince1970: $0) } }
}
