import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Compressed bodies: complete ones are decoded, truncated ones reported")
struct CompressedBodyTests {
  /// Three lines of `hello compressed world`, in each coding.
  enum Sample: String, CaseIterable {
    case gzip = "H4sIAAAAAAACA8tIzcnJV0jOzy0oSi0uTk1RKM8vyknhyiBJGACZT6qyRQAAAA=="
    case deflate = "eJzLSM3JyVdIzs8tKEotLk5NUSjPL8pJ4cogSRgAn1caMg=="
    case rawDeflate = "y0jNyclXSM7PLShKLS5OTVEozy/KSeHKIEkYAA=="
    case br = "G0QAAAQ8ZF1Jzx3R9CCbjOKMrDCPp8Nf3gYYRQ=="
    case zstd = "KLUv/QRY9QAAuGhlbGxvIGNvbXByZXNzZWQgd29ybGQKAQBXczYBH6xAsw=="

    var coding: String { self == .rawDeflate ? "deflate" : "\(self)" }
    var bytes: [UInt8] { Array(Data(base64Encoded: rawValue) ?? Data()) }
  }

  private static let text = String(repeating: "hello compressed world\n", count: 3)

  private func received(
    _ body: [UInt8], _ coding: String, status: String = "200 OK", chunked: Bool = false,
    delivery: TransportRequest.Delivery = .store(spillThreshold: 1 << 20), options: TransferOptions = TransferOptions()
  ) async throws -> Received {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      let framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
      try connection.write("HTTP/1.1 \(status)\r\nContent-Encoding: \(coding)\r\n\(framing)\r\n\r\n")
      guard chunked else { return try connection.write(body) }
      // One piece per byte, so that the deciding bytes arrive separately.
      for byte in body { try connection.write(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
      try connection.write("0\r\n\r\n")
    }
    return await CurlTransport().received(makeRequest(server.url, options: options), delivery: delivery)
  }

  @Test("A complete body is decoded, in one piece or byte by byte", arguments: Sample.allCases, [false, true])
  func whole(_ sample: Sample, chunked: Bool) async throws {
    let received = try await received(sample.bytes, sample.coding, chunked: chunked)
    #expect(received.failure == nil)
    #expect(received.bodyText == Self.text)
    #expect(received.result.hop.sizes.responseBody == Self.text.utf8.count)
    #expect(chunked || received.result.hop.sizes.responseBodyOnWire == sample.bytes.count)
  }

  @Test("A body truncated anywhere is an error that keeps the decoded part", arguments: Sample.allCases)
  func cut(_ sample: Sample) async throws {
    // A body without its checksum is also truncated.
    for length in [1, 2, 10, sample.bytes.count / 2, sample.bytes.count - 2, sample.bytes.count - 1] {
      let received = try await received(Array(sample.bytes.prefix(length)), sample.coding)
      #expect(received.failure?.category == .truncated, "\(sample) \(length)")
      #expect(received.failure?.message.hasSuffix("ended the compressed body early") == true)
      #expect(received.head?.status.code == 200 && received.failure?.head != nil)
      #expect(Self.text.hasPrefix(received.bodyText))
      #expect(received.result.body?.isFinished == true)
    }
  }

  @Test("Most of a long truncated body is available")
  func most() async throws {
    let lines = (0..<20_000).map { "line \($0)\n" }.joined()
    let packed = try Self.packed(lines)
    let received = try await received(packed.dropLast(20), "gzip")
    #expect(received.failure?.category == .truncated)
    #expect(received.bodyText.utf8.count > lines.utf8.count / 2 && lines.hasPrefix(received.bodyText))
  }

  @Test("Consecutive gzip members or zstd frames are one body; anything else after them is ignored")
  func following() async throws {
    let garbage = Array("garbage".utf8)
    for sample in Sample.allCases {
      let trailing = try await received(sample.bytes + garbage, sample.coding)
      #expect(trailing.failure == nil && trailing.bodyText == Self.text, "\(sample)")
      let zeros = try await received(sample.bytes + [0, 0, 0], sample.coding, chunked: true)
      #expect(zeros.failure == nil && zeros.bodyText == Self.text, "\(sample)")
    }
    for sample in [Sample.gzip, .zstd] {
      for chunked in [false, true] {
        let twice = try await received(sample.bytes + sample.bytes, sample.coding, chunked: chunked)
        #expect(twice.failure == nil && twice.bodyText == Self.text + Self.text, "\(sample)")
      }
      let second = try await received(sample.bytes + sample.bytes.dropLast(3), sample.coding)
      #expect(second.failure?.category == .truncated, "\(sample)")
    }
  }

  @Test("A missing body is not truncated", arguments: ["200 OK", "204 No Content", "304 Not Modified"])
  func empty(_ status: String) async throws {
    for coding in ["gzip", "deflate", "br", "zstd", "unknown"] {
      let received = try await received([], coding, status: status)
      #expect(received.failure == nil && received.bodyText == "", "\(coding)")
    }
  }

  @Test("Responses to HEAD and partial content are not checked for truncation")
  func parts() async throws {
    let server = try oneShot("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 50\r\n\r\n")
    #expect(await CurlTransport().received(makeRequest(server.url, .head)).failure == nil)
    let part = try await received(Array(Sample.gzip.bytes.prefix(30)), "gzip", status: "206 Partial Content")
    #expect(part.failure == nil)
    #expect(Self.text.hasPrefix(part.bodyText))
  }

  @Test("Nested codings are decoded from the last; identity is ignored")
  func several() async throws {
    let twice = try Self.packed(Sample.gzip.bytes)
    #expect(try await received(twice, "gzip, GZIP").bodyText == Self.text)
    #expect(try await received(Sample.gzip.bytes, "identity, x-gzip").bodyText == Self.text)
    // The outer coding is complete, the inner one is not.
    let inner = try Self.packed(Array(Sample.gzip.bytes.dropLast(4)))
    #expect(try await received(inner, "gzip, gzip").failure?.category == .truncated)
    let six = try await received(Sample.gzip.bytes, "gzip, gzip, gzip, gzip, gzip, gzip")
    #expect(six.failure?.category == .malformed)
  }

  @Test(arguments: ["compress", "UTF-8", "binary", "8bit", "base64", "aws-chunked", "gzip, compress"])
  func `A body with an unknown or invalid coding is kept unchanged`(coding: String) async throws {
    let unknown = try await received(Array("hello".utf8), coding)
    #expect(unknown.failure == nil && unknown.bodyText == "hello")
  }

  @Test("N45: a body is kept as received if one of its codings cannot be decoded here")
  func unsupported() {
    let head = ResponseHead(status: .ok, headers: Headers([Header("Content-Encoding", "gzip, br")]))
    #expect(head.decodedCodings { $0 == "gzip" } == [])
    #expect(head.decodedCodings { _ in true } == ["gzip", "br"])
  }

  @Test func `The notice names a coding that was not decoded, if there is a body`() {
    func notice(_ coding: String, _ body: String) -> String? {
      let head = ResponseHead(status: .ok, headers: Headers([Header("Content-Encoding", coding)]))
      let hop = Hop(request: SentRequest(method: "GET", url: "http://127.0.0.1:4010/a"), response: head)
      return Exchange(startedAt: .now, hops: [hop], body: ByteStore(Array(body.utf8))).notice
    }
    #expect(
      notice("UTF-8", "hello")
        == "127.0.0.1:4010 sent the Content-Encoding utf-8, which Apus does not decode; the body is left encoded")
    #expect(notice("UTF-8", "") == nil && notice("gzip", "x") == nil && notice("identity", "x") == nil)
  }

