import Basics
import HTTPModel
import HTTPTypes
import SessionModel
import Terminal
import Workspaces

/// The summary of a response in the pane's border: status, time, size, protocol, redirects, recent sends, tests.
enum ResponseLine {
  /// A group of facts; the least important ones are left out first in a narrow pane.
  private struct Group {
    /// The importance of a group; the last case is left out first, and the first one never.
    enum Worth: Int, Comparable {
      case verdict, trust, tests, origin, environment, time, size, hops, version, usual

      static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var worth: Worth
    var pieces: [StyledText]
    /// The separator from the group before.
    var gap = "  "
  }

  /// The columns of the caption not available to facts: the title, the frame and the blanks between.
  private static let captionColumns = 18

  /// - Parameter columns: the width of the pane.
  static func facts(_ scene: ResponseScene, columns: Int) -> [StyledText] {
    let age = scene.isBeforeEdit ? [StyledText("before your edit", scene.theme[.dim])] : []
    if case .refused = scene.pane.phase {
      let gap = age.map { StyledText(" ", $0.style) }
      return age + gap + [StyledText(" not sent ", scene.theme[.errorInk].adding(.bold))]
    }
    guard let exchange = scene.pane.exchange else { return conversing(scene, columns) ?? waiting(scene) }
    var groups = groups(of: exchange, scene).filter { !$0.pieces.isEmpty }
    func joined() -> [StyledText] {
      Array(groups.flatMap { [StyledText($0.gap, scene.theme[.dim])] + $0.pieces }.dropFirst())
    }
    if !age.isEmpty { groups.insert(Group(worth: .hops, pieces: age), at: 0) }
    if let kept = scene.pane.kept { groups.insert(contentsOf: origin(of: kept, scene), at: 0) }
    while joined().columns + captionColumns > columns, let least = groups.map(\.worth).max(), least > .verdict {
      groups.removeAll { $0.worth == least }
    }
    // An answer of the history must not look like one that just arrived.
    return scene.pane.kept == nil ? joined() : joined().map { StyledText($0.text, scene.theme[.dim]) }
  }

  /// `yesterday 14:02`, and the environment unless it is the active one.
  private static func origin(of kept: KeptAnswer.Origin, _ scene: ResponseScene) -> [Group] {
    let moment = StyledText(scene.subject.clock.moment(of: kept.date), scene.theme[.dim])
    let date = Group(worth: .origin, pieces: [moment])
    guard kept.environment != scene.subject.environmentName else { return [date] }
    let dot = scene.capabilities.unicode ? "·" : "-"
    let environment = StyledText("\(dot) \(kept.environment ?? "no environment")", scene.theme[.dim])
    return [date, Group(worth: .environment, pieces: [environment], gap: " ")]
  }

  /// The groups in display order.
  private static func groups(of exchange: Exchange, _ scene: ResponseScene) -> [Group] {
    let (response, theme) = (scene.pane, scene.theme)
    var groups = [
      Group(worth: .verdict, pieces: badge(exchange, theme)),
      Group(worth: .trust, pieces: exchange.isUnverified ? [StyledText(" TLS not verified ", theme[.errorInk])] : []),
      Group(worth: .time, pieces: time(exchange, theme)),
    ]
    if let body = exchange.body { groups.append(Group(worth: .size, pieces: size(of: exchange, body.count, theme))) }
    if let count = response.conversation?.count {
      groups.append(Group(worth: .size, pieces: [StyledText(Quantity.amount(count, "message"), theme[.text])]))
    }
    if exchange.response != nil, let connection = exchange.hops.last?.connection {
      groups.append(
        Group(worth: .version, pieces: [StyledText("HTTP/\(connection.httpVersion)", theme[.dim])]))
    }
    if exchange.attempts > 1 {
      groups.append(Group(worth: .hops, pieces: [StyledText("\(exchange.attempts) attempts", theme[.dim])]))
    }
    if let redirects = exchange.redirectWords {
      groups.append(Group(worth: .hops, pieces: [StyledText(redirects, theme[.dim])]))
    }
    if scene.subject.session.historyUse != .keep {
      groups.append(Group(worth: .time, pieces: [StyledText("not recorded", theme[.dim])]))
    }
    // Another page must not look like the answer to the URL above it.
    if let page = scene.subject.page.map(URLParts.init) {
      let words = page.query.map { "?" + $0 } ?? page.path
      let shown = Truncation.middle.applied(to: VisibleText.of(words), columns: 32)
      groups.insert(Group(worth: .origin, pieces: [StyledText(shown, theme[.accent])]), at: 2)
    }
    return groups + [
      Group(worth: .usual, pieces: usual(exchange, scene)), Group(worth: .tests, pieces: tests(exchange, scene)),
    ]
  }

  private static func badge(_ exchange: Exchange, _ theme: Theme) -> [StyledText] {
    guard let head = exchange.response else {
      return exchange.failure?.category == .cancelled
        ? [StyledText("cancelled", theme[.dim])] : [StyledText(" no answer ", theme[.errorInk].adding(.bold))]
    }
    let badge = verdict(of: exchange, head, theme)
    if exchange.failure != nil { return [badge, StyledText(" incomplete", theme[.error])] }
    return exchange.notice == nil
      ? [badge] : [badge, StyledText(exchange.undecoded == nil ? " wrong length" : " not decoded", theme[.warn])]
  }

