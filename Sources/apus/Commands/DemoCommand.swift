import ArgumentParser

/// `apus demo`: serves the demo API in the foreground.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Serve the demo API on this computer until ^C; prints its URL.")

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = DemoBackdrop.usualPort

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("\(port) is not a port (0 to 65535).") }
  }

  func run() async throws {
    let port = port
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
