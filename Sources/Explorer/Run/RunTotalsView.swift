import Basics
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
    for (row, (label, value, token)) in lines(totals).enumerated() where top + row < rect.maxY {
      let place = Rect(x: rect.x + 2, y: top + row, width: max(0, rect.width - 3), height: 1)
      screen.write(label, in: place, style: theme[.dim])
      let (_, values) = place.splitLeft(Self.labels)
      screen.write(value, in: values, style: theme[token].adding(.bold))
    }
    drawDistribution(totals, in: rect, from: top + 6, into: &screen)
  }

  private func lines(_ totals: RunTotals) -> [(String, String, Token)] {
    let elapsed = run.elapsed(now)
    let unicode = state.capabilities.unicode
    let none = unicode ? "–" : "-"
    var lines: [(String, String, Token)] = [
      ("requests", Quantity.count(totals.requests), .text),
      ("failed", Quantity.count(totals.failed), totals.failed > 0 ? .error : .text),
      (
        "tests", "\(Quantity.count(totals.passedTests)) of \(Quantity.count(totals.tests))",
        totals.passedTests < totals.tests ? .error : .text
      ),
    ]
    if totals.requests > 0, elapsed > .zero {
      let rate = Double(totals.requests) / max(0.001, elapsed.inSeconds)
      lines.append(("took", "\(Quantity.duration(elapsed)), \(Quantity.fixed(rate, rate < 10 ? 1 : 0))/s", .text))
    } else {
      lines.append(("took", none, .text))
    }
    let marks = [0.5, 0.95, 0.99].compactMap { totals.percentile($0) }.map { Quantity.duration($0) }
    lines.append(("p50 p95 p99", marks.isEmpty ? none : marks.joined(separator: unicode ? " · " : " / "), .text))
    return lines
  }

  /// Fewer answers are drawn one by one: bars would look like a distribution that is not there.
  private static var fewest: Int { 20 }

  /// From the shortest to the longest answer, with both below: a bar for each step, or a dot where there are few.
  private func drawDistribution(_ totals: RunTotals, in rect: Rect, from y: Int, into screen: inout Screen) {
    guard state.capabilities.unicode, y + 1 < rect.maxY, totals.durations.count > 2 else { return }
    guard let first = totals.durations.first, let last = totals.durations.last, first < last else { return }
    let width = min(36, rect.width - 4)
    let bars = Array("▁▂▃▄▅▆▇█")
    let counts = totals.distribution(width)
    let most = max(1, counts.max() ?? 1)
    let isFew = totals.durations.count < Self.fewest
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
