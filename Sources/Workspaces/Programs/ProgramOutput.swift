import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs a program and reads its output. It gets only its arguments and the given variables, no input, and limited time.
package struct ProgramOutput: Sendable {
  /// An absolute path.
  private let program: String
  private let variables: [String: String]
  /// Becomes readable when the output is no longer wanted; -1 if that never happens.
  private let ending: Int32

  package init(_ program: String, variables: [String: String], ending: Int32 = -1) {
    self.program = program
    self.variables = variables
    self.ending = ending
  }

  /// The first program of this name in the absolute folders of a `PATH`; `nil` if none is installed.
  package static func path(of name: String, in folders: String?) -> String? {
    (folders ?? "").split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// Blocks until the program ends. `nil` if it cannot start, fails, prints more than `limit` bytes, or takes longer
  /// than `patience`, in which case it is killed.
  /// - Parameter takesFailure: whether the output counts even if the program fails.
  package func read(
    _ arguments: [String], limit: Int, patience: Duration, takesFailure: Bool = false
  ) -> [UInt8]? {
    guard let pipe = PrivatePipe() else { return nil }
    let started = start(arguments, output: pipe.writing)
    close(pipe.writing)
    defer { close(pipe.reading) }
    guard let child = started else { return nil }
    let output = collect(pipe.reading, limit: limit, until: .now + patience)
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status == 0 || takesFailure ? output : nil
  }

  private func start(_ arguments: [String], output: Int32) -> pid_t? {
    ChildStart(input: .nothing, output: .descriptor(output), errors: .nothing, variables: variables)
      .start([program] + arguments).process
  }

  private func collect(_ file: Int32, limit: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var output: [UInt8] = []
    while output.count <= limit {
      let left = (deadline - .now).wholeMilliseconds
      guard left > 0 else { return nil }
      var entries = [file, ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, Int32(clamping: left)) > 0 else { continue }
      if entries[1].revents != 0 { return nil }
      guard let block = Descriptor.read(file, limit: 1 << 16) else { return nil }
      if block.isEmpty { return output }
      output += block
    }
    return nil
  }
}

extension ProgramOutput {
  /// Waits for other programs on its own thread, because a task must not block its thread.
  /// - Parameter work: takes a descriptor for `ending`, which becomes readable when the task is cancelled.
  /// - Returns: `nil` if the system has no descriptor or thread left.
  package static func onThread<R: Sendable>(_ work: @escaping @Sendable (_ ending: Int32) -> R) async -> R? {
    guard let bell = PrivatePipe() else { return nil }
    defer {
      close(bell.reading)
      close(bell.writing)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = ThreadStart { continuation.resume(returning: work(bell.reading)) }
        if !thread.launch() { continuation.resume(returning: nil) }
      }
    } onCancel: {
      var ring: UInt8 = 1
      _ = write(bell.writing, &ring, 1)
    }
  }
}