  @Test func `An invalid coding beside a valid one is ignored`() async throws {
    #expect(try await received(Sample.gzip.bytes, "aws-chunked, gzip").bodyText == Self.text)
  }

  @Test("Data in another coding is malformed")
  func malformed() async throws {
    for coding in ["gzip", "zstd", "br"] {
      let received = try await received([0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0xFA, 0xF9, 0xF8], coding)
      #expect(received.failure?.category == .malformed, "\(coding) \(received)")
      #expect(received.failure?.message == "The body cannot be decompressed")
    }
    let damaged = Sample.gzip.bytes.enumerated().map {
      $0.offset == Sample.gzip.bytes.count - 6 ? ~$0.element : $0.element
    }
    #expect(try await received(damaged, "gzip").failure?.category == .malformed)
  }

  @Test("A stream with a slow reader delivers everything once, after any number of pauses")
  func slowReader() async throws {
    let lines = (0..<200_000).map { "line \($0)\n" }.joined()
    let packed = try Self.packed(lines)
    let received = try await received(packed, "gzip", delivery: .stream(window: 100_000))
    #expect(received.failure == nil)
    #expect(received.content.count == lines.utf8.count && received.content.elementsEqual(lines.utf8))
  }

  @Test("Without decoding, the server's bytes are unchanged and unchecked")
  func raw() async throws {
    let cut = Array(Sample.gzip.bytes.dropLast(5))
    let received = try await received(cut, "gzip", options: makeOptions { $0.decompresses = false })
    #expect(received.failure == nil && received.result.body?.allBytes == cut)
  }

  @Test("A transfer coding is left to libcurl")
  func transferCoding() async throws {
    let body = Sample.gzip.bytes
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n")
      try connection.write(Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8))
    }
    let received = await CurlTransport().received(makeRequest(server.url))
    #expect(received.bodyText == Self.text || received.failure?.category == .malformed, "\(received)")
  }

  private static func packed(_ text: String) throws -> [UInt8] { try packed(Array(text.utf8)) }

  private static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryDirectory("packed")
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path("a")))
    let gzip = try #require(Tool.path("gzip"))
    _ = try Tool.run(gzip, ["-n", folder.path("a")])
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("a.gz"))))
  }
}
