import Synchronization

/// Ports of 127.0.0.1 on which nobody listens.
///
/// They lie below those that a system gives out by itself (Linux from 32768 on, macOS from 49152 on): no connection of
/// another test takes one before its server does, and none that asks whether the server is there can be connected to itself.
enum FreePort {
  private static let given = Mutex<Set<Int>>([])

  /// One that no other test of this process has.
  static func take() throws -> Int {
    for _ in 0..<1000 {
      let port = Int.random(in: 10_240..<32_768)
      guard given.withLock({ $0.insert(port).inserted }), RawServer.canListen(on: port) else { continue }
      return port
    }
    throw ServerError("no free port")
  }
}
