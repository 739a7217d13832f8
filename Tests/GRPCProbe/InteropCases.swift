import Basics
import Networking

/// The published interoperability cases (grpc/doc/interop-test-descriptions.md).
struct InteropCases: Sendable {
  private static let service = "/grpc.testing.TestService/"

  let target: ProbeTarget

  /// Every case by its published name.
  static let names = [
    "empty_unary", "large_unary", "client_streaming", "server_streaming", "ping_pong", "empty_stream",
    "client_compressed_unary", "server_compressed_unary", "server_compressed_streaming", "custom_metadata",
    "status_code_and_message", "special_status_message", "unimplemented_method", "unimplemented_service",
    "cancel_after_begin", "cancel_after_first_response", "timeout_on_sleeping_server",
  ]

  /// The cases that gRPC-Web supports.
  static let namesOfWeb = [
    "empty_unary", "large_unary", "server_streaming", "unimplemented_method", "unimplemented_service",
  ]

  /// - Returns: a description of the fault; `nil` if the case passed.
  func run(_ name: String) async throws -> String? {
    switch name {
    case "empty_unary": try await empty()
    case "large_unary": try await large()
    case "client_streaming": try await clientStreaming()
    case "server_streaming": try await serverStreaming()
    case "ping_pong": try await pingPong()
    case "empty_stream": try await emptyStream()
    case "client_compressed_unary": try await large(compressed: true)
    case "server_compressed_unary": try await large(asksForCompression: true)
    case "server_compressed_streaming": try await serverStreaming(compressed: true)
    case "custom_metadata": try await metadata()
    case "status_code_and_message": try await status("test status message")
    case "special_status_message":
      try await status("\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n")
    case "unimplemented_method": try await unimplemented(Self.service + "UnimplementedCall")
    case "unimplemented_service": try await unimplemented("/grpc.testing.UnimplementedService/UnimplementedCall")
    case "cancel_after_begin": try await cancelled(afterFirst: false)
    case "cancel_after_first_response": try await cancelled(afterFirst: true)
    case "timeout_on_sleeping_server": try await timeout()
    default: "no such case"
    }
  }

  private func empty() async throws -> String? {
    let call = try await target.unary(Self.service + "EmptyCall", [])
    return call.code == 0 && call.messages == [[]] ? nil : call.words
  }

  private func large(compressed: Bool = false, asksForCompression: Bool = false) async throws -> String? {
    var config = target.config
    config.compresses = compressed
    var message = ProtoBytes.number(2, 314_159) + Self.payload(3, 271_828)
    if asksForCompression { message += ProtoBytes.block(6, ProtoBytes.number(1, 1)) }
    let call = try await target.unary(Self.service + "UnaryCall", message, config)
    guard call.code == 0, call.messages.count == 1 else { return call.words }
    if asksForCompression, call.initial("grpc-encoding") != "gzip" { return "the answer was not compressed" }
    return Self.size(call.messages[0]) == 314_159 ? nil : "a payload of \(Self.size(call.messages[0]))"
  }

  private static let sizes = [27_182, 8, 1_828, 45_904]
  private static let answers = [31_415, 9, 2_653, 58_979]

  private func clientStreaming() async throws -> String? {
    let call = try await target.call(Self.service + "StreamingInputCall") { sender, _ in
      for size in Self.sizes { try await sender.send(Self.payload(1, size)) }
    }
    guard call.code == 0, let answer = call.messages.first else { return call.words }
    let total = ProtoBytes.number(1, in: answer) ?? 0
    return total == 74_922 ? nil : "a sum of \(total)"
  }

  private func serverStreaming(compressed: Bool = false) async throws -> String? {
    let message = Self.answers.enumerated().flatMap { index, size in
      var parameters = ProtoBytes.number(1, size)
      if compressed { parameters += ProtoBytes.block(3, index == 0 ? ProtoBytes.number(1, 1) : []) }
      return ProtoBytes.block(2, parameters)
    }
    let call = try await target.unary(Self.service + "StreamingOutputCall", message)
    guard call.code == 0 else { return call.words }
    let sizes = call.messages.map(Self.size)
    return sizes == Self.answers ? nil : "payloads of \(sizes)"
  }

