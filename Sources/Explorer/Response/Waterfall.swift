import Basics
import Essentials
import HTTPModel
import HTTPTypes
import Terminal
import Workspaces

/// The Timing tab: a bar for each phase of each hop, drawn in eighths of a cell, and the total.
struct Waterfall {
  let lines: [ResponseFacts.Line]

  init(_ exchange: Exchange, for state: ResponseSubject, width: Int) {
    let theme = state.theme
    var lines = Waterfall.phases(of: exchange, for: state, width: width)
    if !lines.isEmpty { lines.append(.blank) }
    lines.append(
      ResponseFacts.Line(
        [
          StyledText("Total      ", theme[.text].adding(.bold)),
          StyledText(Quantity.duration(exchange.duration), theme[.text].adding(.bold)),
          StyledText(Waterfall.remark(on: exchange), theme[.dim]),
        ], copy: Quantity.duration(exchange.duration), label: "the total"))
    lines += Waterfall.connection(of: exchange, theme) + Waterfall.usual(exchange, state)
    self.lines = lines
  }

  /// The bars alone, hop by hop.
  static func phases(
    of exchange: Exchange, for state: ResponseSubject, width: Int
  ) -> [ResponseFacts.Line] {
    var lines: [ResponseFacts.Line] = []
    let groups = exchange.hops.count > 1
    for (index, hop) in exchange.hops.enumerated() {
      if groups {
        if index > 0 { lines.append(.blank) }
        lines.append(title(of: hop, state.theme))
      }
      lines += bars(
        of: hop, cut: exchange.endedPhase(ofHop: index),
        isFailure: exchange.failure?.category != .cancelled, state, width)
    }
    return lines
  }

  private static func title(of hop: Hop, _ theme: Theme) -> ResponseFacts.Line {
    let cause =
      switch hop.cause {
      case .initial: ""
      case .redirect: "redirect to "
      case .retry(let attempt): "attempt \(attempt): "
      case .authentication: "with credentials: "
      }
    let status = hop.response.map { "\($0.status.code) " } ?? ""
    return ResponseFacts.Line(
      [
        StyledText(status, theme[.status(hop.response?.status.code ?? 0)]),
        StyledText(cause + "\(hop.request.method) \(hop.request.url)", theme[.text]),
      ], copy: hop.request.url, label: "the URL")
  }

  /// The part of the total that the bars do not show: retries, or time spent in Apus itself, such as loading libcurl.
  private static func remark(on exchange: Exchange) -> String {
    if exchange.attempts > 1 { return "  in \(exchange.attempts) attempts" }
    return exchange.ownTime.map { "  includes \(Quantity.duration($0)) in Apus" } ?? ""
  }

  private static func bars(
    of hop: Hop, cut: Hop.Timing.Phase?, isFailure: Bool, _ state: ResponseSubject, _ width: Int
  ) -> [ResponseFacts.Line] {
    let total = max(hop.timing.total.inSeconds, cut.map { ($0.start + $0.length).inSeconds } ?? 0, 0.000_001)
    let labelWidth = 11
    let mark = cut == nil || !isFailure ? "" : state.capabilities.unicode ? "✗" : "x"
    let room = max(4, width - labelWidth - 11 - (mark.isEmpty ? 0 : 3))
    var lines: [ResponseFacts.Line] = []
    if hop.connection?.isReused == true {
      lines.append(.init([StyledText("Connection ", state.theme[.text]), StyledText("reused", state.theme[.dim])]))
    }
    let phases = hop.timing.phases.filter { $0.name != cut?.name } + (cut.map { [$0] } ?? [])
    for phase in phases where !(hop.connection?.isReused == true && phase.name.isSetUp) {
      let start = min(1, phase.start.inSeconds / total)
      let length = min(1 - start, phase.length.inSeconds / total)
      let bar = Bar(start: start, length: length, columns: room, unicode: state.capabilities.unicode)
      let duration = Quantity.duration(phase.length)
      let isFailed = !mark.isEmpty && phase.name == cut?.name
      let token = isFailed ? Token.error : phase.name.token
      var pieces = [
        StyledText(phase.name.title.padded(to: labelWidth), state.theme[isFailed ? .error : .text]),
        StyledText(bar.text.padded(to: room), state.theme[token]),
        StyledText(String(repeating: " ", count: max(1, 11 - duration.count)) + duration, state.theme[.text]),
      ]
      if isFailed { pieces.append(StyledText("  " + mark, state.theme[.error].adding(.bold))) }
      lines.append(ResponseFacts.Line(pieces, copy: duration, label: phase.name.title))
    }
    return lines
  }

