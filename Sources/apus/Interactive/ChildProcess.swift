import Basics
import Libc
import Networking
import Synchronization
import Terminal
import TerminalNCurses
import Workspaces

/// Runs programs for the user: an editor on this terminal, a clipboard tool.
enum ChildProcess {
  /// Runs a program on this terminal and waits for it. Returns its exit status; `nil` if it could not be started.
  /// - Parameter ending: becomes readable when the system asks this program to exit; the child is ended first.
  static func run(_ arguments: [String], ending: Int32 = -1) -> Int32? {
    spawn(arguments, input: nil, ending: ending)
  }

  /// Runs a program on this terminal with `input` as its standard input; the program may stop reading early.
  static func run(_ arguments: [String], reading input: ByteStore, ending: Int32 = -1) -> Int32? {
    spawn(arguments, input: input, isSilent: false, ending: ending)
  }

  /// Runs a program with `input` as its standard input and discards its output.
  static func feed(_ arguments: [String], _ input: String) -> Int32? {
    spawn(arguments, input: ByteStore(Array(input.utf8)))
  }

  private static func spawn(
    _ arguments: [String], input: ByteStore?, isSilent: Bool = true, ending: Int32 = -1
  ) -> Int32? {
    guard !arguments.isEmpty else { return nil }
    let pipe = input == nil ? nil : PrivatePipe()
    guard input == nil || pipe != nil else { return nil }
    var start = ChildStart()
    if let pipe {
      start.input = .descriptor(pipe.reading)
      if isSilent { (start.output, start.errors) = (.nothing, .nothing) }
    }
    let started = start.start(arguments)
    if let pipe { close(pipe.reading) }
    guard case .process(let child) = started else {
      if let pipe { close(pipe.writing) }
      return nil
    }
    let guardian = ending < 0 ? nil : ChildGuardian(child, ending: ending)
    if let input, let pipe { write(input, to: pipe.writing) }
    return wait(for: child, guardian)
  }

  private static func write(_ store: ByteStore, to descriptor: Int32) {
    // A child that closes its input early must not kill this program with SIGPIPE.
    let former = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, former) }
    store.withUnsafeBytes { raw in
      var done = 0
      while done < raw.count {
        let next = min(raw.count, done + piece)
        guard Descriptor.write(UnsafeRawBufferPointer(rebasing: raw[done..<next]), to: descriptor) else { break }
        store.releaseResidentMemory(in: done..<next)
        done = next
      }
    }
    close(descriptor)
  }

  private static let piece = 1 << 20

  /// Waits for the child. If it stops, as an editor does on ^Z, this program stops, too; otherwise the shell would not
  /// regain the terminal.
  private static func wait(for child: pid_t, _ guardian: ChildGuardian?) -> Int32? {
    var status: Int32 = 0
    while true {
      // After waitpid, the system may reuse the process ID, and another process would get the signal.
      guardian?.waitForChange()
      if waitpid(child, &status, WUNTRACED) < 0 {
        guard errno == EINTR else { return nil }
      } else if status & 0xFF == 0x7F {
        JobControl.stop()
        kill(child, SIGCONT)
      } else {
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
      }
    }
  }
}

/// Ends a child process when the system asks this program to exit: first with SIGTERM, so that an editor can save its
/// text, then with SIGKILL if the child does not react.
final class ChildGuardian: Sendable {
  /// The wait before SIGKILL, in milliseconds.
  private static let patience: Int32 = 3000

  private let child: pid_t
  private let ending: Int32
  private let isOver = Mutex(false)
  private let over: PrivatePipe

  /// - Parameter ending: becomes readable when the system asks the program to exit.
  /// - Returns: `nil` if the system cannot create a pipe or a thread.
  init?(_ child: pid_t, ending: Int32) {
    guard let over = PrivatePipe() else { return nil }
    self.child = child
    self.ending = ending
    self.over = over
    guard ThreadStart({ [self] in watch() }).launch() else { return nil }
  }

  deinit {
    close(over.reading)
    close(over.writing)
  }

  /// Returns when the child has stopped or exited, before it is reaped.
  func waitForChange() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WSTOPPED | WNOWAIT) < 0, errno == EINTR {}
    guard Self.hasEnded(information) else { return }
    isOver.withLock { $0 = true }
    var byte: UInt8 = 1
    _ = write(over.writing, &byte, 1)
  }

  private static func hasEnded(_ information: siginfo_t) -> Bool {
    [CLD_EXITED, CLD_KILLED, CLD_DUMPED].map { Int32($0) }.contains(information.si_code)
  }

  private func watch() {
    guard isAsked(for: -1) else { return }
    // A stopped process receives SIGTERM only once it continues.
    send(SIGTERM)
    send(SIGCONT)
    var entry = pollfd(fd: over.reading, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, Self.patience) == 0 { send(SIGKILL) }
  }

  /// Waits for a request to end; `false` if the child exits by itself.
  private func isAsked(for milliseconds: Int32) -> Bool {
    while true {
      var entries = [ending, over.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, milliseconds) >= 0 else { continue }
      if entries[1].revents != 0 { return false }
      if entries[0].revents != 0 { return true }
    }
  }

  private func send(_ signal: Int32) {
    isOver.withLock { isOver in
      if !isOver { kill(child, signal) }
    }
  }
}

/// The editor from the setting `editor.command`, `$VISUAL` or `$EDITOR`, otherwise `vi`. The value is a program with
/// arguments; if it contains shell metacharacters such as quotes, `/bin/sh` runs it as a command line, as in git and
/// crontab.
struct ExternalEditor {
  /// The name in messages.
  let name: String
  /// The value of the setting or the variable.
  let line: String
  /// True if a setting or variable names the editor.
  let isChosen: Bool
  private let words: [String]
  private var needsShell: Bool { line.contains { "|&;<>()$`\\\"'*?[#~=%".contains($0) } }

  init(_ environment: [String: String], _ settings: Configuration = Configuration()) {
    let named = [settings.editorCommand?.value, environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
    let chosen = named.first { $0.contains { !$0.isWhitespace } }
    isChosen = chosen != nil
    line = chosen ?? "vi"
    words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    name = words.first ?? "vi"
  }

  func arguments(for path: String) -> [String] {
    needsShell ? ["/bin/sh", "-c", "\(line) \"$@\"", name, path] : words + [path]
  }

  /// Suspends the screen and runs the editor on the terminal. Returns why it failed; `nil` if it succeeded.
  @MainActor func run(on path: String, _ device: any Device) -> String? {
    var status: Int32?
    let ending = device.terminationDescriptor
    device.suspended { status = ChildProcess.run(arguments(for: path), ending: ending) }
    // A shell exits with 127 if the program does not exist.
    guard let status, !(needsShell && status == 127) else { return "\(name) could not be started" }
    return status == 0 ? nil : "\(name) ended with status \(status)"
  }
}

/// The user's browser. It opens only web pages, because the desktop's opener would take anything else as a file, an
/// option, or input for another program.
enum Browser {
  /// Returns once the opener has accepted the page.
  static func open(_ page: WebPage) {
    _ = ChildProcess.feed(opener + [page.url], "")
  }

  private static var opener: [String] {
    #if canImport(Darwin)
    ["open"]
    #else
    ["xdg-open"]
    #endif
  }
}
