package import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program running on a real pseudo-terminal: types keys, records its output, and receives its reports.
package final class PseudoTerminal {
  /// The step that the program failed to take.
  package struct Failure: Error, CustomStringConvertible { public var description: String }

  package let process: pid_t
  private let main: Int32
  private let reports: Int32
  /// All output so far.
  package private(set) var output: [UInt8] = []
  private var reported: [UInt8] = []
  private var isMainOpen = true
  private var status: Int32?
  /// The terminal's settings before the program started.
  package let settings: termios

  /// Starts a program.
  /// - Parameters:
  ///   - program: its path, or its name if it is next to the tests.
  ///   - underShell: true to start it in a shell with job control. When the program stops, the shell stops, too, which
  ///     can be waited for; when continued, the shell resumes the program.
  ///   - environment: all variables besides the terminal type, the locale and the path.
  package init(
    _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, underShell: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    let (main, path) = try PseudoTerminal.open()
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    var settings = termios()
    tcgetattr(main, &settings)
    var ends: [Int32] = [0, 0]
    // Children of other tests must not inherit the pipe, or they would keep it open.
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.main = main
    self.settings = settings
    reports = ends[0]
    process = try PseudoTerminal.spawn(
      (underShell ? PseudoTerminal.shell : []) + [program.contains("/") ? program : PseudoTerminal.beside(program)]
        + arguments, path: path, reports: ends[1], environment: environment)
    close(ends[1])
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(main)
    close(reports)
  }

  /// Bash ends a loop when one of its jobs stops, so three stops are spelled out.
  private static let shell = [
    "/bin/bash", "-c",
    #"set -m; more() { [ -z "$(jobs)" ] || { kill -STOP $$; fg > /dev/null; s=$?; }; }; "$@"; s=$?; more; more; more; exit $s"#,
    "bash",
  ]

  /// The foreground process group of the terminal.
  package var foreground: pid_t { tcgetpgrp(main) }

  /// A new pseudo-terminal: its main end, and the path of the other end.
  private static func open() throws -> (Int32, String) {
    #if os(Linux)
    // Swift does not import the POSIX functions here; these calls do the same.
    let main = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: Int32 = 0
    guard main >= 0, ioctl(main, 0x4004_5431, &unlocked) == 0, ioctl(main, 0x8004_5430, &number) == 0 else {
      throw Failure(description: "no pseudo-terminal")
    }
    return (main, "/dev/pts/\(number)")
    #else
    let main = posix_openpt(O_RDWR | O_NOCTTY)
    _ = fcntl(main, F_SETFD, FD_CLOEXEC)
    guard main >= 0, grantpt(main) == 0, unlockpt(main) == 0, let name = ptsname(main) else {
      throw Failure(description: "no pseudo-terminal")
    }
    return (main, String(cString: name))
    #endif
  }

  #if os(Linux)
  private static let ownSession: Int16 = 0x80
  #else
  private static let ownSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  /// The limit only stops a test that would otherwise hang.
  private static let patience = Duration.seconds(60)

  /// The path of a program built together with these tests.
  private static func beside(_ name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  private static func spawn(
    _ command: [String], path: String, reports: Int32, environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // In a new session, the first terminal opened becomes the controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_adddup2(&actions, reports, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Unblocks signals, as a shell does: the threads of tests block some, and the child would inherit that.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, ownSession | Int16(POSIX_SPAWN_SETSIGMASK))
    var variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    variables.merge(environment) { $1 }
    // Some tests crash the program on purpose; they do not need its backtrace.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    let program = command[0]
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    var process: pid_t = 0
    let result = ChildStart.alone {
      posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
    }
    guard result == 0 else {
      throw Failure(description: "cannot start \(program): \(String(cString: strerror(result)))")
    }
    return process
  }

  /// Types text.
  package func type(_ text: String) { type(Array(text.utf8)) }

  /// Types bytes and reads in the meantime, so that neither side blocks the other.
  package func type(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty {
      var ready = pollfd(fd: main, events: Int16(POLLOUT | POLLIN), revents: 0)
      // If the program reads nothing, the test will see that it does not respond.
      guard poll(&ready, 1, 10_000) > 0 else { return }
      if ready.revents & Int16(POLLIN) != 0 { pump() }
      guard ready.revents & Int16(POLLOUT) != 0 else { continue }
      let count = left.prefix(1_024).withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      left = left.dropFirst(count)
    }
  }

  /// Changes the size; the system notifies the program with SIGWINCH.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  /// The next line that the program reports.
  package func report() throws -> String {
    while true {
      if let end = reported.firstIndex(of: 0x0A) {
        let line = String(decoding: reported[..<end], as: UTF8.self)
        reported.removeSubrange(...end)
        return line
      }
      guard pump() else { throw Failure(description: "no report; it drew: \(visibleOutput)") }
    }
  }

  /// Waits until the program has drawn this text.
  package func waitForOutput(_ text: String) throws {
    let wanted = Data(text.utf8)
    while Data(output).range(of: wanted) == nil {
      guard pump() else { throw Failure(description: "never drew \(text.debugDescription): \(visibleOutput)") }
    }
  }

  /// Waits until the program has exited; returns its status as `waitpid` does.
  package func waitForEnd() throws -> Int32 {
    let limit = ContinuousClock.now + PseudoTerminal.patience
    while isMainOpen, ContinuousClock.now < limit, pump() {}
    // A program that does not exit must fail its test instead of blocking it.
    let isStuck = isMainOpen && ContinuousClock.now >= limit
    if isMainOpen { kill(process, SIGKILL) }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw Failure(description: "not my child") }
    self.status = status
    guard !isStuck else { throw Failure(description: "the program did not end") }
    return status
  }

  /// Waits until the program is stopped; `false` if it never is.
  package func waitForStop() -> Bool {
    let limit = ContinuousClock.now + PseudoTerminal.patience
    var status: Int32 = 0
    while ContinuousClock.now < limit {
      let changed = waitpid(process, &status, WUNTRACED | WNOHANG)
      guard changed == 0 else {
        let isStopped = status & 0xFF == 0x7F
        if !isStopped { self.status = status }
        return changed == process && isStopped
      }
      // Nothing announces the stop, so poll for it.
      poll(nil, 0, 2)
    }
    return false
  }

  /// The current terminal settings.
  package var currentSettings: termios {
    var settings = termios()
    tcgetattr(main, &settings)
    return settings
  }

  /// The end of the output, with control characters made visible.
  package var visibleOutput: String {
    String(decoding: output.suffix(2_000), as: UTF8.self).unicodeScalars.reduce(into: "") {
      $0 += $1.value < 0x20 ? "^" + String(Unicode.Scalar($1.value + 0x40) ?? "?") : String($1)
    }
  }

  /// Reads the available output without waiting for more.
  package func drain() {
    var ready = pollfd(fd: isMainOpen ? main : -1, events: Int16(POLLIN), revents: 0)
    while isMainOpen, poll(&ready, 1, 0) > 0 { pump() }
  }

  /// Reads the available output. Waits up to a minute, because a busy machine draws late; `false` if nothing came.
  @discardableResult package func pump() -> Bool {
    var ready = [
      pollfd(fd: isMainOpen ? main : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reports, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&ready, 2, 60_000) > 0 else { return false }
    var hasRead = false
    let hasReport = ready[1].revents != 0
    if ready[0].revents != 0 {
      // Reads all of it, because a report must come with everything drawn before it.
      repeat {
        let bytes = PseudoTerminal.read(main)
        output += bytes
        if bytes.isEmpty { isMainOpen = false }
      } while isMainOpen && poll(&ready, 1, 0) > 0
      hasRead = true
    }
    if hasReport {
      let bytes = PseudoTerminal.read(reports)
      reported += bytes
      hasRead = hasRead || !bytes.isEmpty
    }
    return hasRead
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      #if canImport(Glibc)
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      #else
      count = max(0, Darwin.read(descriptor, buffer.baseAddress, buffer.count))
      #endif
    }
  }
}
