import Basics
import Dispatch
import Scripting
import TestSupport
import Testing
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The powers of code that has taken over a child. The probe makes the calls itself, because no script can.
@Suite(.scriptEngine) struct ScriptConfinementTests {
  private static let job = ScriptBench().job(["pm.test('runs', () => {})"])

  #if os(Linux)
  private static let refused = [
    "open", "create", "stat", "access", "readlink", "raise-limit", "executable", "make-executable", "memory",
  ]
  #else
  private static let refused = ["open", "create"]
  #endif

  @Test(arguments: refused)
  func `A child is refused a file, a limit, executable memory`(call: String) async throws {
    let crowd = try ScriptCrowd(call: call)
    // The probe ends without a result if the call succeeds.
    let outcome = try await crowd.engine.run(Self.job) { _ in ScriptAnswer([:]) }
    #expect(outcome.verdicts.map(\.passed) == [true])
  }

  #if os(Linux)
  @Test(arguments: ["clone3", "prctl-dumpable"])
  func `A child goes on after a call that the C library needs refused`(call: String) async throws {
    let crowd = try ScriptCrowd(call: call)
    let outcome = try await crowd.engine.run(Self.job) { _ in ScriptAnswer([:]) }
    #expect(outcome.verdicts.count == 1)
  }

  @Test(arguments: [
    "unlink", "socket", "socketpair", "pipe", "dup", "fork", "vfork", "exec", "spawn", "kill", "kill-all", "setsid",
    "chdir", "setuid", "io_uring", "pidfd_open", "openat2", "ptrace", "process_vm_readv", "bpf", "perf_event_open",
    "memfd_create", "userfaultfd", "unshare", "clone-process", "seccomp", "other-abi", "other-thread",
  ])
  func `The system ends a child at a call that scripts may not make`(call: String) async throws {
    let crowd = try ScriptCrowd(call: call)
    let failure = await #expect(throws: ScriptFailure.self) {
      _ = try await crowd.engine.run(Self.job) { _ in ScriptAnswer([:]) }
    }
    #expect(
      failure == .unavailable("scripts cannot run: the engine tried a system call that scripts may not make"))
  }
  #endif

  @Test func `A child ends with Apus, also in the middle of a script`() async throws {
    let mark = "mark-\(UInt64.random(in: 0 ... .max))"
    let program = try Executable.path("ScriptProbe")
    let output = try #require(PrivatePipe())
    defer { Descriptor.close(output.reading) }
    let started = ChildStart(input: .nothing, output: .descriptor(output.writing))
      .start([program, "parent", mark])
    Descriptor.close(output.writing)
    let parent = try #require(started.process)
    var lines = DescriptorLines(output.reading)
    #expect(lines.next() == Array("runs".utf8))
    let child = try #require(ProcessTable.processes(withArgument: mark).first { $0 != parent })
    let end = try #require(ProcessEnd(of: child))
    kill(parent, SIGKILL)
    var status: Int32 = 0
    while waitpid(parent, &status, 0) < 0, errno == EINTR {}
    end.wait()
    #expect(!ProcessTable.processes(withArgument: mark).contains(child))
  }

  @Test func `A child has none of the variables of the user`() {
    let environment = ["TOKEN": "secret", "PATH": "/bin", "LANG": "de_DE.UTF-8"]
    let variables = ScriptEngine.variables(environment, "Asia/Tokyo")
    #expect(variables["TOKEN"] == nil)
    #expect(variables["PATH"] == nil)
    #expect(variables["LANG"] == "de_DE.UTF-8")
    #expect(variables["TZ"] == "Asia/Tokyo")
    #expect(variables["GIGACAGE_ENABLED"] == "0")
  }
}

#if os(Linux)
/// Waits for the end of a process that is not a child of this one (pidfd_open(2)).
struct ProcessEnd {
  private let descriptor: Int32

  init?(of process: pid_t) {
    typealias Call = @convention(c) (Int, Int, Int) -> Int
    // Swift cannot call functions with a variable number of arguments.
    guard let address = dlsym(nil, "syscall") else { return nil }
    descriptor = Int32(unsafeBitCast(address, to: Call.self)(434, Int(process), 0))
    if descriptor < 0 { return nil }
  }

  func wait() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
    Descriptor.close(descriptor)
  }
}
#else
/// Waits for the end of a process that is not a child of this one (kqueue(2)).
struct ProcessEnd {
  private let source: any DispatchSourceProcess
  private let hasEnded = DispatchSemaphore(value: 0)

  init?(of process: pid_t) {
    source = DispatchSource.makeProcessSource(identifier: process, eventMask: .exit, queue: .global())
    source.setEventHandler { [hasEnded] in hasEnded.signal() }
    source.activate()
  }

  func wait() {
    hasEnded.wait()
    source.cancel()
  }
}
#endif
