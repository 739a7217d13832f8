import Dispatch
import Networking
import TaskThreads

/// The program: does what the command line asks for, and turns every way to end into an exit status.
@main @MainActor enum Program {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    // curl's command line is looked at once more as it was handed over.
    if arguments.count > 1, arguments.first != "curl" { SecretArguments.blank() }
    if let path = screenPath(arguments) {
      // The first frame is drawn here, before any task or thread and without the parser. Measured: with the parser the
      // empty frame took 6 × as long, the frame with the tree's content 1.4 ×.
      do throws(Failure) {
        if let word = path.first { try OpenCommand.check(word) }
        let screen = try Interactive(path: path.first, environment: nil)
        serveScreen { try await screen.run() }
      } catch {
        Ending.leave(after: error)
      }
    }
    if opensScreen(arguments) { serveScreen { try await Apus.run(Array(arguments)) } }
    // Nothing else runs yet: libcurl is opened soonest now.
    if let command = arguments.first, ["send", "curl", "run"].contains(command) { CurlTransport.prepare() }
    Task.detached {
      await end {
        // What belongs to curl is not for the parser: values there may look like options.
        if arguments.first == "curl" { return try await CurlSendCommand.run(Array(arguments.dropFirst())) }
        try await Apus.run(Array(arguments))
      }
    }
    dispatchMain()
  }

  /// Runs `body` to its end, which may use the screen: that is the main actor's, whose work libdispatch hands to the main
  /// thread. Not on the main actor itself: the main thread has to unload itself first, for which it waits while libraries
  /// are opened.
  private static func serveScreen(_ body: @escaping @Sendable () async throws -> Void) -> Never {
    TaskThreads.install()
    Task.detached { await end(after: body) }
    dispatchMain()
  }

  /// Runs `body` to its end, which is the program's.
  private nonisolated static func end(after body: @Sendable () async throws -> Void) async -> Never {
    do {
      try await body()
      Ending.leave(.done)
    } catch {
      Ending.leave(after: error)
    }
  }

  /// Whether the screen may be what is asked for: by its own name, or where no other command is named first.
  private static func opensScreen(_ arguments: ArraySlice<String>) -> Bool {
    guard let word = arguments.first else { return true }
    return word == "open" || word.hasPrefix("-") || !Apus.isCommand(word)
  }

  /// What to open, in an array of at most one, where the command line is no more than that.
  private static func screenPath(_ arguments: ArraySlice<String>) -> [String]? {
    guard let path = arguments.first else { return [] }
    guard arguments.count == 1, !path.isEmpty, !path.hasPrefix("-") else { return nil }
    // No command has a slash or a dot in its name; the table of commands is made only for what may be one.
    let isPath = path.utf8.contains { $0 == 0x2F || $0 == 0x2E }
    return isPath || !Apus.isCommand(path) ? [path] : nil
  }
}
