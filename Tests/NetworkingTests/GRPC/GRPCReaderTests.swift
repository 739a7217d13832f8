import Basics
import Testing

@testable import Networking

@Suite struct GRPCReaderTests {
  private func read(
    _ bytes: [UInt8], pieces: Int = .max, coding: String? = nil, isWeb: Bool = false
  ) -> (outputs: [String], fault: String?) {
    var reader = GRPCReader(IncomingMessage.Limits(size: 1000), coding: coding, isWeb: isWeb)
    var (outputs, rest) = ([String](), bytes[...])
    do throws(GRPCFault) {
      while !rest.isEmpty {
        try reader.feed(Array(rest.prefix(pieces))) { output in
          switch output {
          case .message(let body): outputs.append(String(decoding: body.allBytes, as: UTF8.self))
          case .trailers(let fields):
            outputs.append(fields.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
          }
        }
        rest = rest.dropFirst(pieces)
      }
    } catch {
      return (outputs, error.status.message)
    }
    return (outputs + (reader.isWhole ? [] : ["…"]), nil)
  }

  @Test func `Messages are the same for pieces of any size.`() {
    let bytes = H2.message("one") + H2.message("") + H2.message("three") + [0, 0]
    for size in 1...bytes.count { #expect(read(bytes, pieces: size) == (["one", "", "three", "…"], nil)) }
  }

  @Test func `A compressed message is decompressed, in gzip and deflate.`() throws {
    let text = String(repeating: "again and ", count: 90)
    let bytes = GRPCSender.frame(Array(text.utf8), compresses: true) + H2.message("plain")
    for size in [1, 7, 1000] { #expect(read(bytes, pieces: size, coding: "gzip") == ([text, "plain"], nil)) }
    #expect(read(GRPCReader.frame([1, 2, 3], isCompressed: true), coding: "gzip").fault?.contains("corrupt") == true)
  }

  @Test func `Trailers of gRPC-Web are not a message, and end the stream.`() {
    let trailers = H2.message("grpc-status: 5\r\ngrpc-message: no\r\n", flag: 0x80)
    #expect(read(H2.message("one") + trailers, isWeb: true) == (["one", "grpc-status=5&grpc-message=no"], nil))
    #expect(read(trailers).fault == "the server sent a message with the unknown flag 128")
    #expect(read(trailers + H2.message("x"), isWeb: true).fault == "the server sent a message after the trailers")
  }

  @Test func `Base64 of gRPC-Web may end a piece anywhere.`() throws {
    let encoded = Base64.encode(Array("a".utf8)) + Base64.encode(Array("bcd".utf8)) + Base64.encode(Array("ef".utf8))
    for size in 1...encoded.utf8.count {
      var text = GRPCWebText()
      var decoded: [UInt8] = []
      var rest = Array(encoded.utf8)[...]
      while !rest.isEmpty {
        decoded += try text.decode(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(String(decoding: decoded, as: UTF8.self) == "abcdef" && text.isWhole)
    }
  }
}

@Suite struct GRPCStatusTests {
  @Test(arguments: [
    ("plain", "plain"), ("a%20b", "a b"), ("%E2%98%BA", "☺"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("", ""),
  ])
  func `The message of a status is percent-decoded, or kept if that fails.`(text: String, expected: String) {
    let status = GRPCStatus(Headers([.init("grpc-status", "3"), .init("grpc-message", text)]))
    #expect(status?.message == expected)
  }

  @Test(arguments: [
    (400, "INTERNAL"), (401, "UNAUTHENTICATED"), (403, "PERMISSION_DENIED"), (404, "UNIMPLEMENTED"),
    (429, "UNAVAILABLE"), (500, "UNKNOWN"), (503, "UNAVAILABLE"),
  ])
  func `An HTTP status maps to one of gRPC.`(status: Int, name: String) {
    #expect(GRPCStatus(http: status).name == name)
  }

  @Test func `An unknown number is kept.`() {
    #expect(GRPCStatus(Headers([Header("grpc-status", "42")]))?.name == "code 42")
    for text in ["x", "-5", ""] { #expect(GRPCStatus(Headers([Header("grpc-status", text)]))?.name == "UNKNOWN") }
    #expect(GRPCStatus(Headers()) == nil)
  }

  @Test(arguments: [
    (Duration.milliseconds(1), "1000000n"), (.milliseconds(99), "99000000n"), (.milliseconds(150), "150000u"),
    (.seconds(89), "89000000u"), (.seconds(90), "90000m"), (.seconds(100_000), "100001S"), (.zero, "0n"),
  ])
  func `A deadline has at most eight digits.`(time: Duration, text: String) throws {
    #expect(GRPCTimeout.text(time) == text)
    #expect(try #require(GRPCTimeout.duration(text)) >= time)
  }

  @Test(arguments: ["", "5", "S", "123456789S", "-1S", "5x"])
  func `An invalid deadline is rejected.`(text: String) { #expect(GRPCTimeout.duration(text) == nil) }
}
