import TestSupport
import Testing

@testable import GRPCProbe
@testable import HTTPModel
@testable import Networking

/// Calls of gRPC-Web to servers by others.
@Suite struct GRPCWebTests {
  private func target(_ peer: PythonPeer, asText: Bool) -> ProbeTarget {
    var target = ProbeTarget(url: peer.url)
    target.config.carrier = .web(asText: asText)
    return target
  }

  @Test(arguments: [false, true])
  func `A library's server supports unary calls and streams, with metadata and status.`(asText: Bool) async throws {
    let peer = try await PythonPeer.makeGRPCWeb("library")
    let target = target(peer, asText: asText)
    for name in InteropCases.namesOfWeb {
      let fault = try await InteropCases(target: target).run(name)
      #expect(fault == nil, "\(name)")
    }
    let call = try await target.unary(
      "/grpc.testing.TestService/EmptyCall", [],
      metadata: [("x-grpc-test-echo-initial", "a"), ("x-grpc-test-echo-trailing-bin", "q6ur")])
    #expect(call.code == 0 && call.initial("x-grpc-test-echo-initial") == "a")
    #expect(call.trailing("x-grpc-test-echo-trailing-bin") == "q6ur")
    let words = "höre ☺ 100 %"
    let status = ProtoBytes.block(7, ProtoBytes.number(1, 9) + ProtoBytes.block(2, Array(words.utf8)))
    for method in ["UnaryCall", "StreamingOutputCall"] {
      let asked = method == "UnaryCall" ? status : ProtoBytes.block(2, ProtoBytes.number(1, 10)) + status
      let call = try await target.unary("/grpc.testing.TestService/" + method, asked)
      #expect(call.code == 9 && call.close?.reason == words && call.messages.count == (method == "UnaryCall" ? 0 : 1))
    }
    let name = asText ? "application/grpc-web-text" : "application/grpc-web+proto"
    #expect(peer.seen.hasPrefix("/grpc.testing.TestService/EmptyCall \(name) \(name) 1\n"))
    withExtendedLifetime(peer) {}
  }

  private static let faults: [(method: String, messages: [String], code: Int?, words: String)] = [
    ("HeadersOnly", [], 7, "not you"), ("TrailersOnly", [], 5, "no höre"),
    ("AfterMessages", ["one", ""], 5, "no höre"), ("Refused", [], 14, "the answer is HTTP status 503, not gRPC"),
    ("NoStatus", ["one"], 2, "the answer ended without a status"),
    ("CutMessage", ["one"], 2, "the answer ended without a status"),
    ("CutTrailers", ["one"], 2, "the answer ended without a status"), ("CutBody", ["one"], nil, ""),
    ("Behind", ["one"], 13, "the server sent a message after the trailers"),
  ]

  @Test(arguments: [false, true])
  func `Any end of an answer keeps the messages and is explained.`(asText: Bool) async throws {
    let peer = try await PythonPeer.makeGRPCWeb("faults")
    let target = target(peer, asText: asText)
    for fault in Self.faults {
      let call = try await target.unary("/t.Faults/" + fault.method, [1])
      #expect(call.messages.map { String(decoding: $0, as: UTF8.self) } == fault.messages, "\(fault.method)")
      #expect(call.code == fault.code && call.close?.reason == fault.words, "\(fault.method): \(call.words)")
      #expect((call.exchange.failure != nil) == ["CutBody", "Behind"].contains(fault.method), "\(fault.method)")
    }
    withExtendedLifetime(peer) {}
  }
}
