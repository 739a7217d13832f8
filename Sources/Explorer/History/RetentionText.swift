package import Workspaces

/// The syntax for how much history is kept: `90d 10000 500MB`, each part optional.
package enum RetentionText {
  /// `nil` for an invalid text; an empty one keeps everything.
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
