/// Where each message of a body ends and when it arrived: eight bytes a message, so that a million cost 8 MB.
///
/// A value that only grows. A copy shares everything but the last block, so that a snapshot for each frame is cheap.
struct MessageIndex: Sendable {
  /// Messages in one block.
  private static let blockSize = 8192

  private struct Block: Sendable {
    /// The number of its first message.
    let first: Int
    /// The end of its first message, which the ends are counted from.
    let base: Int
    var ends: [UInt32] = []
    var times: [UInt32] = []
  }

  private var blocks: [Block] = []
  private(set) var count = 0

  /// Where the last message ends.
  var end: Int { blocks.last.map { $0.base + Int($0.ends.last ?? 0) } ?? 0 }

  /// - Parameters:
  ///   - end: in the body, after the last byte of the message.
  ///   - milliseconds: since the body began.
  mutating func append(end: Int, at milliseconds: UInt32) {
    let last = blocks.last
    if last.map({ $0.ends.count == Self.blockSize || end - $0.base > UInt32.max }) ?? true {
      blocks.append(Block(first: count, base: end))
    }
    let index = blocks.count - 1
    blocks[index].ends.append(UInt32(end - blocks[index].base))
    blocks[index].times.append(milliseconds)
    count += 1
  }

  /// The bytes of a message with all its lines: from the end of the one before.
  func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : end(of: number - 1))..<end(of: number)
  }

  /// In milliseconds since the body began.
  func time(of number: Int) -> UInt32 {
    let block = block(of: number)
    return block.times[number - block.first]
  }

  /// The message that the byte at `offset` belongs to; `nil` if it is not complete.
  func message(at offset: Int) -> Int? {
    guard offset < end else { return nil }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if end(of: middle) > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func end(of number: Int) -> Int {
    let block = block(of: number)
    return block.base + Int(block.ends[number - block.first])
  }

  private func block(of number: Int) -> Block {
    // Blocks are full, but for one where a body of gigabytes ends it early.
    var (low, high) = (number / Self.blockSize, blocks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].first <= number { low = middle } else { high = middle - 1 }
    }
    return blocks[low]
  }
}
