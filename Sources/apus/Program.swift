import CrashReports
import Dispatch
import Networking
import TaskThreads
import Workspaces

/// Runs the command line and turns every outcome into an exit status.
@main @MainActor enum Program {
  static func main() {
    StandardStreams.hold()
    let arguments = CommandLine.arguments.dropFirst()
    // Before anything is blanked, which would hide it.
    if let place = RawArguments.firstBroken { Ending.leave(after: RawArguments.refusal(of: place)) }
    // `apus curl` reads its arguments again as the system passed them.
    if arguments.count > 1, arguments.first != "curl" { SecretArguments.blank() }
    CrashReport.install(folder: StateFolder.crashReports(), heading: "Crash report of \(ProgramVersion.line)")
    if let paths = screenPaths(arguments) {
      // Draws the first frame here, before any task or thread exists and without the parser. Measured: with the parser,
      // the empty frame took 6 × as long, the frame with the tree 1.4 ×.
      do throws(Failure) {
        if let word = paths.first { try OpenCommand.check(word) }
        let screen = try Interactive(paths: paths, environment: nil)
        serveScreen { try await screen.run() }
      } catch {
        Ending.leave(after: error)
      }
    }
    if opensScreen(arguments) { serveScreen { try await Apus.run(Array(arguments)) } }
    Interruption.ignoreBrokenPipes()
    Signals.block()
    Task.detached {
      await end {
        // curl's arguments bypass the parser, because their values may look like options.
        if arguments.first == "curl" { return try await CurlSendCommand.run(Array(arguments.dropFirst())) }
        try await Apus.run(Array(arguments))
      }
    }
    // Opens libcurl while the command line and the workspace are read. Measured in 200 rounds in turn: `apus send` takes
    // a tenth less than when it begins afterwards.
    if let command = arguments.first, ["send", "curl", "run"].contains(command) { CurlTransport.prepare() }
    Signals.serve()
  }

  /// Runs `body`, which may use the screen. The screen runs on the main actor, and libdispatch runs that on the main
  /// thread. `body` itself starts elsewhere, because `dispatchMain` must first tear down the main thread, which waits
  /// while libraries are opened.
  private static func serveScreen(_ body: @escaping @Sendable () async throws -> Void) -> Never {
    TaskThreads.install()
    Task.detached { await end(after: body) }
    dispatchMain()
  }

  /// Runs `body`, then exits.
  private nonisolated static func end(after body: @Sendable () async throws -> Void) async -> Never {
    do {
      try await body()
      Ending.leave(.done)
    } catch {
      Ending.leave(after: error)
    }
  }

  /// Whether the command line may use the terminal as a screen, on the main actor: it says `open` or `keys`, or starts
  /// with no other command.
  private static func opensScreen(_ arguments: ArraySlice<String>) -> Bool {
    guard let word = arguments.first else { return true }
    return ["open", "keys"].contains(word) || word.hasPrefix("-") || !Apus.isCommand(word)
  }

  /// The folders to open; `nil` if the command line contains something else.
  private static func screenPaths(_ arguments: ArraySlice<String>) -> [String]? {
    guard let path = arguments.first else { return [] }
    guard arguments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else { return nil }
    // Command names contain no slash or dot. The command table is created only for words that may be commands.
    let isPath = path.utf8.contains { $0 == 0x2F || $0 == 0x2E }
    return isPath || !Apus.isCommand(path) ? Array(arguments) : nil
  }
}
