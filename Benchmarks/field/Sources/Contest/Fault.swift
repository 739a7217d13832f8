/// One fault of a server, and what a library makes of it.
struct Fault {
  let kind: String
  let url: String

  init(_ kind: String, _ url: String) {
    self.kind = kind
    self.url = url
  }

  func outcome(of contender: some Contender) async -> String {
    do {
      switch kind {
      case "cancel": return try await cancelled(contender)
      case "redirect": return try await contender.answer("POST", url, body: "kept", within: 5)
      case "get-body": return try await contender.answer("GET", url, body: "kept", within: 5)
      case "flood": return try await contender.answer("GET", url, body: nil, within: 2)
      default: return try await contender.answer("GET", url, body: nil, within: 5)
      }
    } catch {
      return "error: \(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  /// Cancels while the body comes, ten times; the longest time until the task had ended, in milliseconds.
  private func cancelled(_ contender: some Contender) async throws -> String {
    var longest = 0.0
    for _ in 0..<10 {
      let (began, start) = AsyncStream.makeStream(of: Void.self)
      let task = Task { try await contender.stream(url) { start.yield() } }
      for await _ in began { break }
      let asked = ContinuousClock.now
      task.cancel()
      _ = await task.result
      longest = max(longest, (ContinuousClock.now - asked) / .milliseconds(1))
    }
    return "ended within \(Int(longest) + 1) ms"
  }
}
