import Testing

@testable import Basics

struct PauseTests {
  @Test("A pause lasts at least as long as requested, and a duration of zero does not pause")
  func lasts() async throws {
    let clock = ContinuousClock()
    for asked in [Duration.milliseconds(20), .microseconds(1), .zero, .seconds(-5)] {
      let taken = try await clock.measure { try await Pause.wait(asked) }
      #expect(taken >= asked)
    }
  }

  @Test("Cancelling ends a pause of any length", arguments: [Duration.seconds(3_600), .seconds(Int64.max)])
  func cancels(duration: Duration) async {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      start.yield()
      try await Pause.wait(duration)
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A task that was cancelled before does not pause")
  func cancelledBefore() async {
    let task = Task {
      // Waits for its own cancellation.
      while !Task.isCancelled { await Task.yield() }
      try await Pause.wait(.seconds(3_600))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Each pause ends once, however cancelling and ending coincide")
  func races() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2_000 {
        let task = Task { try await Pause.wait(.microseconds(number % 50)) }
        group.addTask { task.cancel() }
        // Either result is valid; ending twice would crash the program.
        group.addTask { _ = await task.result }
      }
    }
  }
}
