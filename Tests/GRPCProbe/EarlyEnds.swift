import Networking

/// Calls that the server ends early or rejects, and cancelled calls. None may lose its status.
struct EarlyEnds: Sendable {
  private static let service = "/grpc.testing.Ends/"

  let target: ProbeTarget

  /// Makes `count` calls, `parallel` at a time.
  /// - Returns: a description of each fault.
  func run(_ count: Int, parallel: Int = 8) async throws -> [String] {
    try await withThrowingTaskGroup(of: String?.self) { group in
      var (started, wrong) = (0, [String]())
      while started < min(parallel, count) {
        group.addTask { [started] in try await one(started) }
        started += 1
      }
      while let result = try await group.next() {
        if let result { wrong.append(result) }
        guard started < count else { continue }
        group.addTask { [started] in try await one(started) }
        started += 1
      }
      return wrong
    }
  }

  private func one(_ number: Int) async throws -> String? {
    switch number % 4 {
    case 0: try await rejected()
    case 1: try await early(number % 7)
    case 2: try await unary(number)
    default: try await cancelled()
    }
  }

  private func rejected() async throws -> String? {
    let call = try await target.call(Self.service + "Reject") { sender, incoming in
      try await sender.send(ProtoBytes.number(1, 1))
      for await _ in incoming {}
    }
    return call.code == 7 && call.close?.reason == "not you" ? nil : "rejected: \(call.words)"
  }

  private func early(_ answers: Int) async throws -> String? {
    let call = try await target.call(Self.service + "Early") { sender, incoming in
      try await sender.send(ProtoBytes.number(1, answers))
      for await _ in incoming {}
    }
    let isRight = call.code == 10 && call.close?.reason == "that is enough" && call.messages.count == answers
    return isRight ? nil : "early: \(call.messages.count) of \(answers), \(call.words)"
  }

  private func unary(_ number: Int) async throws -> String? {
    let message = ProtoBytes.number(1, number)
    let call = try await target.unary(Self.service + "EchoOne", message)
    return call.code == 0 && call.messages == [message] ? nil : "unary: \(call.words)"
  }

  private func cancelled() async throws -> String? {
    let target = target
    let (begun, feed) = AsyncStream.makeStream(of: Void.self)
    let running = Task {
      defer { feed.finish() }
      return try await target.call(Self.service + "Forever") { sender, incoming in
        try await sender.send(ProtoBytes.number(1, 1000))
        sender.finish()
        for await _ in incoming { feed.finish() }
      }
    }
    for await _ in begun {}
    running.cancel()
    let call = try await running.value
    return call.code == 1 && !call.messages.isEmpty ? nil : "cancelled: \(call.words)"
  }
}
