import ArgumentParser
import Basics
import Workspaces

/// `apus [PATH…]`: opens the screen.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a workspace or collection on the screen, or several side by side.")

  @Argument(
    help: "Workspaces, collections or other folders; default: the current folder.", completion: .directory)
  var paths: [String] = []

  @Option(name: .shortAndLong, help: "The environment to start with.", completion: .environments)
  var env: String?

  @Flag(help: "For screen readers and simple terminals: print changes as lines, and draw nothing.")
  var linear = false

  /// Rejects a word that was probably meant as a command, or is a URL.
  static func check(_ word: String) throws(Failure) {
    // An existing path is opened, or rejected with its own error.
    guard (try? FileSystem.live.resolve(word)) == nil else { return }
    if word.contains("://") {
      throw Failure(
        .file, "\(word) is not a folder; `apus send \(word)` sends it, as does Enter after typing it on the screen")
    }
    guard !word.contains("/") else { return }
    let near = NearestWord.of(word, in: Apus.commandNames).map { "; did you mean `apus \($0)`?" }
    throw Failure(
      .file, "no folder and no command is named \(word)\(near ?? "; `apus help` lists the commands")")
  }

  func run() async throws {
    for path in paths { try Self.check(path) }
    try await Interactive(paths: paths, environment: env, isLinear: linear).run()
  }
}
