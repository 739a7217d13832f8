import Foundation
import Synchronization
import Testing

/// A Python server in its own process, for protocols without a Swift server. If python3 or a library is not installed,
/// the test is cancelled with that reason.
package final class PythonPeer: Sendable {
  package let port: Int
  private let process: Process
  private let log: Log

  /// The program's output. It is also read on demand: an answered request was printed before, whether or not the thread
  /// that empties the pipe has had its turn.
  private final class Log: Sendable {
    private let pipe: FileHandle
    private let text = Mutex("")

    init(_ pipe: FileHandle) { self.pipe = pipe }

    /// Waits for more output; returns `false` at the end.
    func readMore() -> Bool {
      _ = waits(-1)
      return drain()
    }

    func read() -> String {
      _ = drain()
      return text.withLock(\.self)
    }

    private func drain() -> Bool {
      text.withLock { text in
        while waits(0) {
          let data = pipe.availableData
          if data.isEmpty { return false }
          text += String(decoding: data, as: UTF8.self)
        }
        return true
      }
    }

    private func waits(_ milliseconds: Int32) -> Bool {
      var entry = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&entry, 1, milliseconds) > 0
    }
  }

  /// - Parameter words: the kind of server and its arguments, as described in peers.py.
  package static func make(_ words: String...) async throws -> PythonPeer {
    try await start("peers.py", words, otherwise: "no python3")
  }

  /// Starts the servers of secure.py, whose files are in `folder`.
  static func makeSecure(in folder: String) async throws -> PythonPeer {
    try await start("secure.py", [folder], tools: ["openssl"], otherwise: "no python3 or openssl")
  }

  /// A Kerberos realm with a web server that requires its tickets, as described in negotiate.py; its files are in
  /// `folder`.
  package static func makeRealm(in folder: String) async throws -> PythonPeer {
    try await start(
      "negotiate.py", [folder], needs: "import gssapi", tools: ["krb5kdc", "kinit"],
      otherwise: "no Kerberos (krb5-kdc, krb5-admin-server, krb5-user, python3-gssapi)")
  }

  /// Starts a server of websocket.py; the one named `library` needs `websockets`.
  package static func makeWebSocket(_ words: String...) async throws -> PythonPeer {
    let kind = words.first ?? ""
    return try await start(
      "websocket.py", words, needs: kind == "library" ? "import websockets" : nil,
      otherwise: "no python3 with websockets (python3-websockets)")
  }

  /// Starts the server of graphql.py.
  package static func makeGraphQL() async throws -> PythonPeer {
    try await start("graphql.py", otherwise: "no python3")
  }

  /// A statement that fails in a Python without a recent graphql-core. Debian 12 has a version older than the
  /// specification.
  package static let graphQLCore = "import graphql; assert graphql.version_info >= (3, 2)"

  /// Starts the server of graphqlcore.py.
  package static func makeGraphQLCore() async throws -> PythonPeer {
    try await start(
      "graphqlcore.py", needs: graphQLCore + "; import websockets",
      otherwise: "no python3 with graphql-core and websockets (python3-graphql-core, python3-websockets)")
  }

  /// Starts a server of grpcserver.py: plain, or over TLS with the certificate and key that `words` name after
  /// `secure`.
  package static func makeGRPC(_ words: String...) async throws -> PythonPeer {
    try await start("grpcserver.py", words, needs: "import grpc", otherwise: "no python3 with grpc (python3-grpcio)")
  }

  /// Starts a server of grpcweb.py; the one named `library` needs sonora.
  package static func makeGRPCWeb(_ words: String...) async throws -> PythonPeer {
    try await start(
      "grpcweb.py", words, needs: words.first == "library" ? "import sonora.wsgi" : nil,
      otherwise: "no python3 with sonora (PyPI), a server of gRPC-Web")
  }

  /// Starts a script with the first Python that runs `needs` successfully.
  /// - Parameters:
  ///   - tools: other required programs.
  ///   - reason: the reason for which the test is cancelled if something is missing.
  private static func start(
    _ script: String, _ words: [String] = [], needs: String? = nil, tools: [String] = [],
    otherwise reason: Comment
  ) async throws -> PythonPeer {
    let found = await Task.detached {
      guard let needs else { return Tool.path("python3") }
      // The user's own Python does not find the system's packages.
      return ([Tool.path("python3"), "/usr/bin/python3"] as [String?]).compactMap(\.self).first { python in
        (try? Tool.run(python, ["-c", needs])) != nil
      }
    }.value
    guard let python = found, tools.allSatisfy({ Tool.path($0) != nil }) else { try Test.cancel(reason) }
    // On its own thread: waiting for a process must not block the tasks of other tests.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try PythonPeer(python, script, words) })
      }
    }
  }

  private init(_ python: String, _ script: String, _ words: [String]) throws {
    process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [Repository.root.appending(path: "Tests/TestSupport/Servers/\(script)").path] + words
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let reader = output.fileHandleForReading
    var first: [UInt8] = []
    while first.last != UInt8(ascii: "\n") {
      guard let byte = try reader.read(upToCount: 1)?.first else { throw ServerError("\(script) did not start") }
      first.append(byte)
    }
    guard let port = Int(String(decoding: first.dropLast(), as: UTF8.self)) else {
      throw ServerError("\(script) gave no port")
    }
    self.port = port
    let log = Log(reader)
    self.log = log
    // Keeps the pipe from filling up. Not a `readabilityHandler`: when the program ends, libdispatch sometimes reads
    // freed memory there.
    Thread.detachNewThread { while log.readMore() {} }
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
  }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// The output so far, one line per request.
  package var seen: String { log.read() }
}
