import Basics
import Synchronization

/// Chooses the answer to each request, independent of sockets and files.
// A class because the connections share the turns and the random numbers.
package final class MockServer: Sendable {
  private struct State {
    var table: ServedTable
    /// The number of answers to each request.
    var turns: [String: Int] = [:]
    var numbers: SplitMix64
  }

  package let terms: ServeTerms
  private let state: Mutex<State>

  package init(_ table: ServedTable = ServedTable(), _ terms: ServeTerms = ServeTerms()) {
    self.terms = terms
    state = Mutex(State(table: table, numbers: SplitMix64(seed: terms.seed)))
  }

  /// Switches to another table after files have changed.
  package func replace(_ table: ServedTable) { state.withLock { $0.table = table } }

  package func reply(to call: ServedCall) -> ServedReply {
    if terms.takesAll { return takeAll(call) }
    if let host = call.hostName, terms.isOwnOnly, !terms.allowsOrigins, !host.isLoopbackHost {
      let reason = "This server answers to localhost, not \(host.prefix(200)); --cors answers to all"
      return .problem(421, "Only for this computer", reason)
    }
    if terms.allowsOrigins, call.isPreflight { return .preflight(call) }
    let preference = ServePreference(fields: call.preferences, query: call.target.query)
    var (reply, chance) = state.withLock { state in
      // Both numbers are drawn for each request, so that one request's preference does not affect the next.
      let chance = FaultInjection(terms, &state.numbers)
      return (answer(call, preference, &state), chance)
    }
    reply.delay = preference.delay ?? chance.delay
    if preference.problem == nil, let fault = preference.fault ?? chance.fault { reply.apply(fault) }
    // The headers of a recorded answer do not decide which origins may read it here.
    reply.headers = reply.headers.filter { !$0.isOfOrigins } + (terms.allowsOrigins ? [.anyOrigin] : [])
    return reply
  }

  /// Answers any request for `apus listen`; senders do not ask for a particular answer.
  private func takeAll(_ call: ServedCall) -> ServedReply {
    let found = state.withLock { $0.table.find(call.method, call.target) }
    guard let (request, fitting) = found, let answer = fitting.first else { return ServedReply(200, source: "") }
    return ServedReply(answer, of: request)
  }

  private func answer(_ call: ServedCall, _ wanted: ServePreference, _ state: inout State) -> ServedReply {
    if let problem = wanted.problem { return .problem(400, "Bad preference", problem) }
    guard let (request, fitting) = state.table.find(call.method, call.target) else {
      let near = state.table.nearest(call.method, call.target)
      return .problem(404, "No request here answers \(call.method) \(call.shownPath)", nil, nearest: near)
    }
    if let name = wanted.example {
      let named = request.answers.filter { $0.isExample && $0.name.lowercased() == name.lowercased() }
      guard let answer = named.first(where: { wanted.code == nil || $0.status == wanted.code }) else {
        let names = request.answers.filter(\.isExample).prefix(20).map(\.name)
        return .problem(404, "\(request.id) has no such example", nil, examples: names, of: request)
      }
      return ServedReply(answer, of: request)
    }
    if let code = wanted.code {
      let all = fitting + request.answers
      guard let answer = all.first(where: { $0.status == code }) else {
        return .problem(code, "As requested", "\(request.id) has no answer with status \(code)", of: request)
      }
      return ServedReply(answer, of: request)
    }
    guard let first = fitting.first else {
      return .problem(
        404, "\(request.id) has no example", "Add one, or send it once to record an answer", of: request)
    }
    guard terms.takesTurns, fitting.count > 1 else { return ServedReply(first, of: request) }
    // Each page of a list has its own turns.
    let key = "\(request.id) \(fitting.map(\.name))"
    let turn = state.turns[key, default: 0]
    state.turns[key] = (turn + 1) % fitting.count
    return ServedReply(fitting[turn % fitting.count], of: request)
  }
}

/// The random delay and fault of an answer.
private struct FaultInjection {
  let delay: Duration
  let fault: ServeFault?

  init(_ terms: ServeTerms, _ numbers: inout SplitMix64) {
    let milliseconds = { (time: Duration) in Int(time / .milliseconds(1)) }
    delay = .milliseconds(
      Int.random(in: milliseconds(terms.delay.lowerBound)...milliseconds(terms.delay.upperBound), using: &numbers))
    let draw = Double.random(in: 0..<1, using: &numbers)
    let kind = ServeFault.allCases.randomElement(using: &numbers)
    fault = draw < terms.faults ? kind : nil
  }
}

/// A server's answer settings: delay, order and fault rate.
package struct ServeTerms: Hashable, ServeMessage {
  package var delay: ClosedRange<Duration> = .zero ... .zero
  /// The share of requests that get a fault, from 0 to 1.
  package var faults = 0.0
  /// Faults and delays are the same for the same seed and order of requests.
  package var seed: UInt64 = 0
  /// True if equally matching answers take turns, instead of the first being sent.
  package var takesTurns = false
  /// True if pages of any origin may read the answers.
  package var allowsOrigins = false
  /// True if only names of this computer are accepted as host. Otherwise a page whose name resolves to this computer
  /// could read the answers.
  package var isOwnOnly = false

  /// True if requests without an example get an empty 200 and are reported completely.
  package var takesAll = false

  package static let longestDelay = Duration.seconds(600)

  package init() {}

  /// Parses `200ms..1s` or one time; `nil` for any other text, and for more than ten minutes.
  package static func delay(_ text: String) -> ClosedRange<Duration>? {
    let ends: [String]
    if let dots = text.firstRange(of: "..") {
      ends = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
    } else {
      ends = [text, text]
    }
    guard let first = Duration(words: ends[0]), let last = Duration(words: ends[1]), first <= last,
      last <= longestDelay
    else { return nil }
    return first...last
  }

  /// Parses `5%` or `0.05`; `nil` for any other text.
  package static func share(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    let digits = text.dropLast(isPercent ? 1 : 0)
    // `Double` also reads `inf`, `nan` and `0x1p3`.
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }),
      let number = Double(digits)
    else { return nil }
    let share = isPercent ? number / 100 : number
    return share <= 1 ? share : nil
  }
}

/// The faults that an answer may have.
package enum ServeFault: String, CaseIterable, Sendable {
  /// Status 500 or 503 instead of the answer.
  case error, unavailable
  /// The connection ends in the middle of the body.
  case cut
  /// The connection ends without an answer.
  case close
}
