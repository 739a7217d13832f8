import Basics
import Libc

/// Runs a program and reads its output. It gets only its arguments and variables, and no input.
package struct ProgramOutput: Sendable {
  /// How a program ended.
  enum Exit {
    /// With the error number of the system.
    case notStarted(Int32)
    /// Killed: it printed or took too much, or its output is no longer wanted.
    case stopped
    /// With its output and the status of `waitpid`.
    case ended([UInt8], status: Int32)
  }

  /// An absolute path.
  private let program: String
  private let variables: [String: String]?
  private let errors: ChildStart.Stream
  /// Becomes readable when the output is no longer wanted; -1 if that never happens.
  private let ending: Int32

  /// - Parameter variables: `nil` for the variables of this program.
  package init(
    _ program: String, variables: [String: String]? = nil, errors: ChildStart.Stream = .nothing, ending: Int32 = -1
  ) {
    self.program = program
    self.variables = variables
    self.errors = errors
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
    guard case .ended(let output, let status) = run(arguments, limit: limit, patience: patience) else { return nil }
    return status == 0 || takesFailure ? output : nil
  }

  /// The same with the reason of a failure. Without `patience`, it waits as long as the program runs.
  func run(_ arguments: [String], limit: Int, patience: Duration? = nil) -> Exit {
    guard let pipe = PrivatePipe() else { return .notStarted(errno) }
    let started = ChildStart(input: .nothing, output: .descriptor(pipe.writing), errors: errors, variables: variables)
      .start([program] + arguments)
    close(pipe.writing)
    defer { close(pipe.reading) }
    let child: pid_t
    switch started {
    case .process(let process): child = process
    case .failed(let code): return .notStarted(code)
    }
    let output = collect(pipe.reading, limit: limit, until: patience.map { .now + $0 })
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return .stopped }
    }
    return output.map { .ended($0, status: status) } ?? .stopped
  }

  private func collect(_ file: Int32, limit: Int, until deadline: ContinuousClock.Instant?) -> [UInt8]? {
    var output: [UInt8] = []
    while output.count <= limit {
      let left = deadline.map { ($0 - .now).wholeMilliseconds }
      if let left, left <= 0 { return nil }
      var entries = [file, ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, left.map { Int32(clamping: $0) } ?? -1) > 0 else { continue }
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
      await ThreadStart.result { work(bell.reading) }
    } onCancel: {
      var ring: UInt8 = 1
      _ = write(bell.writing, &ring, 1)
    }
  }
}
