import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

/// The history of an exchange whose program ended while it was running.
@Suite struct ExchangeJournalTests {
  private let folder: TemporaryDirectory
  private let history: History
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  init() throws {
    folder = try TemporaryDirectory("journal")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    history = History(workspace: try Workspace.open(folder.path, stateFolder: folder.path("state")))
  }

  private func record(_ exchange: (inout Exchange) -> Void) -> HistoryRecord {
    var made = Exchange(startedAt: start, hops: [Hop(request: SentRequest(method: "GET", url: "ws://h/?token=s3cret"))])
    exchange(&made)
    return HistoryRecord(requestID: "lobby", exchange: made)
  }

  private var journals: [String] { (try? history.files.list(history.runningFolder).map(\.name)) ?? [] }

  /// Simulates a killed program: only the lock is released.
  private func killed(_ journal: ExchangeJournal) { journal.leave() }

  @Test func `Messages of a killed program become one masked entry at the next start.`() throws {
    let redaction = Redaction.standard.adding(["s3cret"])
    let begun = record { $0.conversation = Conversation(state: .open) }
    let journal = history.journal(begun) { redaction }
    journal.add(ConversationMessage(.outgoing, "my s3cret", at: start))
    journal.add(ConversationMessage(.incoming, .binary, ByteStore([0, 255]), at: start.addingTimeInterval(2)))
    killed(journal)
    #expect(journals.count == 2)
    #expect(history.adoptInterrupted() == 1)
    #expect(journals.isEmpty)
    let kept = try #require(try history.record(begun.id))
    #expect(kept.requestID == "lobby" && kept.exchange.duration == .seconds(2))
    #expect(kept.exchange.messages.map(\.body.allBytes) == [Array("my ••••".utf8), [0, 255]])
    #expect(kept.exchange.messages.map(\.direction) == [.outgoing, .incoming])
    #expect(kept.exchange.failure?.message == ExchangeJournal.interruption)
    #expect(kept.exchange.request?.url.contains("s3cret") == false)
    #expect(history.adoptInterrupted() == 0)
    #expect(try history.list().entries.count == 1)
  }

  @Test func `An event stream of a killed program is a body with its messages.`() throws {
    let body = ByteStore(Array("id: 1\ndata: one\n\nid: 2\ndata: two\n\nid: 3\nda".utf8))
    let begun = record { exchange in
      exchange.hops[0].response = ResponseHead(
        httpVersion: "1.1", status: .init(code: 200), headers: ["Content-Type": "text/event-stream"])
      exchange.body = body
    }
    let journal = history.journal(begun) { .standard }
    var messages = StreamedMessages(.events, of: body, since: start)
    messages.advance(at: start)
    journal.grow(to: messages.prefix(1), type: "text/event-stream")
    journal.grow(to: messages, type: "text/event-stream")
    killed(journal)
    #expect(history.adoptInterrupted() == 1)
    let kept = try #require(try history.record(begun.id)?.exchange)
    #expect(
      kept.body.map { String(decoding: $0.allBytes, as: UTF8.self) } == "id: 1\ndata: one\n\nid: 2\ndata: two\n\n")
    #expect(kept.streamed?.count == 2)
  }

  @Test func `A running exchange, or one that ended normally, does not count as interrupted.`() async throws {
    let begun = record { $0.conversation = Conversation(state: .open) }
    let journal = history.journal(begun) { .standard }
    journal.add(ConversationMessage(.outgoing, "hi", at: start))
    while !journals.contains(where: { $0.hasSuffix(History.journalSuffix) }) { await Task.yield() }
    #expect(history.adoptInterrupted() == 0)
    journal.end()
    #expect(journals.isEmpty)
    journal.add(ConversationMessage(.outgoing, "late", at: start))
    killed(journal)
    #expect(journals.isEmpty && history.adoptInterrupted() == 0)
  }

  @Test func `An incomplete last line, or a file without an entry, affects nothing else.`() throws {
    let begun = record { $0.conversation = Conversation(state: .open) }
    let journal = history.journal(begun) { .standard }
    journal.add(ConversationMessage(.outgoing, "hi", at: start))
    killed(journal)
    let path = FilePaths.join(history.runningFolder, begun.id + History.journalSuffix)
    try history.files.append(path, Array(#"{"type":"rec"#.utf8), 0o600)
    try history.files.append(FilePaths.join(history.runningFolder, "x.jsonl"), Array("no\n".utf8), 0o600)
    #expect(history.adoptInterrupted() == 1)
    #expect(try history.record(begun.id)?.exchange.messages.count == 1)
  }
}
