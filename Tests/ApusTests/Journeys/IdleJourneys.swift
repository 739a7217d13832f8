#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The program's activity while it is idle.
@Suite("Journeys: an idle screen", .serialized) struct IdleJourneys {
  /// A program whose toolchain wakes up once a second: the clock of this test.
  private final class Waker {
    let process = Process()

    init() throws {
      process.executableURL = URL(fileURLWithPath: try Executable.path("TaskProbe"))
      process.standardOutput = FileHandle.nullDevice
      try process.start()
    }

    deinit { process.terminate() }

    func sleeps() throws -> Int { try ThreadSleeps.of(process.processIdentifier).values.max() ?? 0 }
  }

  @Test("An idle screen sleeps without waking up", .timeLimit(.minutes(5)))
  func sleeps() throws {
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["echo": Sample.request(name: "Echo")])
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    let waker = try Waker()
    // The threads that the start has left without work end after some seconds, which counts as a wake-up: the test
    // waits for four seconds without one. A program that polls once a second never has them.
    var before: [String: Int] = [:]
    var isAsleep = false
    for _ in 0..<30 where !isAsleep {
      before = try ThreadSleeps.of(journey.terminal.process)
      let seconds = try waker.sleeps()
      try journey.wait(until: "four seconds more") { (try? waker.sleeps()) ?? 0 >= seconds + 4 }
      isAsleep = try ThreadSleeps.of(journey.terminal.process) == before
    }
    #expect(isAsleep)
    #expect(!before.isEmpty)
    try journey.quit()
  }
}
#endif
