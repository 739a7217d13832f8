import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Networking

@Suite("The loopback page that a login returns to", .timeLimit(.minutes(1)))
struct LoopbackReceiverTests {
  /// A clock advanced only by the test.
  private final class HandClock: Sendable {
    private let moment = Mutex(ContinuousClock.now)
    func advance(_ duration: Duration) { moment.withLock { $0 += duration } }
    var now: ContinuousClock.Instant { moment.withLock { $0 } }
  }

  private func receiver(_ clock: HandClock = HandClock(), port: Int = 0) throws -> LoopbackReceiver {
    try LoopbackReceiver(
      port: port, path: "/callback", now: { clock.now },
      judge: { AuthorizationCodeFlow.verdict(on: $0, state: "right") })
  }

  private func page(_ receiver: LoopbackReceiver, _ target: String) throws -> String {
    let socket = try LoopbackSocket(port: receiver.port)
    try socket.write("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    return socket.readToEnd()
  }

  @Test("A wrong or missing state never ends the login, and the page does not claim that it did")
  func forged() async throws {
    let receiver = try receiver()
    defer { receiver.stop() }
    for query in ["?code=evil&state=wrong", "?code=evil", "", "?error=access_denied&state=", "?state=Right&code=1"] {
      let received = try page(receiver, "/callback\(query)")
      #expect(received.hasPrefix("HTTP/1.1 400 "), "\(query)")
      #expect(received.contains("not the response to the login") && !received.contains("received"))
    }
    #expect(try page(receiver, "/callback?state=right&code=good").contains("Apus has received the login"))
    #expect(try await receiver.code() == "good")
  }

  @Test("An error with the right state ends the login")
  func refused() async throws {
    let receiver = try receiver()
    defer { receiver.stop() }
    #expect(try page(receiver, "/callback?error=access_denied&state=right").contains("The login was refused"))
    let error = await #expect(throws: NetworkError.self) { try await receiver.code() }
    #expect(error?.message == "The login was refused: access_denied")
  }

  @Test("Silent and slow connections do not block the real one")
  func silent() async throws {
    let receiver = try receiver()
    defer { receiver.stop() }
    let silent = try (0..<10).map { _ in try LoopbackSocket(port: receiver.port) }
    let slow = try LoopbackSocket(port: receiver.port)
    try slow.write("GET /call")
    #expect(try page(receiver, "/callback?state=right&code=good").hasPrefix("HTTP/1.1 200 "))
    #expect(try await receiver.code() == "good")
    try slow.write("back?state=wrong HTTP/1.1\r\n\r\n")
    #expect(slow.readToEnd().hasPrefix("HTTP/1.1 400 "))
    _ = silent
  }

  @Test("Sixteen connections each hold a slot for 10 s; then the next one is served")
  func places() async throws {
    let clock = HandClock()
    let receiver = try receiver(clock)
    defer { receiver.stop() }
    // The replies show that all of them have a slot.
    let held = try (0..<16).map { _ in try LoopbackSocket(port: receiver.port) }
    for socket in held.dropLast() { try socket.write("GET /callback") }
    let next = try LoopbackSocket(port: receiver.port)
    try next.write("GET /callback?state=right&code=late HTTP/1.1\r\n\r\n")
    try held[15].write("GET / HTTP/1.1\r\n\r\n")
    #expect(held[15].readToEnd().hasPrefix("HTTP/1.1 404 "))
    // One slot is free now: the waiting connection is served although the other fifteen are still silent.
    #expect(next.readToEnd().contains("Apus has received the login"))
    clock.advance(.seconds(9))
    #expect(try page(receiver, "/x").hasPrefix("HTTP/1.1 404 "))
    clock.advance(.seconds(1))
    // A new connection wakes the server, which then finds the expired ones.
    #expect(try page(receiver, "/x").hasPrefix("HTTP/1.1 404 "))
    for socket in held.dropLast() { #expect(socket.readToEnd() == "") }
    #expect(try await receiver.code() == "late")
  }

  @Test("An invalid port is rejected, not clamped", arguments: [-1, 65_536, 70_000, Int.max])
  func ports(_ port: Int) throws {
    let error = #expect(throws: NetworkError.self) { try receiver(port: port) }
    #expect(error?.message == "The port \(port) of the login's callback is not a number from 0 to 65535")
  }

  @Test("An endless request is dropped at 64 kB")
  func endless() throws {
    let receiver = try receiver()
    defer { receiver.stop() }
    let socket = try LoopbackSocket(port: receiver.port)
    // The peer may close before everything was received.
    try? socket.write("GET /" + String(repeating: "a", count: 200_000))
    #expect(socket.readToEnd() == "")
  }
}

/// A client that sends arbitrary bytes.
private final class LoopbackSocket {
  private let descriptor: Int32

  init(port: Int) throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw ServerError("cannot connect to \(port)") }
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws {
    #if canImport(Glibc)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    let flags: Int32 = 0
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { throw ServerError("the server is gone") }
      rest = rest.dropFirst(count)
    }
  }

  func readToEnd() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      all += buffer[..<count]
    }
  }
}
