import Basics
package import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Exchanges that are not over: see `ExchangeJournal`.
extension History {
  static let journalSuffix = ".jsonl"
  static let ownerSuffix = ".owner"

  var runningFolder: String { FilePaths.join(folder, "running") }

  /// Keeps the messages of an exchange on disk while they come.
  package func journal(
    _ record: HistoryRecord, redaction: @escaping @Sendable () -> Redaction
  ) -> ExchangeJournal {
    ExchangeJournal(self, record, redaction: redaction)
  }

  /// Makes entries of the exchanges whose program has ended without them.
  /// - Returns: how many there were.
  @discardableResult
  package func adoptInterrupted() -> Int {
    // Without the folder there are none.
    let entries = (try? files.list(runningFolder)) ?? []
    var count = 0
    for entry in entries where entry.kind == .file && entry.name.hasSuffix(Self.journalSuffix) {
      let path = FilePaths.join(runningFolder, entry.name)
      // One that cannot be locked belongs to a program that runs.
      guard let owner = (try? files.hold(path + Self.ownerSuffix)) ?? nil else { continue }
      defer { owner.release() }
      do throws(WorkspaceError) {
        guard let record = try interrupted(at: path) else {
          // On a full disk not even its first line was written.
          if let stamp = try? files.stamp(path), stamp.size == 0 { removeJournal(path) }
          continue
        }
        // A program may have been ended between the entry and the removal of its journal.
        if try self.record(record.id) == nil { try append(record, redaction: .none) }
        removeJournal(path)
        count += 1
      } catch {
        // It stays, and the next start tries again.
        continue
      }
    }
    return count
  }

  func removeJournal(_ path: String) {
    // What cannot be removed is found again, and known by its identifier.
    try? files.remove(path)
    // The same holds for its lock.
    try? files.remove(path + Self.ownerSuffix)
  }

  /// `nil` for a file that is gone, or has no entry in it.
  private func interrupted(at path: String) throws(WorkspaceError) -> HistoryRecord? {
    let bytes = try onDisk { () throws(FileError) in
      try files.stamp(path) == nil ? [] : try files.read(path, 4 * HAREntry.mostBytes)
    }
    // The last line may be torn.
    let lines = bytes.split(separator: 0x0A)
    let reader = HAREntryReader { _ in nil }
    // Whatever is no entry is not one of ours.
    guard let first = lines.first, let entry = try? JSONValue(parsing: Array(first)), var record = reader.record(entry)
    else { return nil }
    var text: [UInt8] = []
    var messages: [ConversationMessage] = []
    for line in lines.dropFirst() {
      // A torn line is skipped.
      guard let node = try? JSONValue(parsing: Array(line)) else { continue }
      if let piece = node["text"]?.string { text += Array(piece.utf8) }
      if let message = reader.message(node) { messages.append(message) }
    }
    if record.exchange.conversation != nil {
      record.exchange.conversation = Conversation(state: .closed(Conversation.Close()), messages: messages)
      let last = messages.last?.date ?? record.exchange.startedAt
      record.exchange.duration = .seconds(max(0, last.timeIntervalSince(record.exchange.startedAt)))
    } else {
      record.exchange.body = ByteStore(text)
      record.exchange.streamed = StreamedMessages(record.exchange)
    }
    return record
  }
}
