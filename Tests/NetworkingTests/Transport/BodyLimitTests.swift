import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The limit of a body") struct BodyLimitTests {
  /// Gzipped zeros, 258 in every 13 bits (RFC 1951, fixed codes): a length of 258 at a distance of 1.
  private static func bomb(repetitions: Int) -> [UInt8] {
    var (bytes, place) = ([UInt8]([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), 8)
    func write(_ bits: String) {
      for bit in bits {
        if place == 8 { (bytes, place) = (bytes + [0], 0) }
        if bit == "1" { bytes[bytes.count - 1] |= 1 << UInt8(place) }
        place += 1
      }
    }
    // The last block, fixed codes, and one zero.
    write("110" + "00110000")
    for _ in 0..<repetitions { write("1100010100000") }
    write("0000000")
    return bytes
  }

  @Test("The limit applies to the size after decompression")
  func decompressed() async throws {
    let bomb = Self.bomb(repetitions: 10_000)
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
      try connection.write(bomb)
    }
    let options = makeOptions { $0.maximumBodySize = 1_000_000 }
    let received = await CurlTransport().received(makeRequest(server.url, options: options))
    #expect(bomb.count < 20_000)
    #expect(received.failure?.category == .bodyTooLarge)
    #expect(received.result.body?.count == 1_000_000 && received.result.body?.bytes(in: 999_999..<1_000_000) == [0])
  }

  private func server(size: Int) throws -> RawServer {
    try RawServer { connection in
      while connection.readRequest() != nil {
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
        try connection.write([UInt8](repeating: 7, count: size))
      }
    }
  }

  @Test("Beyond the limit the transfer ends, and the body up to the limit is kept", arguments: [1, 1_000, 299_999])
  func beyond(limit: Int) async throws {
    let server = try server(size: 300_000)
    let received = await CurlTransport().received(
      makeRequest(server.url, options: makeOptions { $0.maximumBodySize = limit }))
    #expect(received.failure?.category == .bodyTooLarge)
    #expect(received.failure?.message.contains("larger than \(ByteCount(limit)), the limit") == true)
    #expect(received.result.body?.count == limit && received.result.body?.isFinished == true)
    #expect(received.result.hop.sizes.responseBody == limit && received.head?.status.code == 200)
  }

  @Test("A body of exactly that size is complete, and 0 means no limit", arguments: [300_000, 300_001, 0])
  func within(limit: Int) async throws {
    let server = try server(size: 300_000)
    let received = await CurlTransport().received(
      makeRequest(server.url, options: makeOptions { $0.maximumBodySize = limit }))
    #expect(received.failure == nil && received.result.body?.count == 300_000)
  }

  @Test("A streamed body has the limit of its request, and none by default")
  func streamed() async throws {
    let server = try server(size: 300_000)
    let options = makeOptions { $0.maximumBodySize = 1_000 }
    let received = await CurlTransport().received(
      makeRequest(server.url, options: options), delivery: .stream(window: 1 << 20))
    #expect(received.failure?.category == .bodyTooLarge && received.content.count == 1_000)
    let stream = TransportRequest(makeRequest(server.url), delivery: .stream(window: 1))
    #expect(BodyLimit(of: stream).most == .max)
    #expect(BodyLimit(of: TransportRequest(makeRequest(server.url))).most == 1_000_000_000)
  }

  @Test("A stub respects the limit too")
  func stub() async throws {
    let stubs = StubTransport([Stub(reply: .fixed(Stub.Response(body: [UInt8](repeating: 1, count: 5_000))))])
    let received = await stubs.received(makeRequest("http://h/", options: makeOptions { $0.maximumBodySize = 100 }))
    #expect(received.failure?.category == .bodyTooLarge && received.result.body?.count == 100)
  }

  @Test("Sizes are parsed with their units", arguments: ["1GB", "64 MB", "500k", "2GiB", "1.5 MB", "17", "0"])
  func sizes(text: String) throws {
    let size = try #require(ByteCount(text))
    let bytes = ["1GB": 1_000_000_000, "64 MB": 64_000_000, "500k": 500_000, "2GiB": 2 << 30, "1.5 MB": 1_500_000]
    #expect(size.bytes == bytes[text] ?? Int(text))
    #expect(ByteCount(size.exactText) == size)
    #expect(ByteCount("much") == nil && ByteCount("-1") == nil && ByteCount("1 PB") == nil && ByteCount("") == nil)
  }
}
