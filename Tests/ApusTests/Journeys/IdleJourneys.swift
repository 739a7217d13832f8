#if os(Linux)
import Foundation
import TestSupport
import Testing

/// What the program does while nobody does anything.
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

  @Test("A screen that nobody touches sleeps without waking up", .timeLimit(.minutes(2)))
  func sleeps() throws {
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["echo": Sample.request(name: "Echo")])
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    let waker = try Waker()
    // By then, the threads that the start has left without work have ended, and what waits for a moment has happened.
    try journey.wait(until: "eight seconds") { (try? waker.sleeps()) ?? 0 >= 12 }
    let before = try ThreadSleeps.of(journey.terminal.process)
    try journey.wait(until: "four seconds more") { (try? waker.sleeps()) ?? 0 >= 16 }
    #expect(try ThreadSleeps.of(journey.terminal.process) == before)
    #expect(!before.isEmpty)
    try journey.quit()
  }
}
#endif