  private func pingPong() async throws -> String? {
    let call = try await target.call(Self.service + "FullDuplexCall") { sender, incoming in
      var answers = incoming.makeAsyncIterator()
      for (size, answer) in zip(Self.sizes, Self.answers) {
        try await sender.send(ProtoBytes.block(2, ProtoBytes.number(1, answer)) + Self.payload(3, size))
        _ = await answers.next()
      }
    }
    guard call.code == 0 else { return call.words }
    let sizes = call.messages.map(Self.size)
    return sizes == Self.answers ? nil : "payloads of \(sizes)"
  }

  private func emptyStream() async throws -> String? {
    let call = try await target.call(Self.service + "FullDuplexCall") { _, _ in }
    return call.code == 0 && call.messages.isEmpty ? nil : call.words
  }

  private func metadata() async throws -> String? {
    let sent = [
      ("x-grpc-test-echo-initial", "test_initial_metadata_value"), ("x-grpc-test-echo-trailing-bin", "q6ur"),
    ]
    let message = ProtoBytes.number(2, 314_159) + Self.payload(3, 271_828)
    let unary = try await target.unary(Self.service + "UnaryCall", message, metadata: sent)
    let duplex = try await target.call(Self.service + "FullDuplexCall", metadata: sent) { sender, _ in
      try await sender.send(ProtoBytes.block(2, ProtoBytes.number(1, 314_159)) + Self.payload(3, 271_828))
    }
    for call in [unary, duplex] {
      guard call.code == 0 else { return call.words }
      guard call.initial("x-grpc-test-echo-initial") == "test_initial_metadata_value" else {
        return "no initial metadata"
      }
      guard call.trailing("x-grpc-test-echo-trailing-bin") == "q6ur" else {
        return "trailing metadata \(call.trailing("x-grpc-test-echo-trailing-bin") ?? "none")"
      }
    }
    return nil
  }

  private func status(_ words: String) async throws -> String? {
    let asked = ProtoBytes.block(7, ProtoBytes.number(1, 2) + ProtoBytes.block(2, Array(words.utf8)))
    let unary = try await target.unary(Self.service + "UnaryCall", asked)
    let duplex = try await target.call(Self.service + "FullDuplexCall") { sender, _ in try await sender.send(asked) }
    for call in [unary, duplex] where call.code != 2 || call.close?.reason != words { return call.words }
    return nil
  }

  private func unimplemented(_ method: String) async throws -> String? {
    let call = try await target.unary(method, [])
    return call.code == 12 ? nil : call.words
  }

  private func cancelled(afterFirst: Bool) async throws -> String? {
    let method = Self.service + (afterFirst ? "FullDuplexCall" : "StreamingInputCall")
    let (begun, feed) = AsyncStream.makeStream(of: Void.self)
    let target = target
    let running = Task {
      defer { feed.finish() }
      return try await target.call(method) { sender, incoming in
        if afterFirst {
          try await sender.send(ProtoBytes.block(2, ProtoBytes.number(1, 31_415)) + Self.payload(3, 27_182))
          for await _ in incoming { break }
        }
        feed.finish()
        // Open until it is cancelled.
        for await _ in incoming {}
      }
    }
    for await _ in begun {}
    running.cancel()
    let call = try await running.value
    return call.code == 1 && call.messages.count == (afterFirst ? 1 : 0) ? nil : call.words
  }

  private func timeout() async throws -> String? {
    var config = GRPCConfig()
    config.deadline = .milliseconds(1)
    let call = try await target.call(Self.service + "FullDuplexCall", config) { sender, incoming in
      try await sender.send(Self.payload(3, 27_182))
      for await _ in incoming {}
    }
    return call.code == 4 ? nil : call.words
  }

  private static func payload(_ field: Int, _ size: Int) -> [UInt8] {
    ProtoBytes.block(field, ProtoBytes.block(2, [UInt8](repeating: 0, count: size)))
  }

  private static func size(_ answer: [UInt8]) -> Int {
    ProtoBytes.block(1, in: answer).flatMap { ProtoBytes.block(2, in: $0) }?.count ?? 0
  }
}
