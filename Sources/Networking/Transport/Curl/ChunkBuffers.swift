/// Collects streamed content into the chunks that are delivered.
///
/// The arrays are used in turn: memory that the reader has let go holds a later chunk, so a long stream touches the same
/// pages again instead of asking the system for new ones.
struct ChunkBuffers {
  private static let count = 4

  private var buffers: [[UInt8]] = []
  private var current = 0
  /// How many bytes are collected.
  private(set) var collected = 0

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if collected == 0 { clear() }
    buffers[current].append(contentsOf: bytes)
    collected += bytes.count
  }

  /// The bytes collected so far. What follows goes into another chunk.
  mutating func take() -> [UInt8] {
    guard collected > 0 else { return [] }
    collected = 0
    let chunk = buffers[current]
    // A reader may keep what it gets: a small chunk must not keep the memory of a large one.
    guard chunk.count >= chunk.capacity / 2 else { return chunk.withUnsafeBytes { Array($0) } }
    current = (current + 1) % Self.count
    return chunk
  }

  /// Empties the array whose turn it is. One that its reader still holds is left to it.
  private mutating func clear() {
    guard current < buffers.count else { return buffers.append([]) }
    let capacity = buffers[current].capacity
    buffers[current].removeAll(keepingCapacity: true)
    if buffers[current].capacity < capacity { buffers[current].reserveCapacity(capacity) }
  }
}
