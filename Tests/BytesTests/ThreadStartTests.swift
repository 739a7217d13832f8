import Synchronization
import TestSupport
import Testing

@testable import Bytes

#if canImport(Glibc)
import Glibc
#endif

@Suite("A thread of its own")
struct ThreadStartTests {
  @Test("What it was given runs once, on another thread")
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

  #if canImport(Glibc)
  private static func processors() -> [UInt] {
    var set = cpu_set_t()
    guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return [] }
    return withUnsafeBytes(of: &set) { Array($0.assumingMemoryBound(to: UInt.self)) }
  }

  @Test("It may run on every processor that its maker may run on")
  func everywhere() async {
    let (ended, end) = AsyncStream.makeStream(of: [UInt].self)
    let mine = Self.processors()
    #expect(ThreadStart { end.yield(Self.processors()) }.launch())
    for await processors in ended {
      #expect(processors == mine)
      break
    }
  }
  #endif
}
