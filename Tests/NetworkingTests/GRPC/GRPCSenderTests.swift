import Synchronization
import Testing

@testable import Networking

@Suite struct GRPCSenderTests {
  @Test func `A message is reported before the transport can take it, and so before any answer.`() async throws {
    let sender = GRPCSender()
    let read = try sender.open()
    let taken = Mutex<[[UInt8]]>([])
    sender.begin(compresses: false) { _ in taken.withLock { $0.append(sender.take(1).bytes) } }
    try await sender.send([1, 2])
    #expect(taken.withLock(\.self) == [[]])
    #expect(try await read() == [0, 0, 0, 0, 2, 1, 2])
  }

  @Test func `An end added while a message is reported follows the message.`() async throws {
    let sender = GRPCSender()
    let read = try sender.open()
    sender.begin(compresses: false) { _ in sender.finish() }
    try await sender.send([7])
    #expect(try await read() == [0, 0, 0, 0, 1, 7])
    #expect(try await read() == nil)
  }
}
