import Basics
import Libc
import Synchronization
import Workspaces

/// A child in which scripts run: its process and the socket to it. The child is killed with the last reference.
final class ScriptProcess: Sendable {
  /// How a child came to its end.
  struct Exit: Sendable {
    /// Of `waitpid`.
    var status: Int32

    /// The signal that ended it.
    var signal: Int32? { status & 0x7F == 0 ? nil : status & 0x7F }

    func reason(_ limits: ScriptLimits) -> String {
      switch signal {
      case SIGSYS: "tried a system call that scripts may not make"
      case SIGXCPU: "used 600 s of the processor"
      case SIGKILL: "was killed by the system"
      case nil: "ended without a result"
      // The engine gives up in several ways if the system refuses memory.
      default: "needed more than \(ScriptLimits.text(limits.memory))"
      }
    }
  }

  let socket: Int32
  /// The limit with which it was started.
  let memory: Int
  private let process: pid_t
  private let exit = Mutex<Exit?>(nil)
  private let used = Mutex(Duration.zero)
  private let hasBeenReady = Mutex(false)

  /// - Parameter program: the program with its first arguments.
  init(_ program: [String], memory: Int, variables: [String: String]) throws(ScriptFailure) {
    guard let ends = Self.sockets() else { throw Self.cannotStart(errno) }
    let start = ChildStart(
      input: .descriptor(ends.child), output: .nothing, errors: .nothing, variables: variables)
    let started = start.start(program + [ScriptChild.argument, String(memory)])
    close(ends.child)
    switch started {
    case .process(let child):
      (process, socket, self.memory) = (child, ends.ours, memory)
    case .failed(let code):
      close(ends.ours)
      throw Self.cannotStart(code)
    }
  }

  deinit {
    end()
    close(socket)
  }

  /// Kills the child if it still runs, and waits until the system has removed it.
  @discardableResult func end() -> Exit {
    exit.withLock { exit in
      if let exit { return exit }
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let result = Exit(status: status)
      exit = result
      return result
    }
  }

  /// True once the child is ready.
  var isReady: Bool {
    get { hasBeenReady.withLock { $0 } }
    set { hasBeenReady.withLock { $0 = newValue } }
  }

  /// Adds to the time that scripts ran in this child. Returns whether another job may run in it: the system ends it
  /// after 600 s.
  func mayContinue(after running: Duration) -> Bool {
    used.withLock { used in
      used += running
      return used < .seconds(300)
    }
  }

  private static func cannotStart(_ code: Int32) -> ScriptFailure {
    .unavailable("scripts cannot run: \(String(cString: strerror(code)))")
  }

  /// Two connected sockets that no other child inherits.
  private static func sockets() -> (ours: Int32, child: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
    let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
    let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #if canImport(Darwin)
    var isSet: Int32 = 1
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isSet, socklen_t(MemoryLayout<Int32>.size))
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // macOS ignores MSG_DONTWAIT when it sends.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    #endif
    return (ends[0], ends[1])
  }
}

extension ScriptProcess {
  /// Bytes that arrived, at most 256 KB. Empty if there are none now; `nil` at the end.
  func read() -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      repeat {
        result = recv(socket, buffer.baseAddress, buffer.count, Self.readFlags)
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    if result < 0, errno == EAGAIN { return [] }
    return result > 0 ? bytes : nil
  }

  /// False for a child that has ended, or that says something without a job.
  var isUsable: Bool {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Self.readFlags | Int32(MSG_PEEK))
    return isReady ? count < 0 && errno == EAGAIN : count != 0
  }

  /// Writes what the socket takes now. Returns the number of bytes; `nil` if the child has ended.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.writeFlags) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
    return count
  }

  private static let readFlags = Int32(MSG_DONTWAIT)
  #if canImport(Darwin)
  private static let writeFlags = readFlags
  #else
  private static let writeFlags = readFlags | Int32(MSG_NOSIGNAL)
  #endif
}
