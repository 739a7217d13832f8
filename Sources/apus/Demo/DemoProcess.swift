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

/// The demo API, in the program `apus-demo` beside this one: a server with its libraries would make every start of this
/// program slower.
///
/// It ends when its standard input does, also if this program is killed.
final class DemoProcess: Sendable {
  /// Its address, `http://127.0.0.1:4010`, without a trailing slash.
  let url: String
  private let child: pid_t
  /// What its standard input comes from; `nil` once it is closed.
  private let input: Mutex<Int32?>

  private init(url: String, child: pid_t, input: Int32) {
    self.url = url
    self.child = child
    self.input = Mutex(input)
  }

  deinit { end() }

  /// Starts it and waits until it answers.
  /// - Parameter port: 0 for any that is free.
  /// - Throws: status 3 if it cannot be started, or cannot listen there.
  static func start(port: Int = 0) throws(Failure) -> DemoProcess {
    guard let program = path() else {
      throw Failure(.file, "the demo API cannot be started: the program \(name) is not beside apus; install both again")
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
    let started = start.start([program, String(port)])
    close(input.reading)
    close(output.writing)
    defer { close(output.reading) }
    switch started {
    case .failed(let code):
      close(input.writing)
      throw cannotStart(code)
    case .process(let child): return try process(child, input: input.writing, output: output.reading)
    }
  }

  /// The started program, once it has said where it answers.
  private static func process(_ child: pid_t, input: Int32, output: Int32) throws(Failure) -> DemoProcess {
    let line = firstLine(of: output)
    let process = DemoProcess(url: line, child: child, input: input)
    guard line.hasPrefix("http://") else {
      process.stop()
      throw Failure(.file, line.isEmpty ? "the demo API ended before it answered" : line)
    }
    return process
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

extension DemoProcess {
  private static let name = "apus-demo"

  /// Beside this program, or where it is installed.
  static func path() -> String? {
    let folder = WorkspaceLocator.programFolder()
    return ["\(folder)/\(name)", "\(folder)/../libexec/apus/\(name)"].first { access($0, X_OK) == 0 }
  }

  private static func cannotStart(_ code: Int32) -> Failure {
    Failure(.file, "the demo API cannot be started: \(String(cString: strerror(code)))")
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