  /// The HTTP status, or the gRPC status of a failed call.
  private static func verdict(of exchange: Exchange, _ head: ResponseHead, _ theme: Theme) -> StyledText {
    StyledText(" \(exchange.shortWords ?? head.shortWords) ", theme[.badge(exchange.shortStatus)].adding(.bold))
  }

  /// The duration of the transfer, and the phase in which a failed one stopped.
  private static func time(_ exchange: Exchange, _ theme: Theme) -> [StyledText] {
    let time = StyledText(Quantity.duration(exchange.transferTime), theme[.text].adding(.bold))
    let last = exchange.hops.count - 1
    guard last >= 0, exchange.failure?.category != .cancelled, let phase = exchange.endedPhase(ofHop: last) else {
      return [time]
    }
    return [time, StyledText(" in \(phase.name.title)", theme[.dim])]
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
  private static func usual(_ exchange: Exchange, _ scene: ResponseScene) -> [StyledText] {
    guard scene.capabilities.unicode else { return [] }
    let sends = scene.subject.answers(8, like: exchange)
    let past = HistoryStatistics(durations: sends.map(\.duration).reversed())
    guard past.durations.count >= 3, let median = past.median else { return [] }
    return [
      StyledText(Sparkline.text(past.durations), scene.theme[.variableResolved]),
      StyledText("  p50 \(Quantity.duration(median))", scene.theme[.faint]),
    ]
  }

  /// `open 12 s ↑ 4 ↓ 1 208 2.1 MB` while messages can be sent.
  private static func conversing(_ scene: ResponseScene, _ columns: Int) -> [StyledText]? {
    guard let pane = scene.pane.conversation, pane.takesInput else { return nil }
    let theme = scene.theme
    let isOpen = pane.conversation.state == .open
    let words = " \(ConversationView.words(pane, scene)) "
    let badge = StyledText(words, (isOpen ? theme[.okInk] : theme[.warnInk]).adding(.bold))
    let (up, down) = scene.capabilities.unicode ? ("↑", "↓") : (">", "<")
    let tally = pane.conversation.messages.tally
    let counts = "  \(up) \(Quantity.count(tally.sent))  \(down) \(Quantity.count(tally.received))"
    let all = [badge, StyledText(counts, theme[.text]), StyledText("  \(Quantity.bytes(tally.bytes))", theme[.dim])]
    return all.columns + captionColumns <= columns ? all : [badge]
  }

  /// Before the first answer: the number of tests that will run.
  private static func waiting(_ scene: ResponseScene) -> [StyledText] {
    guard case .empty = scene.pane.phase, let count = scene.subject.testCount else { return [] }
    return [StyledText("\(Quantity.amount(count, "test")), nothing sent yet", scene.theme[.dim])]
  }

  private static func tests(_ exchange: Exchange, _ scene: ResponseScene) -> [StyledText] {
    let results = (scene.subject.checks?.assertions ?? []).map(\.passed)
    let verdicts = (scene.pane.scripts?.verdicts ?? []).filter { !$0.isSkipped }.map(\.passed)
    if !exchange.isAnswered, verdicts.isEmpty {
      let words = "\(Quantity.amount(results.count, "test")) not checked"
      return results.isEmpty ? [] : [StyledText(words, scene.theme[.dim])]
    }
    let judged = (exchange.isAnswered ? results : []) + verdicts
    guard !judged.isEmpty else { return [] }
    let passed = judged.count { $0 }
    let isGood = passed == judged.count
    let mark = scene.capabilities.unicode ? (isGood ? "✓" : "✗") : isGood ? "ok" : "FAILED"
    return [StyledText("tests \(passed)/\(judged.count) \(mark)", scene.theme[isGood ? .ok : .error])]
  }
}

extension Exchange {
  /// True if a server's certificate was not verified.
  var isUnverified: Bool { hops.contains { $0.connection?.tls?.verifiedBy == .nothing } }

  /// `2 redirects`; `nil` without any.
  var redirectWords: String? {
    let redirects = hops.count { (300..<400).contains($0.response?.status.code ?? 0) }
    return hops.count > 1 && redirects > 0 ? Quantity.amount(redirects, "redirect") : nil
  }
}

extension ResponseScene {
  /// True if the shown request would now be sent otherwise than it was for this answer.
  fileprivate var isBeforeEdit: Bool {
    guard let asked = pane.asked, asked != subject.draft else { return false }
    return asked.withoutUnsentParts != subject.draft.withoutUnsentParts
  }
}

extension RequestDefinition {
  /// The definition without its name, its notes and what is only used after a send.
  fileprivate var withoutUnsentParts: RequestDefinition {
    var copy = self
    (copy.name, copy.sequence, copy.tags, copy.docs, copy.condition) = ("", nil, [], "", "")
    (copy.assertions, copy.captures, copy.scripts, copy.examples) = ([], [], [], [])
    return copy
  }
}
