import Synchronization
import Testing

@testable import Networking

@Suite struct GRPCSenderTests {
  @Test func `A message is told before the transport can take it, so that no answer is told before it.`() async throws {
    let sender = GRPCSender()
    let read = try sender.open()
    let taken = Mutex<[[UInt8]]>([])
    sender.begin(compresses: false) { _ in taken.withLock { $0.append(sender.take(1).bytes) } }
    try await sender.send([1, 2])
    #expect(taken.withLock(\.self) == [[]])
    #expect(try await read() == [0, 0, 0, 0, 2, 1, 2])
  }

  @Test func `An end that is said while a message is told comes after the message.`() async throws {
    let sender = GRPCSender()
    let read = try sender.open()
    sender.begin(compresses: false) { _ in sender.finish() }
    try await sender.send([7])
    #expect(try await read() == [0, 0, 0, 0, 1, 7])
    #expect(try await read() == nil)
  }
}
