import Testing

/// The demo API in a separate process, because journeys block the threads that a server in this process would need.
struct RunningDemo {
  let url: String
  private let program: RunningProgram

  static func start() async throws -> RunningDemo {
    let program = try Program().start(["demo", "--serve", "--port", "0"])
    let url = try #require(await program.firstOutput()?.split(separator: "\n").first)
    return RunningDemo(url: String(url), program: program)
  }

  /// Ends the server, and returns once it has exited.
  func stop() async {
    program.interrupt()
    _ = await program.result()
  }
}