  private static func connection(of exchange: Exchange, _ theme: Theme) -> [ResponseFacts.Line] {
    guard let hop = exchange.hops.last else { return [] }
    let sizes = hop.sizes
    var text = "\(Quantity.bytes(sizes.requestHead + sizes.requestBody)) up, "
    text += "\(Quantity.bytes(sizes.responseHead + sizes.responseBodyOnWire)) down"
    if sizes.responseBody > sizes.responseBodyOnWire {
      text += " (\(Quantity.bytes(sizes.responseBody)) decoded)"
    }
    if let address = hop.connection?.remoteAddress { text += ", \(address)" }
    return [ResponseFacts.Line([StyledText(text, theme[.dim])], copy: text)]
  }

  /// The usual duration of this request, from the loaded history.
  private static func usual(_ exchange: Exchange, _ state: ResponseSubject) -> [ResponseFacts.Line] {
    let sends = state.answers(100, like: exchange)
    let past = HistoryStatistics(durations: sends.map(\.duration).reversed())
    guard past.durations.count >= 3, let p50 = past.median, let p95 = past.percentile(0.95) else { return [] }
    let count = past.durations.count
    let text = "usual \(Quantity.duration(p50)) (p50), \(Quantity.duration(p95)) (p95) over \(count) sends"
    let marks = state.capabilities.unicode ? "   " + Sparkline.text(past.durations.suffix(24)) : ""
    // A response is compared with earlier ones, not with itself.
    let earlier = sends.filter { $0.date < exchange.startedAt.addingTimeInterval(-0.001) }.map(\.duration)
    let isSlow = HistoryStatistics(durations: Array(earlier)).isUnusual(exchange.transferTime)
    var pieces = [StyledText(text, state.theme[.dim]), StyledText(marks, state.theme[.accent])]
    if isSlow { pieces.append(StyledText("  slower than usual", state.theme[.warn])) }
    return [ResponseFacts.Line(pieces, copy: text)]
  }

  /// A bar that starts and ends within a cell if the terminal can draw it.
  struct Bar {
    let text: String

    init(start: Double, length: Double, columns: Int, unicode: Bool) {
      guard unicode else {
        let first = min(columns - 1, Int(start * Double(columns)))
        let count = max(1, min(columns - first, Int((length * Double(columns)).rounded())))
        text = String(repeating: " ", count: first) + String(repeating: "=", count: count)
        return
      }
      let eighths = max(1, Int((length * Double(columns) * 8).rounded()))
      let first = min(columns - 1, Int(start * Double(columns)))
      let whole = min(columns - first, eighths / 8)
      let rest = first + whole < columns ? eighths % 8 : 0
      let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
      text = String(repeating: " ", count: first) + String(repeating: "█", count: whole) + parts[rest]
    }
  }
}

/// A row of small bars, one per value; the tallest is a full cell.
package enum Sparkline {
  package static func text(_ values: [Duration]) -> String {
    let marks = Array("▁▂▃▄▅▆▇█")
    let most = max(values.map(\.inSeconds).max() ?? 0, 0.000_001)
    return String(values.map { marks[min(7, max(0, Int($0.inSeconds / most * 7.99)))] })
  }
}

extension ResponseSubject {
  /// The latest answers to this request from the URL of an answer, whose durations are comparable, newest first.
  func answers(_ limit: Int, like exchange: Exchange) -> [HistorySummary] {
    guard let sent = exchange.hops.last?.request else { return [] }
    // The history masks secrets in the URL.
    let own = history.first { made($0) && abs($0.date.timeIntervalSince(exchange.startedAt)) < 0.001 }
    let target = SendTarget(own?.method ?? sent.method, own?.url ?? sent.url)
    return history.answers(limit) { made($0) && SendTarget($0.method, $0.url) == target }
  }
}

extension Hop.Timing.Phase.Name {
  var title: String {
    switch self {
    case .queued: "Queued"
    case .dns: "DNS"
    case .connect: "Connect"
    case .tls: "TLS"
    case .sent: "Sent"
    case .waiting: "Waiting"
    case .download: "Download"
    }
  }

  /// True if the phase is part of connection setup, which does not apply to a reused connection.
  var isSetUp: Bool { self == .dns || self == .connect || self == .tls }

  var token: Token {
    switch self {
    case .queued: .dim
    case .dns, .connect: .methodPut
    case .tls: .methodPatch
    case .sent: .warn
    case .waiting: .ok
    case .download: .accent
    }
  }
}
