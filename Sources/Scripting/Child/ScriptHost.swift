import Basics
import Libc

/// The state of a job's native functions: the link, the bodies that it was given, and its generator.
final class ScriptHost {
  let link: ScriptLink
  let engine: JavaScriptCore
  /// The frames with bodies: 0 for the job, otherwise the identifier of the question.
  private var bodies: [UInt64: ScriptFrame] = [:]
  private var generator = SplitMix64(seed: 0)
  /// Answers that arrived while a script blocked for another one.
  private var early: [ScriptFrame] = []
  private var received: UInt64 = 0
  /// How often the scripts of the job have reported something, as each test does.
  private(set) var reports = 0

  init(_ engine: JavaScriptCore, _ link: ScriptLink) {
    (self.engine, self.link) = (engine, link)
  }

  func begin(_ job: ScriptFrame) {
    generator = SplitMix64(seed: job.number)
    (bodies, early, received, reports) = ([0: job], [], 0, 0)
  }

  /// Forgets the job.
  func end() { (bodies, early) = ([:], []) }

  func report(_ json: [UInt8]) {
    reports += 1
    link.send(ScriptFrame(kind: .event, json: json))
  }

  /// The next answer to an `ask`; waits for it.
  func nextAnswer() -> ScriptFrame {
    let frame: ScriptFrame
    if early.isEmpty {
      link.send(ScriptFrame(kind: .idle, number: received))
      frame = receive()
    } else {
      frame = early.removeFirst()
    }
    bodies[frame.number] = frame
    return frame
  }

  private func receive() -> ScriptFrame {
    received += 1
    return link.receive()
  }

  /// Asks and blocks until the answer arrives.
  func askNow(_ json: [UInt8]) -> ScriptFrame {
    link.send(ScriptFrame(kind: .askNow, number: received, json: json))
    while true {
      let frame = receive()
      if frame.kind == .answerNow { return frame }
      early.append(frame)
    }
  }

  /// The frame with the body of the response (0) or of an answer; `nil` if there is none.
  func body(of question: Int) -> ScriptFrame? { bodies[UInt64(question)] }

  func random(_ count: Int) -> [UInt8] { generator.bytes(count) }

  /// Milliseconds since 1970.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec / 1000) / 1000
  }
}

extension SplitMix64 {
  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      let word = next()
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
    }
    return Array(bytes.prefix(count))
  }
}
