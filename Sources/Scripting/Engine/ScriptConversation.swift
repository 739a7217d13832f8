import Basics
import Workspaces

/// The state of the protocol between one job and Apus. It trusts no frame of the child, and touches no socket or clock.
///
///     starting ──ready──► running ──idle, askNow──► waiting ──answer──► running ──done──► result
struct ScriptConversation {
  typealias Instant = ScriptClock.Instant

  /// Why the conversation can wait for an answer.
  private enum Waiting {
    case forAny
    /// The script blocks.
    case forOne
  }

  private struct Timer {
    let id: UInt64
    let due: Instant
  }

  private let scripts: [PlacedScript]
  private let limits: ScriptLimits
  private(set) var clock: ScriptClock
  private var waiting: Waiting?
  /// The identifiers of questions without an answer; timers are among them.
  private var pending: Set<UInt64> = []
  private var timers: [Timer] = []
  private var answersSent: UInt64 = 0
  /// The questions and timers that were answered, in order; a replay answers in the same order.
  private var answered: [UInt64] = []
  /// Answers of a replay whose turn has not come.
  private var held: [UInt64: ScriptAnswer] = [:]
  /// The length of the replayed part of the order.
  private var replayed = 0
  private var questions = 0
  private var sends = 0
  private var consoleSize = 0
  private var outcome = ScriptOutcome()
  /// The script that began last.
  private(set) var place: ScriptPlace?
  /// The scripts that have begun, by their index; each begins once.
  private var begun: Set<Int> = []

  /// The next work of the loop, in this order.
  var events: [ScriptEvent] = []
  var asks: [ScriptAsk] = []
  var frames: [ScriptFrame] = []
  private(set) var result: Result?
  /// True if the child takes no other job.
  private(set) var endsChild = false
  /// True after the first frame of the child.
  private(set) var hasReceived = false

  enum Result {
    case outcome(ScriptOutcome)
    /// Of a check: one for each script.
    case faults([JSONValue])
  }

  init(_ scripts: [PlacedScript], _ limits: ScriptLimits, at now: Instant) {
    self.scripts = scripts
    self.limits = limits
    clock = ScriptClock(at: now)
    place = scripts.count == 1 ? scripts[0].place : nil
  }

  /// The child was ready before.
  mutating func resume(at now: Instant) { clock.turn(to: .running, at: now) }

  mutating func receive(_ frame: ScriptFrame, at now: Instant) throws(ScriptFailure) {
    hasReceived = true
    guard waiting == nil, result == nil, (clock.state == .starting) == (frame.kind == .ready || isRefusal(frame)) else {
      throw broken("out of turn")
    }
    switch frame.kind {
    case .ready: clock.turn(to: .running, at: now)
    case .failed: throw failure(frame)
    case .entered: enter(frame)
    case .event: try receive(event: json(frame), size: frame.json.count)
    case .ask: try ask(json(frame), at: now)
    case .askNow:
      try count()
      let content = try json(frame)
      asks.append(ScriptAsk(id: 0, kind: content["ask"]?.string ?? "", content: content))
      wait(.forOne, at: now)
    case .idle:
      guard frame.number <= answersSent, frame.number < answersSent || !pending.isEmpty else {
        throw broken("waits for nothing")
      }
      // Otherwise an answer is on its way, and the scripts go on.
      if frame.number == answersSent { wait(.forAny, at: now) }
    case .done:
      endsChild = frame.number == 1
      try finish(json(frame))
    case .faults:
      guard let faults = try json(frame).array, faults.count == scripts.count else { throw broken("no faults") }
      result = .faults(faults)
    case .job, .check, .answer, .answerNow: throw broken("a frame for the child")
    }
  }

  private func isRefusal(_ frame: ScriptFrame) -> Bool { frame.kind == .failed && clock.state == .starting }

  private func failure(_ frame: ScriptFrame) -> ScriptFailure {
    // Text for a message: anything may be in it.
    let reason = (try? JSONValue(parsing: frame.json))?.string ?? "the reason is unknown"
    return clock.state == .starting ? .unavailable(reason) : .ended("failed in the script library: \(reason)", place)
  }

  private func broken(_ how: String) -> ScriptFailure { .ended("broke the protocol of scripts: \(how)", place) }

