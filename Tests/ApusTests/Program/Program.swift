import Foundation
import TestSupport

/// The built program, run as a user runs it.
struct Program: Sendable {
  struct Result: Sendable {
    var status: Int32
    var output: [UInt8]
    var error: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
    /// The output as JSON.
    func json() throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: Data(output)) }
  }

  /// The program's current folder and home, isolated from other configuration and workspaces.
  var folder: String
  var variables: [String: String] = [:]
  /// Keeps the program's own folder alive.
  private let own: TemporaryDirectory?

  /// Runs in its own empty folder, away from other files in the temporary folder.
  init() throws {
    let own = try TemporaryDirectory("program")
    folder = own.path
    self.own = own
  }

  init(in folder: String) {
    self.folder = folder
    own = nil
  }

  /// The path of the program built together with these tests.
  static func path() throws -> String { try Executable.path("apus") }

  /// Runs the program until it exits.
  func run(_ arguments: String..., input: [UInt8] = []) async throws -> Result {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: [UInt8] = []) async throws -> Result {
    try await Self.run(try Self.path(), arguments, in: folder, variables: variables, input: input)
  }

  /// Runs a line of shell with `apus` in its PATH.
  func shell(_ line: String, shell: String = "/bin/sh") async throws -> Result {
    let folder = URL(fileURLWithPath: try Self.path()).deletingLastPathComponent().path
    let path = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try await Self.run(
      shell, ["-c", line], in: self.folder, variables: variables.merging(["PATH": path]) { _, new in new }, input: [])
  }

  /// Runs another program in the same folder.
  func run(path: String, _ arguments: [String] = [], input: [UInt8] = []) async throws -> Result {
    try await Self.run(path, arguments, in: folder, variables: variables, input: input)
  }

  /// Starts the program and returns while it is running.
  func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(try Self.path(), arguments, in: folder, variables: environment(variables))
  }

  private func environment(_ variables: [String: String]) -> [String: String] {
    Self.environment(in: folder, variables)
  }

  private static func environment(in folder: String, _ variables: [String: String]) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": path, "HOME": folder, "LANG": "C.UTF-8", "NO_PROXY": "*"].merging(variables) { _, new in new }
  }

  private static func run(
    _ path: String, _ arguments: [String], in folder: String, variables: [String: String], input: [UInt8]
  ) async throws -> Result {
    let running = try RunningProgram(
      path, arguments, in: folder, variables: environment(in: folder, variables), input: input)
    return await running.result()
  }
}

/// A running process; its output streams are read in the background, so that it never blocks on a full pipe.
final class RunningProgram: Sendable {
  private let process: ProcessBox
  private let output: Task<Data, Never>
  private let error: Task<Data, Never>
  private let firstLine: AsyncStream<String>
  private let ended: Task<Int32, Never>

  // Process is not marked as Sendable; once started, it is only signalled and asked for its ID.
  private final class ProcessBox: @unchecked Sendable {
    let process = Process()
  }

  init(
    _ path: String, _ arguments: [String], in folder: String, variables: [String: String], input: [UInt8] = []
  ) throws {
    let box = ProcessBox()
    process = box
    let (standardOutput, standardError, standardInput) = (Pipe(), Pipe(), Pipe())
    box.process.executableURL = URL(fileURLWithPath: path)
    box.process.arguments = arguments
    box.process.currentDirectoryURL = URL(fileURLWithPath: folder)
    box.process.environment = variables
    box.process.standardOutput = standardOutput
    box.process.standardError = standardError
    box.process.standardInput = standardInput
    let (ends, finish) = AsyncStream<Int32>.makeStream()
    box.process.terminationHandler = { process in
      // As in a shell, 128 plus the signal if a signal ended the process, such as one that arrived before it was
      // handled.
      let isSignal = process.terminationReason == .uncaughtSignal
      finish.yield(isSignal ? 128 + process.terminationStatus : process.terminationStatus)
      finish.finish()
    }
    try box.process.start()
    let (lines, line) = AsyncStream<String>.makeStream()
    firstLine = lines
    output = Self.reading(standardOutput.fileHandleForReading) { text in
      line.yield(text)
    } finished: {
      line.finish()
    }
    error = Self.reading(standardError.fileHandleForReading) { _ in
    } finished: {
    }
    // A process that never ends must fail its test instead of blocking it.
    DispatchQueue.global().asyncAfter(deadline: .now() + 180) { [weak box] in
      if let process = box?.process, process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }
    DispatchQueue(label: "input").async {
      // A program that does not read its input does not fail the test.
      try? standardInput.fileHandleForWriting.write(contentsOf: Data(input))
      try? standardInput.fileHandleForWriting.close()
    }
    ended = Task {
      for await status in ends { return status }
      return -1
    }
  }

  /// Waits for the process to exit.
  func result() async -> Program.Result {
    let (output, error, status) = (await output.value, await error.value, await ended.value)
    return Program.Result(status: status, output: [UInt8](output), error: String(decoding: error, as: UTF8.self))
  }

  /// The first piece of output; `nil` if it exits without any.
  func firstOutput() async -> String? {
    for await text in firstLine { return text }
    return nil
  }

  /// The ID of the process.
  var id: Int32 { process.process.processIdentifier }

  func interrupt() {
    process.process.interrupt()
  }

  func terminate() {
    process.process.terminate()
  }

  /// Kills the process immediately.
  func kill() {
    // The ID of a process that has exited may belong to another one.
    if process.process.isRunning { _ = Foundation.kill(process.process.processIdentifier, SIGKILL) }
  }

  private static func reading(
    _ handle: FileHandle, piece: @escaping @Sendable (String) -> Void, finished: @escaping @Sendable () -> Void
  ) -> Task<Data, Never> {
    let (pieces, feed) = AsyncStream<Data>.makeStream()
    let box = HandleBox(handle)
    DispatchQueue(label: "output").async {
      while true {
        let data = box.handle.availableData
        if data.isEmpty { break }
        piece(String(decoding: data, as: UTF8.self))
        feed.yield(data)
      }
      finished()
      feed.finish()
    }
    return Task {
      var all = Data()
      for await data in pieces { all += data }
      return all
    }
  }

  // Used by one thread only.
  private final class HandleBox: @unchecked Sendable {
    let handle: FileHandle
    init(_ handle: FileHandle) { self.handle = handle }
  }
}
