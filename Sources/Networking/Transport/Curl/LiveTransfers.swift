/// The running transfers by number. They are few, so a linear search is faster than a dictionary, also on first use in
/// a process.
struct LiveTransfers {
  private var numbers: [UInt64] = []
  private(set) var values: [CurlTransfer] = []

  var count: Int { numbers.count }
  var isEmpty: Bool { numbers.isEmpty }

  subscript(_ number: UInt64) -> CurlTransfer? { numbers.firstIndex(of: number).map { values[$0] } }

  mutating func add(_ transfer: CurlTransfer) {
    numbers.append(transfer.job.id)
    values.append(transfer)
  }

  /// Changes the order of the others.
  mutating func remove(_ transfer: CurlTransfer) {
    guard let index = numbers.firstIndex(of: transfer.job.id) else { return }
    numbers.swapAt(index, numbers.count - 1)
    values.swapAt(index, values.count - 1)
    numbers.removeLast()
    values.removeLast()
  }
}
