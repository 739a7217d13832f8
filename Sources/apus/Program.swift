import CrashReports
import Dispatch
import Libc
import Networking
import Scripting
import TaskThreads
import Workspaces

/// Runs the command line and turns every outcome into an exit status.
@main @MainActor enum Program {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    // Before anything opens a file or starts a thread: the child that runs scripts confines itself.
    if arguments.first == ScriptChild.argument { ScriptChild.run(memory: arguments.dropFirst().first) }
    StandardStreams.hold()
    // Runs before secrets are blanked, which would hide the invalid bytes.
    if let place = RawArguments.firstBroken { Exit.leave(after: RawArguments.refusal(of: place)) }
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
        Exit.leave(after: error)
      }
    }
    if Array(arguments) == ["demo"], Output.standardInputIsTerminal {
      // As above: without the parser.
      do throws(Failure) {
        let screen = try Interactive(demoAt: nil)
        serveScreen { try await screen.run() }
      } catch {
        Exit.leave(after: error)
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
    // Opens libcurl while the command line and the workspace are read. Measured in 200 alternating rounds: `apus send`
    // takes a tenth less time than when libcurl is opened afterwards.
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
      Exit.leave(.done)
    } catch {
      Exit.leave(after: error)
    }
  }

  /// Returns whether the command line may use the terminal as a screen, on the main actor: it starts with `open`,
  /// `keys`, `demo` or no command at all.
  private static func opensScreen(_ arguments: ArraySlice<String>) -> Bool {
    guard let word = arguments.first else { return true }
    if word == "demo" { return !arguments.contains("--serve") }
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

/// The arguments as the system passed them. Swift repairs arguments that are not UTF-8, which would change the request
/// or file that the user typed.
enum RawArguments {
  /// The index of the first argument that is not UTF-8; the program's name has index 0.
  static var firstBroken: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { place in
      guard let word = CommandLine.unsafeArgv[place] else { return false }
      let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
      return String(validating: bytes, as: UTF8.self) == nil
    }
  }

  /// The failure that reports this argument.
  static func refusal(of place: Int) -> Failure {
    Failure(
      .usage,
      "argument \(place) is not UTF-8: put bytes into a file and name it with @, or rename the named file")
  }
}

/// The three standard streams, which may be closed when the program starts (`2>&-` in a shell).
enum StandardStreams {
  /// Occupies the descriptors of closed standard streams. Otherwise the next opened file or connection would get one of
  /// them and receive output for the terminal.
  ///
  /// They are opened in the opposite direction, so that reading and writing fail as on a closed stream.
  static func hold() {
    for (number, way) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The system assigns the lowest free descriptor, which is this one.
      _ = open("/dev/null", way)
    }
  }
}
