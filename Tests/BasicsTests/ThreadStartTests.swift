import Foundation
import Testing

@testable import Basics

@Suite("A separate thread")
struct ThreadStartTests {
  @Test("The closure runs once, on another thread")
  func runs() async {
    let (ended, end) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<20 { #expect(ThreadStart { end.yield(number) }.launch()) }
    var seen: Set<Int> = []
    for await number in ended {
      seen.insert(number)
      if seen.count == 20 { break }
    }
    #expect(seen == Set(0..<20))
  }

  #if os(Linux)
  /// The processors on which the calling thread may run, as reported by the system.
  private static func processors() -> String? {
    // Without /proc, there is nothing to compare.
    guard let status = try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8) else { return nil }
    return status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }.map(String.init)
  }

  @Test("A thread may run on every processor that its creator may run on")
  func everywhere() async throws {
    let (ended, end) = AsyncStream.makeStream(of: String?.self)
    let mine = try #require(Self.processors())
    #expect(ThreadStart { end.yield(Self.processors()) }.launch())
    for await processors in ended {
      #expect(processors == mine)
      break
    }
  }
  #endif
}
