import Basics
import Synchronization
import Workspaces

/// The iterations of a run that are under way. One is made when its first request is due and forgotten after its last,
/// so that a run may have any number of them.
final class RunIterations: Sendable {
  private struct State {
    var open: [Int: RunIteration] = [:]
    /// The first that was not made yet.
    var next = 0
    var isOver = false
  }

  private let rows: RunRows
  /// The number of requests of an iteration.
  private let size: Int
  private let make: @Sendable (DataTable.Row) -> SendSession
  private let state = Mutex(State())

  init(_ rows: RunRows, size: Int, make: @escaping @Sendable (DataTable.Row) -> SendSession) {
    self.rows = rows
    self.size = size
    self.make = make
  }

  /// The iteration of this number, from 0; `nil` if there are fewer rows.
  func at(_ number: Int) throws(DataTable.Fault) -> RunIteration? {
    let result = state.withLock { state in
      Result { () throws(DataTable.Fault) in
        while !state.isOver, state.next <= number {
          guard let row = try rows.next() else {
            state.isOver = true
            break
          }
          state.open[state.next] = RunIteration(make(row), size: size)
          state.next += 1
        }
        return state.open[number]
      }
    }
    return try result.get()
  }

  /// A request of the iteration is done.
  func finished(_ job: Int, of number: Int) {
    state.withLock { state in
      guard state.open[number]?.finished(job) == true else { return }
      state.open[number] = nil
    }
  }

  /// A request of the iteration is not sent now: who waits for it must look again.
  func gaveBack(of number: Int) { state.withLock { $0.open[number] }?.wake() }
}

/// One iteration: its session, with the data row and the variables that its answers set, and which of its requests are
/// done.
final class RunIteration: Sendable {
  private struct State {
    var done: Set<Int> = []
    /// The number of changes so far, and when the last was.
    var changes = 0
    var lastChange = ContinuousClock.now

    mutating func noteChange() {
      changes += 1
      lastChange = .now
    }
  }

  let session: SendSession
  private let size: Int
  private let state = Monitor(State())

  init(_ session: SendSession, size: Int) {
    self.session = session
    self.size = size
  }

  /// - Returns: whether this was its last request.
  fileprivate func finished(_ job: Int) -> Bool {
    state.change { [size] state in
      state.done.insert(job)
      state.noteChange()
      return state.done.count == size
    }
  }

  /// When a request was done last.
  var lastChange: ContinuousClock.Instant { state.read { $0.lastChange } }

  /// Waits until these requests are done, or `goesOn` is no longer true.
  func wait(for jobs: [Int], while goesOn: () -> Bool) async throws {
    while !jobs.isEmpty {
      // Before the look: a change after it counts.
      let seen = state.read { $0.changes }
      guard goesOn(), !state.read({ $0.done.isSuperset(of: jobs) }) else { return }
      try Task.checkCancellation()
      await state.wait { $0.changes != seen }
    }
  }

  fileprivate func wake() { state.change { $0.noteChange() } }
}
