import Basics
import Testing
import Workspaces

@testable import Scripting

/// A child that breaks the protocol, or lies: no frame of it may change more than the result of its job.
struct ScriptConversationTests {
  private let now = ContinuousClock.now

  private func running(_ limits: ScriptLimits = ScriptLimits()) -> ScriptConversation {
    let script = PlacedScript(phase: "tests", code: "", file: "a.yml", line: 3)
    var conversation = ScriptConversation([script], limits, at: now)
    conversation.resume(at: now)
    return conversation
  }

  private func frame(_ kind: ScriptFrame.Kind, _ json: String = "", number: UInt64 = 0) -> ScriptFrame {
    ScriptFrame(kind: kind, number: number, json: Array(json.utf8))
  }

  @Test(arguments: [
    "", "null", "7", "[]", "{", "{}", #"{"verdict":1}"#, #"{"verdict":{"name":1,"passed":true}}"#,
    #"{"verdict":{"name":"a"}}"#, #"{"console":{"text":"a"}}"#, #"{"console":[]}"#, #"{"cancel":-1}"#,
    #"{"cancel":"1"}"#, #"{"done":{}}"#, "\u{0}", String(repeating: "[", count: 100_000),
  ])
  func `A report of the wrong form ends the child`(json: String) {
    var conversation = running()
    #expect(throws: ScriptFailure.self) { try conversation.receive(frame(.event, json), at: now) }
    #expect(conversation.events == [])
  }

  @Test(arguments: [
    "null", "{}", #"{"id":1}"#, #"{"ask":"send"}"#, #"{"id":-1,"ask":"send"}"#, #"{"id":1.5e300,"ask":"send"}"#,
    #"{"id":"1","ask":"send"}"#, #"{"id":1,"ask":{}}"#,
  ])
  func `A question of the wrong form ends the child`(json: String) {
    var conversation = running()
    #expect(throws: ScriptFailure.self) { try conversation.receive(frame(.ask, json), at: now) }
    #expect(conversation.asks == [])
  }

  @Test(arguments: [
    "null", "{}", #"{"changes":{}}"#, #"{"changes":[1]}"#, #"{"changes":[{"scope":"files","name":"a"}]}"#,
    #"{"changes":[{"scope":"local"}]}"#,
  ])
  func `A result of the wrong form ends the child`(json: String) {
    var conversation = running()
    #expect(throws: ScriptFailure.self) { try conversation.receive(frame(.done, json), at: now) }
    #expect(conversation.result == nil)
  }

  @Test(arguments: [ScriptFrame.Kind.ready, .job, .check, .answer, .answerNow])
  func `A frame at the wrong time ends the child`(kind: ScriptFrame.Kind) {
    var conversation = running()
    #expect(throws: ScriptFailure.self) { try conversation.receive(frame(kind, "{}"), at: now) }
  }