  private func json(_ frame: ScriptFrame) throws(ScriptFailure) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: frame.json)
    } catch {
      throw .ended("gave a value that cannot be read: \(error.message)", place)
    }
  }

  private mutating func wait(_ what: Waiting, at now: Instant) {
    waiting = what
    clock.turn(to: .waiting, at: now)
  }

  private mutating func enter(_ frame: ScriptFrame) {
    let name = String(decoding: frame.json, as: UTF8.self)
    let line = Int(clamping: frame.number)
    guard let index = scripts.firstIndex(where: { $0.file == name && $0.line == line }) else { return }
    place = scripts[index].place
    if begun.insert(index).inserted { events.append(.began(scripts[index].place)) }
  }
}

extension ScriptConversation {
  /// - Parameter size: in bytes of JSON. Many empty lines need memory, too.
  private mutating func receive(event: JSONValue, size: Int) throws(ScriptFailure) {
    if let form = event["verdict"] {
      guard let verdict = ScriptVerdict(form: form) else { throw broken("no verdict") }
      guard outcome.verdicts.count < limits.verdicts else { return refuseVerdicts() }
      outcome.verdicts.append(verdict)
      events.append(.verdict(verdict))
    } else if let form = event["console"] {
      guard let line = ConsoleLine(form: form) else { throw broken("no line") }
      let before = consoleSize
      consoleSize += size
      if consoleSize <= limits.console {
        write(line)
      } else if before <= limits.console {
        warn("the console is cut after \(ScriptLimits.text(limits.console))")
      }
    } else if let id = event["cancel"]?.int.flatMap(UInt64.init(exactly:)) {
      pending.remove(id)
      timers.removeAll { $0.id == id }
    } else {
      throw broken("no event")
    }
  }

  private mutating func write(_ line: ConsoleLine) {
    outcome.console.append(line)
    events.append(.console(line))
  }

  private mutating func warn(_ text: String) { write(ConsoleLine(level: "warn", text: text, place: place)) }

  /// A dropped test may have failed, so the job has.
  private mutating func refuseVerdicts() {
    guard outcome.error == nil else { return }
    var failure = ScriptVerdict(place?.description ?? "script", passed: false)
    failure.message = "had more than \(limits.verdicts) tests"
    failure.place = place
    outcome.error = failure
  }

  private mutating func finish(_ form: JSONValue) throws(ScriptFailure) {
    guard outcome.take(form) else { throw broken("no result") }
    if !answered.isEmpty { outcome.readings["order"] = .array(answered.map { .number(String($0)) }) }
    for change in form["changes"]?.array ?? [] where change["large"]?.bool == true {
      refuseValue(of: change["name"]?.string ?? "")
    }
    let large = outcome.changes.filter { ($0.value?.compact.count ?? 0) > limits.value }
    for change in large { refuseValue(of: change.name) }
    outcome.changes.removeAll { large.contains($0) }
    result = .outcome(outcome)
  }

  private mutating func refuseValue(of name: String) {
    warn("\(name) is larger than \(ScriptLimits.text(limits.value)) and was not set")
  }

  private mutating func count() throws(ScriptFailure) {
    questions += 1
    guard questions <= limits.questions else {
      throw .ended("asked more than \(limits.questions) times for values, sends and timers", place)
    }
  }

  private mutating func ask(_ content: JSONValue, at now: Instant) throws(ScriptFailure) {
    try count()
    guard let id = content["id"]?.int.flatMap(UInt64.init(exactly:)), let kind = content["ask"]?.string,
      pending.insert(id).inserted
    else { throw broken("no question") }
    switch kind {
    case "wait":
      let time = min(max(0, content["ms"]?.double ?? 0), 1e9)
      timers.append(Timer(id: id, due: now + .microseconds(Int(time * 1000))))
    case "send", "run":
      sends += 1
      guard sends <= limits.sends else { return refuseSend(id, at: now) }
      asks.append(ScriptAsk(id: Int(id), kind: kind, content: content))
    default: asks.append(ScriptAsk(id: Int(id), kind: kind, content: content))
    }
  }

  private mutating func refuseSend(_ id: UInt64, at now: Instant) {
    let message = "more than \(limits.sends) sends"
    if sends == limits.sends + 1 { warn("\(message): the others are refused") }
    let error = JSONValue.object(["name": "Error", "message": .string(message)])
    answer(id, ScriptAnswer(.object(["error": error])), at: now)
  }
}

