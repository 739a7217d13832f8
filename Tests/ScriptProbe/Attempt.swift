#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The calls that a confined process tries. Each returns whether it succeeded, unless the system kills the process.
enum Attempt {
  static var all: [String: () -> Bool] {
    files.merging(processes) { $1 }.merging(memory) { $1 }.merging(numbered) { $1 }
  }

  private static var files: [String: () -> Bool] {
    [
      "nothing": { false },
      "open": { open("/etc/passwd", O_RDONLY) >= 0 },
      "create": { open("/tmp/apus-script-probe", O_CREAT | O_WRONLY, 0o600) >= 0 },
      "stat": {
        var status = stat()
        return stat("/etc/passwd", &status) == 0
      },
      "access": { access("/etc/passwd", R_OK) == 0 },
      "readlink": {
        var bytes = [CChar](repeating: 0, count: 100)
        return readlink("/proc/self/exe", &bytes, 100) >= 0
      },
      "unlink": { unlink("/tmp/apus-script-probe-without-file") == 0 || errno == ENOENT },
      "socket": { socket(AF_INET, streamSocket, 0) >= 0 },
      "socketpair": {
        var ends: [Int32] = [0, 0]
        return socketpair(AF_UNIX, streamSocket, 0, &ends) == 0
      },
      "pipe": {
        var ends: [Int32] = [0, 0]
        return pipe(&ends) == 0
      },
      "dup": { dup(0) >= 0 },
    ]
  }

  private static var processes: [String: () -> Bool] {
    [
      "fork": { call("fork") { (function: @convention(c) () -> Int32) in function() >= 0 } },
      "vfork": { call("vfork") { (function: @convention(c) () -> Int32) in function() >= 0 } },
      "exec": {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        return execv("/bin/true", &arguments) == 0
      },
      "spawn": {
        var child = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        return posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil) == 0
      },
      "kill": { kill(getppid(), 0) == 0 },
      "kill-all": { kill(-1, 0) == 0 },
      "setsid": { setsid() >= 0 },
      "chdir": { chdir("/") == 0 },
      "setuid": { setuid(1) == 0 },
    ]
  }

  private static var memory: [String: () -> Bool] {
    [
      "raise-limit": {
        var limit = rlimit()
        getrlimit(addressSpace, &limit)
        limit.rlim_cur = limit.rlim_max
        return setrlimit(addressSpace, &limit) == 0
      },
      "executable": {
        mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | anonymous, -1, 0) != MAP_FAILED
      },
      "make-executable": {
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
        return mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0
      },
      // Leaves less than three quarters of the memory to the scripts. It is no attempt that must fail.
      "keep-memory": {
        _ = mmap(nil, 100 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
        return false
      },
      "memory": { mmap(nil, 400 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0) != MAP_FAILED },
    ]
  }

  private static func call<Function>(_ name: String, _ body: (Function) -> Bool) -> Bool {
    // Swift hides these functions.
    guard let address = dlsym(nil, name) else { exit(3) }
    return body(unsafeBitCast(address, to: Function.self))
  }

  #if canImport(Darwin)
  private static let anonymous = MAP_ANON
  private static let streamSocket = SOCK_STREAM
  private static let addressSpace = RLIMIT_AS
  private static var numbered: [String: () -> Bool] { [:] }
  #else
  private static let anonymous = Int32(MAP_ANONYMOUS)
  #if canImport(Glibc)
  private static let streamSocket = Int32(SOCK_STREAM.rawValue)
  private static let addressSpace = __rlimit_resource_t(UInt32(RLIMIT_AS.rawValue))
  #else
  private static let streamSocket = SOCK_STREAM
  private static let addressSpace = RLIMIT_AS
  #endif

  /// Calls without a function in the C library, by their numbers.
  private static var numbered: [String: () -> Bool] {
    [
      "clone3": { number(435, 0, 0) },
      "io_uring": { number(425, 1, 0) },
      "pidfd_open": { number(434, Int(getpid()), 0) },
      "openat2": { number(437, -100, 0) },
      "ptrace": { number(ptrace, 0, 0) },
      "process_vm_readv": { number(readOther, Int(getpid()), 0) },
      "bpf": { number(bpf, 0, 0) },
      "perf_event_open": { number(perf, 0, 0) },
      "memfd_create": { number(memoryFile, 0, 0) },
      "userfaultfd": { number(userFaults, 0, 0) },
      "unshare": { number(unshare, 0x1000_0000, 0) },
      "clone-process": { number(clone, 17, 0) },
      "seccomp": { number(seccomp, 0, 0) },
      "other-abi": { number(0x4000_0000 | 39, 0, 0) },
      "prctl-dumpable": { number(prctl, 4, 1) },
      "other-thread": { number(signalThread, 1, 1) },
    ]
  }

  /// A refused call returns -1. One that reached its function may fail in another way, which counts as success.
  private static func number(_ number: Int, _ first: Int, _ second: Int) -> Bool {
    typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
    return call("syscall") { (function: Function) in
      function(number, first, second, 0, 0, 0, 0) >= 0
        || ![EPERM, EACCES, EINVAL, ENOSYS].contains(errno) || (number != prctl && errno == EINVAL)
    }
  }

  #if arch(x86_64)
  private static let (ptrace, readOther, bpf, perf, memoryFile) = (101, 310, 321, 298, 319)
  private static let (userFaults, unshare, clone, seccomp, prctl, signalThread) = (323, 272, 56, 317, 157, 234)
  #else
  private static let (ptrace, readOther, bpf, perf, memoryFile) = (117, 270, 280, 241, 279)
  private static let (userFaults, unshare, clone, seccomp, prctl, signalThread) = (282, 97, 220, 277, 167, 131)
  #endif
  #endif
}
