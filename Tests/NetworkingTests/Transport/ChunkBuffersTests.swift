import Testing

@testable import Networking

@Suite struct ChunkBuffersTests {
  private func piece(_ count: Int, _ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: count) }

  @Test func `Chunks contain the collected bytes, even if the reader keeps, changes or releases them`() {
    var random = SystemRandomNumberGenerator()
    var buffers = ChunkBuffers()
    var collected: [UInt8] = []
    var kept: [(chunk: [UInt8], copy: [UInt8])] = []
    for round in 0..<2_000 {
      let size = [0, 1, 100, 16_384, 70_000].randomElement(using: &random) ?? 0
      let bytes = piece(size, UInt8(truncatingIfNeeded: round))
      bytes.withUnsafeBytes { buffers.append($0) }
      collected += bytes
      #expect(buffers.collected == collected.count)
      guard Bool.random(using: &random) else { continue }
      var chunk = buffers.take()
      #expect(chunk == collected)
      if round % 3 == 0 { kept.append((chunk, chunk.withUnsafeBytes { Array($0) })) }
      if round % 5 == 0, !chunk.isEmpty { chunk[0] &+= 1 }
      if kept.count > 20 { kept.removeFirst(10) }
      collected = []
    }
    for (chunk, copy) in kept { #expect(chunk == copy) }
  }

  @Test func `A later chunk reuses the memory that the reader has released`() {
    var buffers = ChunkBuffers()
    var places: [UnsafeRawPointer?] = []
    let bytes = piece(64 << 10, 7)
    for _ in 0..<64 {
      bytes.withUnsafeBytes { buffers.append($0) }
      places.append(buffers.take().withUnsafeBytes { $0.baseAddress })
    }
    #expect(Set(places).count <= 4)
  }

  @Test func `A small chunk after large ones takes little memory`() {
    var buffers = ChunkBuffers()
    for _ in 0..<20 {
      piece(256 << 10, 1).withUnsafeBytes { buffers.append($0) }
      _ = buffers.take()
    }
    piece(10, 2).withUnsafeBytes { buffers.append($0) }
    let chunk = buffers.take()
    #expect(chunk == piece(10, 2))
    #expect(chunk.capacity < 1_000)
  }
}
