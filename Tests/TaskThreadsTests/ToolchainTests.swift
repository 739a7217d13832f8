#if os(Linux)
import Foundation
import TestSupport
import Testing

@Suite("Why tasks run on threads of our own")
struct ToolchainTests {
  /// A program that has run one task, which paused, and is idle since.
  private final class Idle {
    private let process = Process()

    init(_ words: String...) throws {
      process.executableURL = URL(fileURLWithPath: try Executable.path("TaskProbe"))
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      try process.start()
    }

    deinit { process.terminate() }

    func sleeps() throws -> [String: Int] { try ThreadSleeps.of(process.processIdentifier) }
  }

  @Test(
    "The toolchain's threads wake up again and again in an idle program and ours do not; else TaskThreads can go",
    .timeLimit(.minutes(3)))
  func wakeUps() async throws {
    let theirs = try Idle()
    let ours = try Idle("ours")
    // A thread that was started for the task ends after some seconds, later on a busy machine. One that goes on waking up
    // would wake in every round.
    var isAsleep = false
    for round in 1...4 where !isAsleep {
      try await wait(for: theirs, toWake: 8 * round)
      let before = try ours.sleeps()
      try await wait(for: theirs, toWake: 8 * round + 4)
      isAsleep = try !before.isEmpty && ours.sleeps() == before
    }
    #expect(isAsleep)
  }

  @Test(
    "After the toolchain's sleep, threads wake up again and again although tasks run on ours; else Pause can go",
    .timeLimit(.minutes(1)))
  func sleep() async throws { try await wait(for: try Idle("sleep"), toWake: 12) }

  /// Returns when one thread of the program has gone to sleep so often.
  private func wait(for program: Idle, toWake count: Int) async throws {
    while try program.sleeps().values.max() ?? 0 < count { try await Task.sleep(for: .milliseconds(50)) }
  }
}
#endif
