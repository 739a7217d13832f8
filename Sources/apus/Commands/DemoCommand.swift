import ArgumentParser

/// `apus demo`: opens the demo on the screen, or serves only its API.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Open the demo on the screen; its API runs on this computer meanwhile.",
    discussion: """
      The demo is a copy in your data folder ($XDG_DATA_HOME/apus/demo, by default ~/.local/share/apus/demo), which is \
      yours to change. A later version of Apus updates the files that you did not change. Remove the folder to start \
      again.
      """)

  @Flag(help: "Serve only the API, until ^C; prints its URL.")
  var serve = false

  @Option(help: "The port of the API; 0 for any free port. Default: \(DemoBackdrop.usualPort).")
  var port: Int?

  @Flag(help: "For screen readers and simple terminals: print changes as lines, and draw nothing.")
  var linear = false

  func validate() throws {
    if let port, !(0...65535).contains(port) { throw ValidationError("\(port) is not a port (0 to 65535).") }
    if serve, linear { throw ValidationError("--serve and --linear exclude each other.") }
  }

  func run() async throws {
    guard !serve else { return try await serveAPI() }
    guard Output.standardInputIsTerminal else {
      throw Failure(.usage, "the demo needs a terminal; apus demo --serve serves only its API")
    }
    try await Interactive(demoAt: port, isLinear: linear).run()
  }

  private func serveAPI() async throws {
    let port = port ?? DemoBackdrop.usualPort
    try await Interruption.cancelling {
      let server = try HelperProcess.demo(port: port)
      try Output.standard.line(server.url).get()
      Output.error.say("The demo API answers until ^C.")
      await withTaskCancellationHandler {
        await server.wait()
      } onCancel: {
        server.end()
      }
    }
  }
}
