import Basics
import Explorer
import Libc
import Synchronization
import Workspaces

/// Starts the demo API for a command that uses the demo workspace.
enum DemoBackdrop {
  /// The port where the demo workspace expects its API.
  static let usualPort = 4010

  /// - Returns: `nil` unless the command uses the demo.
  static func start(for options: WorkspaceChoice) throws(Failure) -> HelperProcess? {
    options.isDemo ? try HelperProcess.demo() : nil
  }
}

/// The demo API that runs during the demo workspace.
enum DemoAPI {
  /// Serves until the task is cancelled. On another port than the default one, overrides the workspace's `base_url`.
  /// - Parameters:
  ///   - port: `nil` for the default one, or any other if that is taken.
  ///   - reportsStart: true if the user waits for the start.
  static func serve(port: Int? = nil, reportsStart: Bool = false, post: Services.Post) async {
    let server: HelperProcess
    do throws(Failure) { server = try start(port, post) } catch {
      return post(.notified(.warning, "The demo API could not be started: \(error.message)"))
    }
    post(.demo(.served))
    if reportsStart {
      post(
        .notified(.information, "The demo API runs at \(server.url) until you quit: \(key: "send") sends the request"))
    }
    await withTaskCancellationHandler {
      await server.wait()
    } onCancel: {
      server.end()
    }
  }

  private static func start(_ port: Int?, _ post: Services.Post) throws(Failure) -> HelperProcess {
    // If the default port is taken, perhaps by another Apus, any free one is used.
    if port == nil, let server = try? HelperProcess.demo(port: DemoBackdrop.usualPort) { return server }
    let server = try HelperProcess.demo(port: port ?? 0)
    post(.overridden(["base_url": server.url]))
    return server
  }
}

/// A server in the separate program `apus-demo`, because its libraries would slow down every start of this program.
///
/// The server ends with its standard input, so it also ends if this program is killed.
final class HelperProcess: Sendable {
  /// The address, `http://127.0.0.1:4010`, without a trailing slash.
  let url: String
  private let child: pid_t
  /// The write end of the server's standard input; `nil` once it is closed.
  private let input: Mutex<Int32?>
  /// The read end of the server's standard output.
  private let output: Int32

  /// The kind of server, in words for errors.
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

  /// Starts the demo API and waits until it is ready.
  /// - Parameter port: 0 for any free port.
  /// - Throws: status 3 if it cannot be started or cannot listen on the port.
  static func demo(port: Int = 0) throws(Failure) -> HelperProcess {
    try start(.demo, [String(port)])
  }

  /// Starts the server of a collection and waits until it is ready.
  /// - Parameter lines: the initial lines of its input.
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
        .file, "\(purpose.rawValue) cannot be started: the program \(name) is not next to apus; install both again")
    }
    guard let input = PrivatePipe() else { throw cannotStart(errno) }
    guard let output = PrivatePipe() else {
      let code = errno
      close(input.reading)
      close(input.writing)
      throw cannotStart(code)
    }
    // The server's output must not appear on the screen.
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

  func send(_ line: [UInt8]) {
    // If it has ended, `wait` returns.
    input.withLock { input in if let input { _ = Descriptor.write(line + [0x0A], to: input) } }
  }

  /// Calls `receive` with each line of output on a separate thread; returns at the end of the output.
  func listen(_ receive: @escaping @Sendable ([UInt8]) -> Void) async {
    // Without a thread, its output is not read, but it serves all the same.
    _ = await ThreadStart.result { [output] in
      var lines = DescriptorLines(output)
      while let line = lines.next() { receive(line) }
    }
  }

  /// Ends the server and waits for its exit.
  func stop() {
    end()
    reap()
  }

  func wait() async { _ = await ThreadStart.result { self.reap() } }

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

  /// The path of `apus-demo`, next to this program or in the install location.
  static func path() -> String? {
    let folder = WorkspaceLocator.programFolder()
    return ["\(folder)/\(name)", "\(folder)/../libexec/apus/\(name)"].first { access($0, X_OK) == 0 }
  }

  private static func firstLine(of descriptor: Int32) -> String {
    var line: [UInt8] = []
    while line.count < 1_000, let byte = Descriptor.read(descriptor, limit: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