  @Test func `Nothing is heard while the scripts only wait`() throws {
    var conversation = running()
    try conversation.receive(frame(.ask, #"{"id":1,"ask":"send"}"#), at: now)
    try conversation.receive(frame(.idle), at: now)
    #expect(throws: ScriptFailure.self) {
      try conversation.receive(frame(.event, #"{"console":{"level":"log","text":"a"}}"#), at: now)
    }
  }

  @Test func `Waiting for nothing, or for answers never sent, ends the child`() {
    var first = running()
    #expect(throws: ScriptFailure.self) { try first.receive(frame(.idle), at: now) }
    var second = running()
    #expect(throws: ScriptFailure.self) { try second.receive(frame(.idle, number: 1), at: now) }
  }

  @Test func `The same question is not asked twice`() throws {
    var conversation = running()
    try conversation.receive(frame(.ask, #"{"id":1,"ask":"send"}"#), at: now)
    #expect(throws: ScriptFailure.self) { try conversation.receive(frame(.ask, #"{"id":1,"ask":"send"}"#), at: now) }
  }

  @Test func `An answer on its way keeps the clock running`() throws {
    var conversation = running()
    try conversation.receive(frame(.ask, #"{"id":1,"ask":"send"}"#), at: now)
    conversation.answer(1, ScriptAnswer([:]), at: now)
    try conversation.receive(frame(.idle, number: 0), at: now)
    #expect(conversation.clock.state == .running)
    #expect(conversation.frames.count == 1)
  }

  @Test func `Answers to withdrawn questions are dropped`() throws {
    var conversation = running()
    try conversation.receive(frame(.ask, #"{"id":1,"ask":"wait","ms":5}"#), at: now)
    try conversation.receive(frame(.event, #"{"cancel":1}"#), at: now)
    conversation.fireTimers(at: now + .seconds(1))
    conversation.answer(1, ScriptAnswer([:]), at: now)
    #expect(conversation.frames.count == 0)
  }

  @Test func `A replay answers in the recorded order, whatever arrives first`() throws {
    var limits = ScriptLimits()
    (limits.keepsTime, limits.order) = (false, [3, 9, 1, 2])
    var conversation = running(limits)
    for ask in [#"{"id":1,"ask":"send"}"#, #"{"id":2,"ask":"wait","ms":5}"#, #"{"id":3,"ask":"send"}"#] {
      try conversation.receive(frame(.ask, ask), at: now)
    }
    conversation.answer(1, ScriptAnswer([:]), at: now)
    conversation.fireTimers(at: now)
    #expect(conversation.frames.count == 0)
    try conversation.receive(frame(.idle), at: now)
    conversation.fireTimers(at: now + .seconds(1))
    #expect(conversation.frames.count == 0)
    conversation.answer(3, ScriptAnswer([:]), at: now)
    for number in 1...3 as ClosedRange<UInt64> {
      conversation.fireTimers(at: now)
      if number < 3 { try conversation.receive(frame(.idle, number: number), at: now) }
    }
    #expect(conversation.frames.map(\.number) == [3, 1, 2])
    try conversation.receive(frame(.done, #"{"changes":[]}"#), at: now)
    guard case .outcome(let outcome)? = conversation.result else { throw ScriptFailure.cancelled }
    #expect(outcome.readings == ["order": [3, 1, 2]])
  }

  @Test func `Only running counts as running`() throws {
    var conversation = running()
    try conversation.receive(frame(.ask, #"{"id":1,"ask":"send"}"#), at: now + .seconds(2))
    try conversation.receive(frame(.idle), at: now + .seconds(2))
    try conversation.checkTime(at: now + .seconds(500))
    conversation.answer(1, ScriptAnswer([:]), at: now + .seconds(500))
    try conversation.checkTime(at: now + .seconds(502))
    let late = #expect(throws: ScriptFailure.self) { try conversation.checkTime(at: now + .seconds(503)) }
    let place = ScriptPlace(phase: "tests", file: "a.yml", line: 3)
    #expect(late == .ended("ran 5 s without an end", place))
  }

  @Test func `The console is cut once`() throws {
    var limits = ScriptLimits()
    limits.console = 1_000_000
    var conversation = running(limits)
    let line = JSONValue.object(["console": ["level": "log", "text": .string(String(repeating: "x", count: 600_000))]])
    for _ in 0..<4 { try conversation.receive(frame(.event, line.text), at: now) }
    #expect(conversation.events.count == 2)
    #expect(conversation.events.last == .console(cut))
  }

  @Test func `Empty lines count for the limit of the console, too`() throws {
    var limits = ScriptLimits()
    limits.console = 1_000_000
    var conversation = running(limits)
    let line = frame(.event, #"{"console":{"level":"log","text":""}}"#)
    for _ in 0..<50_000 { try conversation.receive(line, at: now) }
    #expect(conversation.events.count == 1_000_000 / line.json.count + 1)
    #expect(conversation.events.last == .console(cut))
  }

  @Test func `Each script begins once, however often the child says so`() throws {
    let scripts = ["a.yml", "b.yml"].map { PlacedScript(phase: "tests", code: "", file: $0, line: 3) }
    var conversation = ScriptConversation(scripts, ScriptLimits(), at: now)
    conversation.resume(at: now)
    for name in ["a.yml", "b.yml", "a.yml", "other.yml"] {
      try conversation.receive(frame(.entered, name, number: 3), at: now)
    }
    #expect(conversation.events == scripts.map { .began($0.place) } && conversation.place == scripts[0].place)
  }

  private var cut: ConsoleLine {
    let place = ScriptPlace(phase: "tests", file: "a.yml", line: 3)
    return ConsoleLine(level: "warn", text: "the console is cut after 1 MB", place: place)
  }

  @Test func `More tests than allowed fail the job, because a dropped one may have failed`() throws {
    var limits = ScriptLimits()
    limits.verdicts = 2
    var conversation = running(limits)
    for _ in 0..<4 { try conversation.receive(frame(.event, #"{"verdict":{"name":"a","passed":true}}"#), at: now) }
    try conversation.receive(frame(.done, #"{"changes":[]}"#), at: now)
    guard case .outcome(let outcome) = conversation.result else { throw ScriptFailure.cancelled }
    #expect(outcome.verdicts.count == 2)
    #expect(outcome.error?.message == "had more than 2 tests")
  }

  @Test func `Frames larger than allowed are not kept`() {
    var reader = ScriptFrameReader()
    let head: [UInt8] = [ScriptFrame.Kind.event.rawValue] + Array(repeating: 0, count: 9) + [0xFF, 0, 0, 0, 0, 0, 0, 0]
    reader.append(head)
    #expect(throws: ScriptFrameReader.Malformed.self) { try reader.next() }
  }

  @Test func `Frames arrive byte by byte`() throws {
    var reader = ScriptFrameReader()
    var frames: [ScriptFrame] = []
    for byte in frame(.event, "[1]", number: 7).bytes + frame(.idle, number: 1 << 40).bytes {
      reader.append([byte])
      while let frame = try reader.next() { frames.append(frame) }
    }
    #expect(frames.map(\.json) == [Array("[1]".utf8), []])
    #expect(frames.map(\.number) == [7, 1 << 40])
  }
}
