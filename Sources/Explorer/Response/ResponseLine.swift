import Basics
import Networking
import Terminal
import Workspaces

/// The summary of a response in the pane's border: status, time, size, protocol, redirects, recent sends, tests.
enum ResponseLine {
  /// - Parameter columns: the width of the pane; the chart of recent sends is dropped first.
  static func facts(_ scene: ResponseScene, columns: Int) -> [StyledText] {
    let response = scene.pane
    guard let exchange = response.exchange else { return waiting(scene) }
    let theme = scene.theme
    let gap = StyledText("  ", theme[.dim])
    var groups = [
      badge(exchange, theme), [StyledText(Quantity.duration(exchange.duration), theme[.text].adding(.bold))],
    ]
    if let body = exchange.body { groups.append(size(of: exchange, body.count, theme)) }
    if let messages = response.conversation?.messages {
      groups.append([StyledText("\(Quantity.count(messages.count)) messages", theme[.text])])
    }
    if exchange.response != nil, let connection = exchange.hops.last?.connection {
      groups.append([StyledText("HTTP/\(connection.httpVersion)", theme[.dim])])
    }
    let redirects = exchange.hops.filter { (300..<400).contains($0.response?.status.code ?? 0) }.count
    if exchange.hops.count > 1, redirects > 0 {
      groups.append([StyledText(redirects == 1 ? "1 redirect" : "\(redirects) redirects", theme[.dim])])
    }
    let tests = tests(exchange, scene)
    func joined(_ groups: [[StyledText]]) -> [StyledText] { Array(groups.joined(separator: [gap])) }
    let whole = joined(groups + [usual(scene), tests].filter { !$0.isEmpty })
    return whole.columns + 18 <= columns ? whole : joined(groups + (tests.isEmpty ? [] : [tests]))
  }

  private static func badge(_ exchange: Exchange, _ theme: Theme) -> [StyledText] {
    guard let head = exchange.response else {
      return exchange.failure?.category == .cancelled
        ? [StyledText(" cancelled ", theme[.warnInk])] : [StyledText(" no answer ", theme[.errorInk])]
    }
    let badge = StyledText(" \(head.shortWords) ", theme[.badge(head.status.code)].adding(.bold))
    if exchange.failure != nil { return [badge, StyledText(" incomplete", theme[.error])] }
    return exchange.notice == nil ? [badge] : [badge, StyledText(" wrong length", theme[.warn])]
  }

  /// For example `4.1 KB (1.2 KB gzip)`.
  private static func size(of exchange: Exchange, _ count: Int, _ theme: Theme) -> [StyledText] {
    let whole = StyledText(Quantity.bytes(count), theme[.dim])
    guard let hop = exchange.hops.last, hop.sizes.responseBodyOnWire > 0, hop.sizes.responseBodyOnWire != count,
      let coding = hop.response?.headers["Content-Encoding"], coding.lowercased() != "identity"
    else { return [whole] }
    let wire = "\(Quantity.bytes(hop.sizes.responseBodyOnWire)) \(coding.prefix(12))"
    return [whole, StyledText(" (\(wire))", theme[.dim])]
  }

  /// A sparkline of the last sends and their median duration.
  private static func usual(_ scene: ResponseScene) -> [StyledText] {
    guard scene.capabilities.unicode else { return [] }
    let sends = scene.given.history.answers(8, scene.given.made)
    let past = HistoryStatistics(durations: sends.map(\.duration).reversed())
    guard past.durations.count >= 3, let median = past.median else { return [] }
    return [
      StyledText(Sparkline.text(past.durations), scene.theme[.variableResolved]),
      StyledText("  p50 \(Quantity.duration(median))", scene.theme[.faint]),
    ]
  }

  /// Before the first answer: how many tests wait for it.
  private static func waiting(_ scene: ResponseScene) -> [StyledText] {
    guard case .empty = scene.pane.phase, let count = scene.given.testCount else { return [] }
    let words = count == 1 ? "1 test" : "\(Quantity.count(count)) tests"
    return [StyledText("\(words), nothing sent yet", scene.theme[.dim])]
  }

  private static func tests(_ exchange: Exchange, _ scene: ResponseScene) -> [StyledText] {
    guard let results = scene.given.checks?.assertions, !results.isEmpty else { return [] }
    guard exchange.isAnswered else {
      let words = results.count == 1 ? "1 test" : "\(Quantity.count(results.count)) tests"
      return [StyledText("\(words) not judged", scene.theme[.dim])]
    }
    let passed = results.filter(\.passed).count
    let isGood = passed == results.count
    let mark = scene.capabilities.unicode ? (isGood ? "✓" : "✗") : isGood ? "ok" : "FAILED"
    return [StyledText("tests \(passed)/\(results.count) \(mark)", scene.theme[isGood ? .ok : .error])]
  }
}
