import Explorer
import Sessions
import Testing

@testable import apus

@Suite("The steps of a run for the screen") struct RunListenerTests {
  @Test("A result is posted for the row of its request, whatever its turn was")
  func rows() async throws {
    let recorder = ActionRecorder()
    let listener = RunListener(7, size: 3, recorder.record) { true }
    listener.receive(.started(4, RunFlow.Place(iteration: 1, request: 2), "c"))
    listener.receive(.finished(4, RunResult(iteration: 2, id: "c", name: "c", method: "GET", url: "http://h/c")))
    let started = try await recorder.first { action in
      if case .run(.started(7, let row)) = action { row } else { nil }
    }
    let finished = try await recorder.first { action -> (Int, Bool)? in
      if case .run(.finished(7, let row, let finish)) = action { (row, finish.isReordered) } else { nil }
    }
    #expect(started == 5 && finished.0 == 5 && finished.1)
  }
}
