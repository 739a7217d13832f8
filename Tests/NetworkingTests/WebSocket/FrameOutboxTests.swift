import Synchronization
import Testing

@testable import Networking

@Suite struct FrameOutboxTests {
  @Test func `A message is reported before the transport can take it, and so before any answer.`() async throws {
    let outbox = FrameOutbox()
    let taken = Mutex<[[UInt8]]>([])
    let hooks = FrameOutbox.Hooks(sent: { _, _ in
      let (bytes, isLast) = outbox.take()
      #expect(!isLast)
      taken.withLock { $0.append(bytes) }
    })
    outbox.open(nil, hooks)
    try await outbox.send(.text, Array("hello".utf8))
    #expect(outbox.control(.ping, [1]))
    #expect(taken.withLock(\.self) == [[], []])
    #expect(outbox.take().bytes.isEmpty == false)
  }

  @Test func `A close added while a message is reported is taken after it, and ends the bytes.`() async throws {
    let outbox = FrameOutbox()
    outbox.open(nil, FrameOutbox.Hooks(sent: { _, _ in outbox.close(.init(code: 1000), isAnswer: true) }))
    try await outbox.send(.text, [])
    let bytes = try #require(await outbox.next())
    #expect(bytes.count == 14 && bytes[0] == 0x81 && bytes[6] == 0x88)
    #expect(await outbox.next() == nil)
  }

  @Test func `A close before the server has accepted is sent once it has, and reported.`() async throws {
    let outbox = FrameOutbox()
    let received = Mutex<[Conversation.Close]>([])
    #expect(!outbox.close(.init(code: 4000)) && !outbox.close(.init(code: 4001)))
    #expect(outbox.take().bytes.isEmpty && !outbox.isClosing)
    outbox.open(nil, FrameOutbox.Hooks(closing: { close in received.withLock { $0.append(close) } }))
    #expect(outbox.isClosing && received.withLock(\.self) == [Conversation.Close(code: 4000)])
    let bytes = try #require(await outbox.next())
    #expect(bytes[0] == 0x88)
    #expect(await outbox.next() == nil)
  }
}
