import Testing

/// The demo API in a process of its own: journeys block the threads that a server in this process would need to answer.
struct RunningDemo {
  let url: String
  private let program: RunningProgram

  static func start() async throws -> RunningDemo {
    let program = try Program().start(["demo", "--port", "0"])
    let url = try #require(await program.firstOutput()?.split(separator: "\n").first)
    return RunningDemo(url: String(url), program: program)
  }

  /// Ends it, and returns once it has.
  func stop() async {
    program.interrupt()
    _ = await program.result()
  }
}
