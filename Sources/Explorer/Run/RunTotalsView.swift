import Basics
import Sessions
import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Draws the sums of a run, and how the durations are distributed.
struct RunTotalsView<State: Appearance> {
  let run: RunFeature.State
  let now: Date
  let state: State
  private var theme: Theme { state.theme }
  private static var labels: Int { 15 }

  init(_ run: RunFeature.State, now: Date, _ state: State) {
    self.run = run
    self.now = now
    self.state = state
  }

  func draw(in rect: Rect, into screen: inout Screen) {
    let totals = run.totals
    let top = rect.height >= 9 ? rect.y + 1 : rect.y
    let lines = lines(totals)
    for (row, (label, value, token)) in lines.enumerated() where top + row < rect.maxY {
      let place = Rect(x: rect.x + 2, y: top + row, width: max(0, rect.width - 3), height: 1)
      screen.write(label, in: place, style: theme[.dim])
      let (_, values) = place.splitLeft(Self.labels)
      screen.write(value, in: values, style: theme[token].adding(.bold))
    }
    // A blank line before it where there is room.
    let below = top + lines.count
    drawDistribution(totals.latency, in: rect, from: below + 2 < rect.maxY ? below + 1 : below, into: &screen)
  }

  private func lines(_ totals: RunStatistics) -> [(String, String, Token)] {
    let elapsed = run.elapsed(now)
    let unicode = state.capabilities.unicode
    let none = unicode ? "–" : "-"
    let separator = unicode ? " · " : " / "
    var lines: [(String, String, Token)] = [
      ("requests", Quantity.count(totals.requests), .text),
      ("failed", Quantity.count(totals.failed), totals.failed > 0 ? .error : .text),
    ]
    if totals.skipped > 0 { lines[0].1 += separator + "\(Quantity.count(totals.skipped)) skipped" }
    if totals.retried > 0 { lines[0].1 += separator + "\(Quantity.count(totals.retried)) retried" }
    if run.overdue > 0 { lines[0].1 += separator + "\(Quantity.count(run.overdue)) overdue" }
    if totals.failed > 0 {
      let kinds = totals.errorsByCount.map { (Quantity.count($0.count), Self.words($0.kind)) }
      let text = kinds.count == 1 ? kinds[0].1 : kinds.map { "\($0) \($1)" }.joined(separator: separator)
      lines[1].1 += " (\(text))"
    }
    lines.append(
      (
        "tests", "\(Quantity.count(totals.passedAssertions)) of \(Quantity.count(totals.assertions))",
        totals.failedAssertions > 0 ? .error : .text
      ))
    if totals.requests > 0, elapsed > .zero {
      let rate = totals.rate(over: max(.milliseconds(1), elapsed))
      lines.append(("took", "\(Quantity.duration(elapsed)), \(Quantity.fixed(rate, rate < 10 ? 1 : 0))/s", .text))
    } else {
      lines.append(("took", none, .text))
    }
    func marks(_ percents: [Double]) -> String {
      let times = percents.compactMap { totals.latency.percentile($0) }.map { Quantity.duration($0) }
      return times.isEmpty ? none : times.joined(separator: separator)
    }
    lines.append(("p50 p90 p95", marks([50, 90, 95]), .text))
    lines.append(("p99 max", marks([99, 100]), .text))
    return lines
  }

  /// A kind of error, which reports name as programs read it: `connectTimeout` as `connect timeout`.
  private static func words(_ kind: String) -> String {
    switch kind {
    case "assertion": "test"
    case "connect": "no connection"
    case "resolve": "host not found"
    case "request": "not sent"
    case "totalTimeout": "timeout"
    case "truncated": "cut off"
    case "tls": "TLS"
    default: kind.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }
  }

  /// Fewer answers are drawn one by one: bars would look like a distribution that is not there.
  private static var fewest: Int { 20 }

  /// From the shortest to the longest answer, with both below: a bar for each step, or a dot where there are few.
  private func drawDistribution(
    _ latency: LatencyHistogram, in rect: Rect, from y: Int, into screen: inout Screen
  ) {
    guard state.capabilities.unicode, y + 1 < rect.maxY, latency.count > 2 else { return }
    guard let first = latency.shortest, let last = latency.longest, first < last else { return }
    let width = min(36, rect.width - 4)
    let bars = Array("▁▂▃▄▅▆▇█")
    let counts = latency.distribution(width)
    let most = max(1, counts.max() ?? 1)
    let isFew = latency.count < Self.fewest
    let text = String(
      counts.map { count in
        if isFew { return count == 0 ? "·" : count == 1 ? "•" : "●" }
        return count == 0 ? " " : bars[min(7, (count * 8 - 1) / most)]
      })
    screen.write(text, at: Point(x: rect.x + 2, y: y), style: theme[.variableResolved], clippedTo: rect)
    let scale = Rect(x: rect.x + 2, y: y + 1, width: width, height: 1)
    screen.write(Quantity.duration(first), in: scale, style: theme[.faint])
    screen.write(Quantity.duration(last), in: scale, style: theme[.faint], align: .right)
  }
}
