import Basics
import Synchronization
import Workspaces

/// The active iterations of a run. Each is created when its first request is due and removed after its last, so that
/// memory use does not depend on their number.
final class RunIterations: Sendable {
  private struct State {
    var open: [Int: RunIteration] = [:]
    var next = 0
    var isOver = false
    var newest: SendSession?
  }

  private let rows: RunRows
  /// The number of requests of an iteration.
  private let size: Int
  /// True if each iteration starts after the end of the one before, with the variables of its scripts. Otherwise each
  /// has its own, as it has its own row: the values of others at the same time would change from run to run.
  private let isInTurn: Bool
  private let make: @Sendable (DataTable.Row, _ number: Int) -> SendSession
  private let state = Mutex(State())

  init(
    _ rows: RunRows, size: Int, isInTurn: Bool, make: @escaping @Sendable (DataTable.Row, _ number: Int) -> SendSession
  ) {
    self.rows = rows
    self.size = size
    self.isInTurn = isInTurn
    self.make = make
  }

  /// The session of the iteration that began last.
  var newest: SendSession? { state.withLock { $0.newest } }

  /// The iteration with this number, counted from 0; `nil` if there are fewer rows.
  func at(_ number: Int) throws(DataTable.Fault) -> RunIteration? {
    try state.withLock { state throws(DataTable.Fault) in
      while !state.isOver, state.next <= number {
        guard let row = try rows.next() else {
          state.isOver = true
          break
        }
        let session = make(row, state.next)
        if isInTurn, let newest = state.newest { session.takeScriptVariables(of: newest) }
        state.newest = session
        state.open[state.next] = RunIteration(session, size: size)
        state.next += 1
      }
      return state.open[number]
    }
  }

  /// Marks a request of the iteration as done.
  func finished(_ job: Int, of number: Int) {
    state.withLock { state in
      guard state.open[number]?.finished(job) == true else { return }
      state.open[number] = nil
    }
  }

  /// Removes an iteration whose last request is done.
  func end(_ number: Int) { state.withLock { $0.open[number] = nil } }

  /// Notes that a request of the iteration was returned unsent: waiting requests check again.
  func gaveBack(of number: Int) { state.withLock { $0.open[number] }?.wake() }
}

/// One iteration: its session with the data row and captured variables, and the set of finished requests.
final class RunIteration: Sendable {
  private struct State {
    var done: Set<Int> = []
    /// The number of changes so far, and the time of the last one.
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

  /// - Returns: true if this was its last request.
  fileprivate func finished(_ job: Int) -> Bool {
    state.change { [size] state in
      state.done.insert(job)
      state.noteChange()
      return state.done.count == size
    }
  }

  /// The time when a request last finished.
  var lastChange: ContinuousClock.Instant { state.read { $0.lastChange } }

  /// Waits until these requests are done or `goesOn` returns false.
  func wait(for jobs: [Int], while goesOn: () -> Bool) async throws {
    while !jobs.isEmpty {
      // Read before the check, so that a later change is not missed.
      let seen = state.read { $0.changes }
      guard goesOn(), !state.read({ $0.done.isSuperset(of: jobs) }) else { return }
      try Task.checkCancellation()
      await state.wait { $0.changes != seen }
    }
  }

  fileprivate func wake() { state.change { $0.noteChange() } }
}

/// The data rows of the iterations, in order.
// A class because all senders take from the same rows.
package final class RunRows: Sendable {
  /// Opens the data source from its start, for each pass.
  package typealias Opening = @Sendable () throws(DataTable.Fault) -> DataReader

  private enum Source {
    case listed([DataTable.Row])
    case streamed(Opening)
  }

  private struct State {
    var reader: DataReader?
    /// The index within the pass.
    var next = 0
    var passes = 0
    /// The number of rows so far, and the last one.
    var given = 0
    var last: DataTable.Row?
  }

  /// The number of rows in all passes; `nil` if unknown or unlimited.
  package let count: Int?
  /// The number of passes over the rows; `nil` for no limit.
  private let passes: Int?
  /// The number of iterations, if it does not follow from the rows: the last row is then repeated.
  private let iterations: Int?
  private let source: Source
  private let state = Mutex(State())

  /// - Parameter passes: the number of passes over the rows; `nil` for no limit.
  package init(_ rows: [DataTable.Row] = [[]], passes: Int? = 1, iterations: Int? = nil) {
    source = .listed(rows)
    self.passes = passes
    self.iterations = iterations
    let (count, overflow) = rows.count.multipliedReportingOverflow(by: passes ?? 0)
    self.count = iterations ?? (passes == nil || overflow ? nil : count)
  }

  /// The rows of a file that is not loaded as a whole.
  package init(passes: Int? = 1, iterations: Int? = nil, streaming open: @escaping Opening) {
    source = .streamed(open)
    self.passes = passes
    self.iterations = iterations
    count = iterations
  }

  /// The next row; `nil` after the last.
  func next() throws(DataTable.Fault) -> DataTable.Row? {
    try state.withLock { state throws(DataTable.Fault) in
      guard let iterations else { return try next(&state) }
      guard state.given < iterations else { return nil }
      state.last = try next(&state) ?? state.last
      state.given += 1
      return state.last
    }
  }

  private func next(_ state: inout State) throws(DataTable.Fault) -> DataTable.Row? {
    // An empty pass ends the rows, so the loop terminates.
    while passes.map({ state.passes < $0 }) ?? true {
      switch source {
      case .listed(let rows):
        guard !rows.isEmpty else { return nil }
        if rows.indices.contains(state.next) {
          defer { state.next += 1 }
          return rows[state.next]
        }
      case .streamed(let open):
        var reader: DataReader
        if let known = state.reader { reader = known } else { reader = try open() }
        let row = try reader.next()
        state.reader = row == nil ? nil : reader
        if let row { return row }
      }
      state.next = 0
      state.passes += 1
    }
    return nil
  }
}

extension SendSession {
  /// Starts with what scripts of an earlier iteration left: their variables and names.
  fileprivate nonisolated func takeScriptVariables(of earlier: SendSession) {
    let left = earlier.known.withLock { $0.scripts }
    known.withLock { $0.scripts = left }
  }
}
