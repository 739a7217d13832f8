import Basics
import TerminalNCurses
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs programs for the user: an editor on this terminal, a clipboard tool.
enum ChildProcess {
  /// Runs a program on this terminal and waits for it. Returns its exit status; `nil` if it could not be started.
  /// - Parameter ending: becomes readable when the system asks this program to exit; the child is then ended first.
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
        let count = unistdWrite(descriptor, raw.baseAddress?.advanced(by: done), min(raw.count - done, piece))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        store.releaseResidentMemory(in: done..<done + count)
        done += count
      }
    }
    close(descriptor)
  }

  private static let piece = 1 << 20

  private static func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
    #else
    Darwin.write(descriptor, bytes, count)
    #endif
  }

  /// If the child stops, as an editor does on ^Z, this program stops, too; otherwise the shell would not regain the
  /// terminal.
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
