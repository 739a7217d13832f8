import ArgumentParser
import Workspaces

/// `apus [PATH…]`: opens the screen.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a workspace or collection on the screen, or several side by side.")

  @Argument(
    help: "Workspaces or collections; default: the current folder, else the demo workspace.", completion: .directory)
  var paths: [String] = []

  @Option(name: .shortAndLong, help: "The environment to start with.", completion: .environments)
  var env: String?

  @Flag(help: "For screen readers and simple terminals: say in lines what changes, and draw nothing.")
  var linear = false

  /// Rejects a single word that was probably meant as a command.
  static func check(_ word: String) throws(Failure) {
    // An existing path is opened, or rejected with its own error.
    guard !word.contains("/"), (try? FileSystem.live.resolve(word)) == nil else { return }
    throw Failure(
      .file, "there is neither a folder nor a command \(word); `apus help` lists the commands")
  }

  func run() async throws {
    if let first = paths.first { try Self.check(first) }
    try await Interactive(paths: paths, environment: env, isLinear: linear).run()
  }
}
