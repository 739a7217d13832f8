import Synchronization

/// The rows that the iterations of a run start with, one after the other.
// A class because all who send take from the same rows.
package final class RunRows: Sendable {
  /// A file that can be read from the start as often as it is needed.
  package typealias Opening = @Sendable () throws(DataTable.Fault) -> DataReader

  private enum Source {
    case listed([DataTable.Row])
    case streamed(Opening)
  }

  private struct State {
    var reader: DataReader?
    /// Within the pass.
    var next = 0
    var passes = 0
  }

  /// The number of rows of all passes; `nil` if it is not known or has no end.
  package let count: Int?
  /// How often all rows are gone through; `nil` for no end.
  private let passes: Int?
  private let source: Source
  private let state = Mutex(State())

  /// - Parameter passes: how often all rows are gone through; `nil` for no end.
  package init(_ rows: [DataTable.Row] = [[]], passes: Int? = 1) {
    source = .listed(rows)
    self.passes = passes
    let (count, overflow) = rows.count.multipliedReportingOverflow(by: passes ?? 0)
    self.count = passes == nil || overflow ? nil : count
  }

  /// The rows of a file that is not read as a whole.
  package init(passes: Int? = 1, streaming open: @escaping Opening) {
    source = .streamed(open)
    self.passes = passes
    count = nil
  }

  /// The next row; `nil` after the last.
  func next() throws(DataTable.Fault) -> DataTable.Row? {
    let result = state.withLock { state in
      Result { () throws(DataTable.Fault) in try next(&state) }
    }
    return try result.get()
  }

  private func next(_ state: inout State) throws(DataTable.Fault) -> DataTable.Row? {
    // An empty pass ends it all, so this comes to an end.
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
