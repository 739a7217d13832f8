import Basics
import Synchronization

/// Decides what a request is answered with; knows neither sockets nor files.
// A class because the connections share the turns and the random numbers.
package final class MockServer: Sendable {
  private struct State {
    var table: ServedTable
    /// How often each request was answered.
    var turns: [String: Int] = [:]
    var numbers: SeededNumbers
  }

  package let terms: ServeTerms
  private let state: Mutex<State>

  package init(_ table: ServedTable = ServedTable(), _ terms: ServeTerms = ServeTerms()) {
    self.terms = terms
    state = Mutex(State(table: table, numbers: SeededNumbers(terms.seed)))
  }

  /// Answers with another table from now on: files have changed.
  package func replace(_ table: ServedTable) { state.withLock { $0.table = table } }

  package func reply(to call: ServedCall) -> ServedReply {
    if let host = call.hostName, terms.isOwnOnly, !terms.allowsOrigins, !host.isLoopbackHost {
      let reason = "This server answers to localhost, not to \(host.prefix(200)); --cors answers to all"
      return .problem(421, "Only for this computer", reason)
    }
    if terms.allowsOrigins, call.isPreflight { return .preflight(call) }
    let preference = ServePreference(fields: call.preferences, query: call.target.query)
    var (reply, chance) = state.withLock { state in
      // Both are drawn for each request, so that what one asks for changes nothing for the next.
      let chance = Chance(terms, &state.numbers)
      return (answer(call, preference, &state), chance)
    }
    reply.delay = preference.delay ?? chance.delay
    if preference.problem == nil, let fault = preference.fault ?? chance.fault { reply.apply(fault) }
    // An answer that was recorded elsewhere does not decide who may read it here.
    reply.headers = reply.headers.filter { !$0.isOfOrigins } + (terms.allowsOrigins ? [.anyOrigin] : [])
    return reply
  }

  private func answer(_ call: ServedCall, _ wanted: ServePreference, _ state: inout State) -> ServedReply {
    if let problem = wanted.problem { return .problem(400, "Bad preference", problem) }
    guard let (request, fitting) = state.table.find(call.method, call.target) else {
      let near = state.table.nearest(call.method, call.target)
      return .problem(404, "Nothing here answers \(call.method) \(call.shownPath)", nil, nearest: near)
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
        return .problem(code, "As asked for", "\(request.id) has no answer with status \(code)", of: request)
      }
      return ServedReply(answer, of: request)
    }
    guard let first = fitting.first else {
      return .problem(
        404, "\(request.id) has no example", "Give it one, or send it once: what came is in the history", of: request)
    }
    guard terms.takesTurns, fitting.count > 1 else { return ServedReply(first, of: request) }
    // Another page of the same list has its own turns.
    let key = "\(request.id) \(fitting.map(\.name))"
    let turn = state.turns[key, default: 0]
    state.turns[key] = (turn + 1) % fitting.count
    return ServedReply(fitting[turn % fitting.count], of: request)
  }
}

/// What chance adds to an answer.
private struct Chance {
  let delay: Duration
  let fault: ServeFault?

  init(_ terms: ServeTerms, _ numbers: inout SeededNumbers) {
    let milliseconds = { (time: Duration) in Int(time / .milliseconds(1)) }
    delay = .milliseconds(
      Int.random(in: milliseconds(terms.delay.lowerBound)...milliseconds(terms.delay.upperBound), using: &numbers))
    let draw = Double.random(in: 0..<1, using: &numbers)
    let kind = ServeFault.allCases.randomElement(using: &numbers)
    fault = draw < terms.faults ? kind : nil
  }
}
