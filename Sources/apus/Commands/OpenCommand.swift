import ArgumentParser

/// `apus [PATH]`: the screen.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a workspace or collection on the screen.")

  @Argument(
    help: "A workspace or a collection; default: the current folder, else the demo workspace.", completion: .directory)
  var path: String?

  @Option(name: .shortAndLong, help: "The environment to start with.", completion: .environments)
  var env: String?

  func run() async throws {
    try await Interactive.run(path: path, environment: env)
  }
}