extension ScriptConversation {
  /// Passes an answer on; 0 is the one for which the script blocks. Answers nobody waits for any more are dropped.
  mutating func answer(_ id: UInt64, _ answer: ScriptAnswer, at now: Instant) {
    if id == 0 || limits.order == nil { give(id, answer, at: now) } else { held[id] = answer }
  }

  private mutating func give(_ id: UInt64, _ answer: ScriptAnswer, at now: Instant) {
    guard result == nil, id == 0 ? waiting == .forOne : pending.remove(id) != nil else { return }
    var frame = ScriptFrame(kind: id == 0 ? .answerNow : .answer, number: id, json: answer.json.compact)
    frame.give(answer.body, withheld: answer.withheldBody, limits)
    frames.append(frame)
    answersSent += 1
    if id != 0 { answered.append(id) }
    if id == 0 || waiting == .forAny {
      waiting = nil
      clock.turn(to: .running, at: now)
    }
  }

  /// Answers the timers that are due.
  mutating func fireTimers(at now: Instant) {
    if let order = limits.order { return giveNext(of: order, at: now) }
    guard limits.keepsTime else { return fireNextTimer(at: now) }
    for timer in timers.filter({ $0.due <= now }).sorted(by: { ($0.due, $0.id) < ($1.due, $1.id) }) { fire(timer, now) }
  }

  /// Without time, the earliest timer fires when only timers are waited for.
  private mutating func fireNextTimer(at now: Instant) {
    guard waiting == .forAny, pending.count == timers.count else { return }
    if let next = timers.min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) { fire(next, now) }
  }

  private mutating func fire(_ timer: Timer, _ now: Instant) {
    timers.removeAll { $0.id == timer.id }
    give(timer.id, ScriptAnswer(.object([])), at: now)
  }

  /// Gives the next answer of a replay once the scripts only wait. Without an order left, answers come before timers.
  private mutating func giveNext(of order: [UInt64], at now: Instant) {
    guard waiting == .forAny else { return }
    // A question that the scripts have withdrawn, or never asked, is passed over.
    while replayed < order.count, !pending.contains(order[replayed]) { replayed += 1 }
    guard let id = replayed < order.count ? order[replayed] : held.keys.filter(pending.contains).min() else {
      return fireNextTimer(at: now)
    }
    if let timer = timers.first(where: { $0.id == id }) {
      fire(timer, now)
    } else if let answer = held.removeValue(forKey: id) {
      give(id, answer, at: now)
    }
  }

  /// When something happens by itself: a timer, or the end of the time.
  var nextInstant: Instant {
    let deadline = clock.deadline(limits)
    return limits.keepsTime ? timers.map(\.due).min().map { min($0, deadline) } ?? deadline : deadline
  }

  /// Throws if the present state has lasted too long.
  func checkTime(at now: Instant) throws(ScriptFailure) {
    guard now >= clock.deadline(limits) else { return }
    switch clock.state {
    case .starting: throw .unavailable("the script engine did not start within \(Quantity.limit(ScriptClock.start))")
    case .running: throw .ended("ran \(Quantity.limit(limits.running)) without an end", place)
    case .waiting: throw .ended("waited \(Quantity.limit(limits.waiting)) for timers and answers", place)
    }
  }

  /// The failure for a child that ended by itself.
  func failure(of exit: ScriptProcess.Exit) -> ScriptFailure {
    let reason = exit.reason(limits)
    return clock.state == .starting
      ? .unavailable("scripts cannot run: the engine \(reason)") : .ended(reason, place)
  }
}

extension ScriptFrame {
  /// Adds the body, or an error in its place if it is too large for scripts.
  /// - Parameter withheld: the size of a body that is not here.
  mutating func give(_ body: [UInt8], withheld: Int?, _ limits: ScriptLimits) {
    let size = withheld ?? body.count
    guard withheld != nil || size > limits.body else {
      self.body = body
      return
    }
    withholdsBody = true
    self.body = Array(
      "the body has \(ScriptLimits.text(size)); scripts can read \(ScriptLimits.text(limits.body))".utf8)
  }
}
