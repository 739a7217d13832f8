import Synchronization
import TestSupport
import Testing

@testable import Networking

@Suite("Work shared by several waiting tasks")
struct FlightTests {
  private struct Broken: Error {}

  @Test("Every waiting task gets the result, and the work runs once")
  func shared() async throws {
    let go = Gate()
    let runs = Mutex(0)
    let flight = Flight {
      runs.withLock { $0 += 1 }
      await go.opened()
      return 7
    }
    let seats = try (0..<5).map { _ in try #require(flight.board()) }
    let waiting = seats.map { seat in Task { try await flight.value(seat) } }
    go.open()
    for task in waiting { #expect(try await task.value == 7) }
    #expect(runs.withLock { $0 } == 1)
    #expect(flight.board() == nil)
    // Joining after the end also yields the result.
    #expect(try await flight.value(0) == 7)
  }

  @Test("A cancelled task leaves immediately, the others keep waiting")
  func leaving() async throws {
    let go = Gate()
    let flight = Flight {
      await go.opened()
      return 7
    }
    let (first, second) = (try #require(flight.board()), try #require(flight.board()))
    let gone = Task { try await flight.value(first) }
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    go.open()
    #expect(try await flight.value(second) == 7)
  }

  @Test("The last task to leave cancels the work, and no further task can join")
  func abandoned() async throws {
    let ended = Gate()
    let flight = Flight {
      try await withTaskCancellationHandler {
        try await Task.sleep(for: .seconds(3600))
      } onCancel: {
        ended.open()
      }
    }
    let seat = try #require(flight.board())
    let gone = Task { try await flight.value(seat) }
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    await ended.opened()
    #expect(flight.board() == nil)
  }

  @Test("A failure reaches every waiting task")
  func failing() async throws {
    let go = Gate()
    let flight = Flight<Int> {
      await go.opened()
      throw Broken()
    }
    let seat = try #require(flight.board())
    go.open()
    await #expect(throws: Broken.self) { try await flight.value(seat) }
  }
}
