/// The transfers that run, by number. Few at a time, so that a look at all numbers is faster than a dictionary, and so is
/// the first of a process.
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

  /// The others change their order.
  mutating func remove(_ transfer: CurlTransfer) {
    guard let index = numbers.firstIndex(of: transfer.job.id) else { return }
    numbers.swapAt(index, numbers.count - 1)
    values.swapAt(index, values.count - 1)
    numbers.removeLast()
    values.removeLast()
  }
}
