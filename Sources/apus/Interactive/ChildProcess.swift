import Bytes

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Programs that the user asked for: an editor on this terminal, a clipboard tool.
enum ChildProcess {
  /// Runs a program on this terminal and waits; its exit status, `nil` when it could not be started.
  static func run(_ arguments: [String]) -> Int32? {
    spawn(arguments, input: nil)
  }

  /// Runs a program on this terminal with `input` as its standard input; a program that stops reading is content.
  static func run(_ arguments: [String], reading input: ByteStore) -> Int32? {
    spawn(arguments, input: input, isSilent: false)
  }

  /// Runs a program with `input` as its standard input and its output thrown away.
  static func feed(_ arguments: [String], _ input: String) -> Int32? {
    spawn(arguments, input: ByteStore(Array(input.utf8)))
  }

  /// The words of `$VISUAL` or `$EDITOR` as a shell divides them at blanks; `vi` where neither says.
  static func editor(_ environment: [String: String]) -> [String] {
    let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
    return named.split(separator: " ").map(String.init)
  }

  private static func spawn(_ arguments: [String], input: ByteStore?, isSilent: Bool = true) -> Int32? {
    guard let program = arguments.first else { return nil }
    var ends: [Int32] = [-1, -1]
    if input != nil, pipe(&ends) != 0 { return nil }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The child must not inherit what this program ignores: an editor wants its own SIGINT and SIGPIPE.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGINT, SIGPIPE, SIGTSTP, SIGTERM, SIGHUP, SIGWINCH] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    if input != nil {
      posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
      posix_spawn_file_actions_addclose(&actions, ends[1])
      if isSilent {
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      }
    }
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let failed = posix_spawnp(&child, program, &actions, &attributes, &words, environ)
    if input != nil { close(ends[0]) }
    guard failed == 0 else {
      if input != nil { close(ends[1]) }
      return nil
    }
    if let input { write(input, to: ends[1]) }
    return wait(for: child)
  }

  private static func write(_ store: ByteStore, to descriptor: Int32) {
    // A reader that ends early must not end this program with it.
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

  private static func wait(for child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }
}
