import Basics
import Synchronization
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server in the program `apus-demo` beside this one: with its libraries, it would make every start of this program
/// slower.
///
/// It ends when its standard input does, also if this program is killed.
final class HelperProcess: Sendable {
  /// Its address, `http://127.0.0.1:4010`, without a trailing slash.
  let url: String
  private let child: pid_t
  /// What its standard input comes from; `nil` once it is closed.
  private let input: Mutex<Int32?>
  /// Where what it says after its address is read.
  private let output: Int32

  /// What is served, in words for errors.
  enum Purpose: String {
    case demo = "the demo API"
    case collection = "the server"
  }

  private init(url: String, child: pid_t, input: Int32, output: Int32) {
    self.url = url
    self.child = child
    self.input = Mutex(input)
    self.output = output
  }

  deinit {
    end()
    close(output)
  }

  /// Starts the demo API and waits until it answers.
  /// - Parameter port: 0 for any that is free.
  /// - Throws: status 3 if it cannot be started, or cannot listen there.
  static func demo(port: Int = 0) throws(Failure) -> HelperProcess {
    try start(.demo, [String(port)])
  }

  /// Starts the server of a collection and waits until it answers.
  /// - Parameter lines: what it has to know before, each a line of its input.
  static func collection(host: String, port: Int, lines: [[UInt8]]) throws(Failure) -> HelperProcess {
    try start(.collection, ["serve", host, String(port)], lines)
  }

  private static func start(
    _ purpose: Purpose, _ arguments: [String], _ lines: [[UInt8]] = []
  ) throws(Failure) -> HelperProcess {
    let cannotStart = { (code: Int32) in
      Failure(.file, "\(purpose.rawValue) cannot be started: \(String(cString: strerror(code)))")
    }
    guard let program = path() else {
      throw Failure(
        .file, "\(purpose.rawValue) cannot be started: the program \(name) is not beside apus; install both again")
    }
    guard let input = PrivatePipe() else { throw cannotStart(errno) }
    guard let output = PrivatePipe() else {
      let code = errno
      close(input.reading)
      close(input.writing)
      throw cannotStart(code)
    }
    // Nothing that it says may appear on the screen.
    let start = ChildStart(
      input: .descriptor(input.reading), output: .descriptor(output.writing), errors: .nothing)
    let started = start.start([program] + arguments)
    close(input.reading)
    close(output.writing)
    switch started {
    case .failed(let code):
      close(input.writing)
      close(output.reading)
      throw cannotStart(code)
    case .process(let child):
      for line in lines { _ = Descriptor.write(line + [0x0A], to: input.writing) }
      let line = firstLine(of: output.reading)
      let process = HelperProcess(url: line, child: child, input: input.writing, output: output.reading)
      guard line.hasPrefix("http://") else {
        process.stop()
        throw Failure(.file, line.isEmpty ? "\(purpose.rawValue) ended before it answered" : TerminalText.line(line))
      }
      return process
    }
  }

  /// Tells it something more, on a line.
  func tell(_ line: [UInt8]) {
    // If it has ended, `wait` returns.
    input.withLock { input in if let input { _ = Descriptor.write(line + [0x0A], to: input) } }
  }

  /// Calls `hear` with each line that it says, on a thread of its own; returns when it says nothing more.
  func listen(_ hear: @escaping @Sendable ([UInt8]) -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = ThreadStart { [output] in
        var lines = DescriptorLines(output)
        while let line = lines.next() { hear(line) }
        continuation.resume()
      }
      // Without a thread nobody hears it, and it answers all the same.
      if !thread.launch() { continuation.resume() }
    }
  }

  /// Ends it and waits for that.
  func stop() {
    end()
    reap()
  }

  /// Returns when it has ended.
  func wait() async {
    await withCheckedContinuation { continuation in
      // A thread of its own, because the wait takes as long as the program runs.
      let thread = ThreadStart {
        self.reap()
        continuation.resume()
      }
      if !thread.launch() { continuation.resume() }
    }
  }

  /// Tells it to end.
  func end() {
    input.withLock { input in
      if let input { close(input) }
      input = nil
    }
  }

  private func reap() {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }
}

extension HelperProcess {
  private static let name = "apus-demo"

  /// Beside this program, or where it is installed.
  static func path() -> String? {
    let folder = WorkspaceLocator.programFolder()
    return ["\(folder)/\(name)", "\(folder)/../libexec/apus/\(name)"].first { access($0, X_OK) == 0 }
  }

  private static func firstLine(of descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 1_000 {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
