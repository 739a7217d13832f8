import Basics
import TestSupport
import Testing

@testable import Networking

/// permessage-deflate (RFC 7692).
@Suite struct CompressedMessageTests {
  private func inflater(_ terms: DeflateTerms = DeflateTerms()) throws -> MessageInflater {
    try #require(terms.inflater())
  }

  /// The examples of RFC 7692, section 7.2.3.
  private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

  @Test func `The examples of the standard are read.`() throws {
    #expect(Read(Frames.frame(0xC1, Self.hello), inflater: try inflater()) == Read(["text Hello"]))
    let pieces = Frames.frame(0x41, Array(Self.hello.prefix(3))) + Frames.frame(0x80, Array(Self.hello.dropFirst(3)))
    #expect(Read(pieces, inflater: try inflater()) == Read(["text Hello"]))
    let shared = Frames.frame(0xC1, Self.hello) + Frames.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])
    #expect(Read(shared, inPiecesOf: 1, inflater: try inflater()) == Read(["text Hello", "text Hello"]))
    let stored: [UInt8] = [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]
    #expect(Read(Frames.frame(0xC1, stored), inflater: try inflater()) == Read(["text Hello"]))
    let last: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]
    #expect(Read(Frames.frame(0xC1, last), inflater: try inflater()) == Read(["text Hello"]))
    let twoBlocks: [UInt8] = [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]
    #expect(Read(Frames.frame(0xC1, twoBlocks), inflater: try inflater()) == Read(["text Hello"]))
  }

  @Test func `An uncompressed message between compressed ones is read unchanged.`() throws {
    let bytes = Frames.frame(0xC1, Self.hello) + Frames.text("plain") + Frames.frame(0xC2, Self.hello)
    #expect(
      Read(bytes, inflater: try inflater()) == Read(["text Hello", "text plain", "binary [72, 101, 108, 108, 111]"]))
  }

  @Test func `Only the first frame of a message is marked as compressed.`() throws {
    #expect(Read(Frames.frame(0x41, Self.hello) + Frames.frame(0xC0), inflater: try inflater()) == Read(fault: 1002))
    #expect(Read(Frames.frame(0xC9), inflater: try inflater()) == Read(fault: 1002))
  }

  @Test func `Data that cannot be decompressed, or is not text afterwards, ends the conversation with 1007.`() throws {
    #expect(Read(Frames.frame(0xC1, [0xFF, 0xFF, 0xFF]), inflater: try inflater()) == Read(fault: 1007))
    let deflater = try #require(DeflateTerms().deflater())
    let invalid = [UInt8](repeating: 0xFF, count: 9).withUnsafeBytes { deflater.deflated($0) }
    #expect(Read(Frames.frame(0xC1, invalid), inflater: try inflater()) == Read(fault: 1007))
  }

  @Test func `A few bytes that would expand beyond the limit end the conversation with 1009.`() throws {
    let deflater = try #require(DeflateTerms().deflater())
    let bomb = [UInt8](repeating: 0, count: 4 << 20).withUnsafeBytes { deflater.deflated($0) }
    #expect(bomb.count < 8192)
    #expect(Read(Frames.frame(0xC2, bomb), limit: 1 << 20, inflater: try inflater()) == Read(fault: 1009))
  }

  @Test func `Parameters that zlib rejects are an error, and everything is freed once.`() throws {
    let functions = try #require(DeflateFunctions.installed)
    for _ in 0..<100 { #expect(MessageDeflater(functions, bits: 99, resets: false) == nil) }
  }

  @Test(arguments: [false, true], 9...15)
  func `Each side reads the other's compressed messages, for every window, with and without context.`(
    resets: Bool, bits: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(bits))
    let terms = DeflateTerms(serverResets: resets, clientResets: resets, clientBits: bits)
    let (deflater, inflater) = (try #require(terms.deflater()), try inflater(terms))
    for size in [0, 1, 16, 125, 126, 1000, 65_536, 300_000] {
      let message = (0..<size).map { _ in UInt8.random(in: 0...7, using: &random) }
      let packed = message.withUnsafeBytes { deflater.deflated($0) }
      var bytes: [UInt8] = []
      let result: Result<Void, WebSocketFault> = packed.withUnsafeBytes { packed in
        Result { () throws(WebSocketFault) in
          try inflater.inflate(packed) { bytes += $0 }
          try inflater.finish { bytes += $0 }
        }
      }
      try result.get()
      #expect(bytes == message)
    }
  }

  @Test func `With a window of 8 bits, which zlib lacks, messages are sent uncompressed.`() {
    #expect(DeflateTerms(clientBits: 8).deflater() == nil && DeflateTerms(clientBits: 8).inflater() != nil)
  }

  @Test func `Valid terms of the server are accepted, and unoffered ones rejected.`() throws {
    func terms(_ values: String..., offered: Bool = true) -> DeflateTerms? {
      do throws(WebSocketFault) { return try DeflateTerms.accepted(values, wereOffered: offered) } catch { return nil }
    }
    #expect(terms("permessage-deflate") == DeflateTerms())
    #expect(terms("Permessage-Deflate; client_max_window_bits=\"10\"") == DeflateTerms(clientBits: 10))
    #expect(
      terms("permessage-deflate;server_no_context_takeover ; client_no_context_takeover; server_max_window_bits=8")
        == DeflateTerms(serverResets: true, clientResets: true))
    let wrong = [
      "permessage-deflate; client_max_window_bits", "permessage-deflate; client_max_window_bits=7",
      "permessage-deflate; client_max_window_bits=16", "permessage-deflate; client_max_window_bits=08",
      "permessage-deflate; server_no_context_takeover=1", "permessage-deflate; unknown", "x-webkit-deflate-frame",
      "permessage-deflate, permessage-deflate",
      "permessage-deflate; server_max_window_bits=9; server_max_window_bits=9",
    ]
    for value in wrong { #expect(terms(value) == nil, "\(value)") }
    #expect(terms("permessage-deflate", offered: false) == nil)
    #expect(try DeflateTerms.accepted([], wereOffered: true) == nil)
    #expect(throws: WebSocketFault.self) { try DeflateTerms.accepted(["mux"], wereOffered: true) }
  }
}
