import Basics
import Testing

@testable import DemoServer

@Suite struct ChatTests {
  @Test func `The handshake follows the standard.`() {
    let agreement = String(decoding: Chat.agreement(key: "dGhlIHNhbXBsZSBub25jZQ=="), as: UTF8.self)
    #expect(agreement.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
  }

  @Test func `A chat numbers texts, echoes bytes, and ends with bye.`() throws {
    let chat = try #require(Chat(Target("/chat/den?ticks=2")))
    func words(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropFirst(2), as: UTF8.self) }
    #expect(words(chat.greeting) == #"{"type":"welcome","room":"den"}"# || words(chat.greeting).contains("den"))
    let said = chat.answer(.init(isLast: true, opcode: 1, payload: Array("hi".utf8)))
    #expect(try JSONValue(parsing: Array(said.dropFirst(2)))["said"]?.string == "hi")
    _ = chat.answer(.init(isLast: false, opcode: 1, payload: Array(#"{"a":"#.utf8)))
    let whole = chat.answer(.init(isLast: true, opcode: 0, payload: Array("1}".utf8)))
    #expect(try JSONValue(parsing: Array(whole.dropFirst(2)))["said"]?["a"]?.int == 1)
    #expect(chat.answer(.init(isLast: true, opcode: 2, payload: [1, 2])) == [0x82, 2, 1, 2])
    #expect(chat.answer(.init(isLast: true, opcode: 9, payload: [7])) == [0x8A, 1, 7] && !chat.isOver)
    #expect(chat.answer(.init(isLast: true, opcode: 1, payload: Array("bye".utf8))) == ChatFrames.close(1000, "bye"))
    #expect(chat.isOver && chat.ticks == 2 && Chat(Target("/chatter")) == nil && Chat(Target("/chat/a/b")) == nil)
  }

  @Test func `Client frames are unmasked when complete; others end the chat.`() throws {
    var frames = ChatFrames()
    frames.add([0x81, 0x82, 1, 2, 3])
    #expect(try frames.next() == nil)
    frames.add([4, 0x61 ^ 1, 0x62 ^ 2, 0x81])
    #expect(try frames.next() == .init(isLast: true, opcode: 1, payload: [0x61, 0x62]))
    #expect(try frames.next() == nil)
    frames.add([0x01])
    #expect(throws: ChatFrames.Refusal(code: 1002)) { try frames.next() }
    var long = ChatFrames()
    long.add([0x82, 0xFF, 0, 0, 0, 0, 0x7F, 0, 0, 0, 1, 2, 3, 4])
    #expect(throws: ChatFrames.Refusal(code: 1009)) { try long.next() }
  }
}
