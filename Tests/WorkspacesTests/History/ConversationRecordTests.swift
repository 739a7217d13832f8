import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite struct ConversationRecordTests {
  private let folder: TemporaryDirectory
  private let history: History
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = try TemporaryDirectory("conversation")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    history = History(workspace: try Workspace.open(folder.path, stateFolder: folder.path("state")))
  }

  private func record(_ messages: [ConversationMessage], _ close: Conversation.Close = .init()) -> HistoryRecord {
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"))
    return HistoryRecord(
      exchange: Exchange(
        startedAt: start, hops: [hop], conversation: Conversation(state: .closed(close), messages: messages)))
  }

  private func kept(_ record: HistoryRecord, _ redaction: Redaction = .none) throws -> Exchange? {
    try history.append(record, redaction: redaction)
    return try history.record(record.id)?.exchange
  }

  @Test func `Messages of every kind are read back unchanged.`() throws {
    let kinds: [ConversationMessage.Kind] = [.text, .binary, .ping, .pong, .init(rawValue: "next")]
    let bodies: [[UInt8]] = [
      Array("ü\n\"".utf8), [0, 1, 255], [], [9], Array(String(repeating: "long ", count: 10_000).utf8),
    ]
    let messages = zip(kinds, bodies).enumerated().map { index, pair in
      let date = start.addingTimeInterval(Double(index) / 8)
      return ConversationMessage(index % 2 == 0 ? .outgoing : .incoming, pair.0, ByteStore(pair.1), at: date)
    }
    let exchange = try #require(try kept(record(messages, .init(code: 4000, reason: "r"))))
    #expect(exchange.messages.map(\.kind) == kinds)
    #expect(exchange.messages.map(\.body.allBytes) == bodies)
    #expect(exchange.messages.map(\.direction) == messages.map(\.direction))
    #expect(exchange.messages.map(\.date) == messages.map(\.date))
    #expect(exchange.conversation?.close == Conversation.Close(code: 4000, reason: "r"))
  }

  @Test func `An entry has its messages in the form of browsers, masked even if they are long or binary.`()
    throws
  {
    let secret = "Zq7x-secret"
    let long = String(repeating: "x", count: 20_000) + secret
    let messages = [
      ConversationMessage(.outgoing, "a \(secret)", at: start), ConversationMessage(.incoming, long, at: start),
      ConversationMessage(.incoming, .binary, ByteStore([0] + Array(secret.utf8)), at: start),
    ]
    let record = record(messages, .init(reason: "not \(secret)"))
    let exchange = try #require(try kept(record, Redaction(secrets: [secret])))
    #expect(exchange.messages.allSatisfy { !String(decoding: $0.body.allBytes, as: UTF8.self).contains("Zq7x") })
    #expect(exchange.messages[0].body.allBytes == Array("a ••••".utf8))
    #expect(exchange.messages[2].body.allBytes == [0] + Array("••••".utf8))
    #expect(exchange.conversation?.close?.reason == "not ••••")
    let entry = try #require(try history.entry(record.id)?["_messages"]?.array)
    let first = String(decoding: entry[0].compact, as: UTF8.self)
    #expect(first == #"{"type":"send","time":1700000000.000000,"opcode":1,"data":"a ••••"}"#)
    #expect(entry[1]["_file"] != nil)
  }

  @Test func `Messages beyond the limit are counted.`() throws {
    let store = ByteStore("m".utf8)
    let message = ConversationMessage(.incoming, .text, store, at: start)
    let record = record(Array(repeating: message, count: HAREntry.mostMessages + 3))
    #expect(try kept(record)?.messages.count == HAREntry.mostMessages)
    let omitted = try history.entry(record.id)?["_messagesOmitted"]
    #expect(omitted?["count"]?.int == 3 && omitted?["size"]?.int == 3)
    #expect(try history.list().entries.first?.size == HAREntry.mostMessages + 3)
  }

  @Test func `An HTTP exchange is stored without messages.`() throws {
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"), response: ResponseHead(status: .ok))
    let record = HistoryRecord(exchange: Exchange(startedAt: start, hops: [hop], body: ByteStore("b".utf8)))
    let entry = String(decoding: HARDocument.entry(record, redaction: .none).compact, as: UTF8.self)
    #expect(!entry.contains("essage") && !entry.contains("_close"))
    #expect(try kept(record)?.conversation == nil)
  }
}
