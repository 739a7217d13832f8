import Basics
import Documents

/// A comparison of two exchanges: its list, its cursor, and whether ignored differences are shown.
package struct ComparisonLook: Equatable, Sendable {
  package let serial: Int
  /// The exchange compared with the current one: `200 OK · yesterday 14:02`.
  package var against: String
  /// `nil` while it is being computed.
  package var comparison: ExchangeComparison?
  package var cursor = 0
  package var offset = 0
  /// Whether the list includes differences that are ignored for this request.
  package var showsIgnored = false

  init(serial: Int, against: String) {
    self.serial = serial
    self.against = against
  }

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
    var text = count == 0 ? "no difference" : "\(Quantity.count(count)) difference\(count == 1 ? "" : "s")"
    if comparison.isCut { text += count == 0 ? " as far as compared" : " and more" }
    if ignored > 0 { text += ", \(Quantity.count(ignored)) ignored" }
    return text
  }

  mutating func settle(count: Int, height: Int) {
    cursor = min(max(0, cursor), max(0, count - 1))
    if cursor < offset { offset = cursor }
    if cursor >= offset + max(1, height) { offset = cursor - max(1, height) + 1 }
    offset = min(max(0, offset), max(0, count - height))
  }
}
