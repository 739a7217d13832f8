import Basics
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// The test has its own server and client but shares the process with other tests, so the limits are loose. A leak per
/// request would far exceed them.
@Suite("Many requests", .serialized)
struct EnduranceTests {
  private static let count = 10_000
  private static let width = 50

  /// A 1 KB response on a kept-alive connection.
  private static let answer = Answer.text(String(repeating: "k", count: 1024))

  private func send(_ count: Int, _ request: Request, on client: Client) async -> Int {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<Self.width {
        group.addTask {
          var good = 0
          for _ in 0..<(count / Self.width) where (try? await client.response(for: request).body.count) == 1024 {
            good += 1
          }
          return good
        }
      }
      return await group.reduce(0, +)
    }
  }

  @Test("N40: ten thousand requests through one client leak no memory, descriptor, thread or handle")
  func endurance() async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil { try connection.write(Self.answer) }
    }
    let transport = CurlTransport()
    let client = Client(transport: transport)
    let request = makeRequest(server.url)
    #expect(await send(Self.count / 10, request, on: client) == Self.count / 10)
    let (before, handles) = (Footprint(), transport.handleCount)
    #expect(await send(Self.count, request, on: client) == Self.count)
    let after = Footprint()
    #expect(transport.handleCount <= handles + Self.width)
    #expect(server.connectionCount <= Self.width * 2)
    guard let before, let after else { return }
    #expect(after.descriptors - before.descriptors < 500)
    #expect(after.threads - before.threads < 500)
    // A leak of one kilobyte per request would be 10 MB; other tests may hold large bodies for a moment.
    #expect(after.memory - before.memory < 200 << 10)
  }

  @Test("N36: cancelled and failed transfers leak no handle or connection")
  func failures() async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nbegun")
      connection.waitForClose()
    }
    let transport = CurlTransport()
    let client = Client(transport: transport)
    let request = makeRequest(server.url)
    for _ in 0..<200 {
      for await event in client.events(for: request) {
        if case .head = event { break }
      }
    }
    // A complete response after them all shows that the thread has finished the previous work.
    let last = try AnsweringServer()
    #expect(try await client.response(for: makeRequest(last.url)).status == .ok)
    #expect(transport.handleCount <= 64)
    #expect(transport.liveCount == 0)
  }
}

/// The process as seen by the system; `nil` without /proc.
struct Footprint {
  /// Resident memory in kB.
  let memory: Int
  let descriptors: Int
  let threads: Int

  init?() {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    else { return nil }
    func field(_ name: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return Int(line.filter(\.isNumber)) ?? 0
    }
    memory = field("VmRSS")
    threads = field("Threads")
    descriptors = open.count
  }
}
