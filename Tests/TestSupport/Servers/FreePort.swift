import Synchronization

/// Ports of 127.0.0.1 that nothing listens on.
///
/// They are below the system's ephemeral ports (Linux from 32768 on, macOS from 49152 on): no other test's connection
/// takes one before its server does, and a client that polls for the server cannot connect to itself.
enum FreePort {
  private static let given = Mutex<Set<Int>>([])

  /// A port that no other test in this process uses.
  static func take() throws -> Int {
    for _ in 0..<1000 {
      let port = Int.random(in: 10_240..<32_768)
      guard given.withLock({ $0.insert(port).inserted }), RawServer.canListen(on: port) else { continue }
      return port
    }
    throw ServerError("no free port")
  }
}
