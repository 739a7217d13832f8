import Basics
import Sessions

/// The statistics of a run in words, one line per kind.
struct RunTotalsText {
  /// The minimum number of answers for meaningful percentiles.
  static let fewest = 20
  private static let bars = 10
  private static let longestBar = 40

  let summary: RunSummary
  private var statistics: RunStatistics { summary.statistics }

  static func percentiles(_ latency: LatencyHistogram) -> [(String, Duration?)] {
    let marks = [50, 90, 95, 99].map { ("p\($0)", latency.percentile(Double($0))) }
    return marks + [("max", latency.longest)]
  }

  /// The available statistics with their titles.
  var rows: [(title: String, text: String)] {
    var rows: [(title: String, text: String)] = []
    let marks = [("min", statistics.latency.shortest)] + Self.percentiles(statistics.latency)
    let times = marks.compactMap { mark in mark.1.map { "\(mark.0) \(Quantity.duration($0))" } }
    if !times.isEmpty { rows.append(("latency", times.joined(separator: "  "))) }
    if summary.rate > 0 { rows.append(("rate", Self.rate(summary.rate))) }
    if !statistics.statuses.isEmpty {
      let counts = statistics.statuses.sorted { $0.key < $1.key }
      rows.append(("statuses", counts.map { "\($0.key): \(Quantity.count($0.value))" }.joined(separator: "  ")))
    }
    if statistics.failed > 0 {
      let counts = statistics.errorsByCount.map { "\(Self.words($0.kind)): \(Quantity.count($0.count))" }
      rows.append(("errors", counts.joined(separator: "  ")))
    }
    if summary.overdue > 0 {
      rows.append(("overdue", "\(Quantity.count(summary.overdue)) were due and could not be sent in time"))
    }
    return rows
  }

  /// The lines above the totals of a run.
  /// - Parameter isMeasurement: true for measurements; other runs with few requests have no such lines.
  func lines(isMeasurement: Bool) -> [String] {
    guard isMeasurement || statistics.latency.count >= Self.fewest else { return [] }
    return rows.map { "\(PaddedText.padded($0.title, 9)) \($0.text)" } + histogram
  }

  /// The distribution of latencies, one line per step.
  private var histogram: [String] {
    guard let first = statistics.latency.shortest, let last = statistics.latency.longest, last > first else {
      return []
    }
    let counts = statistics.latency.distribution(Self.bars)
    let most = max(1, counts.max() ?? 1)
    return counts.enumerated().map { index, count in
      let end = first + (last - first) * (Double(index + 1) / Double(Self.bars))
      let length = count == 0 ? 0 : max(1, count * Self.longestBar / most)
      let bar = String(repeating: Locale.isUTF8 ? "█" : "#", count: length)
      let step = "\(Locale.isUTF8 ? "≤" : "to") \(Quantity.duration(end))"
      return "\(PaddedText.aligned(step, 12))  "
        + (count == 0 ? "0" : "\(bar) \(Quantity.count(count))")
    }
  }

  static func rate(_ rate: Double) -> String { "\(Quantity.fixed(rate, rate < 10 ? 2 : rate < 100 ? 1 : 0))/s" }

  /// `connectTimeout` as `connect timeout`.
  static func words(_ kind: String) -> String {
    kind.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}
