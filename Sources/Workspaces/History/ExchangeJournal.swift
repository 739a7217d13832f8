import Basics
package import Networking
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What of an exchange of many messages is on disk while it runs, so that it is in the history however the program ends.
///
/// Below `.apus/history/running` every such exchange has a file: the entry so far in its first line, then a line for each
/// message, masked. Its owner holds a lock; the next program that finds one without an owner makes an entry of it
/// (`History.adoptInterrupted`). When the exchange ends in order, its entry is written as any other and the file goes.
///
/// Lines are appended and synced by a task of their own, the first at once and then at most every `pace`: a message that
/// was shown for longer than that survives the end of the program and of the power. As many messages are kept as the
/// entry would have. Each is masked by itself: a secret that the borders between messages cut in pieces is hidden only in
/// the entry, because its first piece is on disk before the last one is known.
// A class because messages come from the sending task, and another writes.
package final class ExchangeJournal: Sendable {
  /// The time between two writes.
  package static let pace = Duration.milliseconds(200)

  private struct State {
    var lines: [UInt8] = []
    var isWriting = false
    var messages = 0
    var bytes = 0
    /// How many messages of a body that holds many were taken.
    var streamed = 0
  }

  private struct Files {
    var owner: FileLock?
    var isOver = false
  }

  private let history: History
  private let path: String
  private let redaction: @Sendable () -> Redaction
  private let state = Mutex(State())
  private let files = Mutex(Files())

  /// - Parameters:
  ///   - record: the exchange so far.
  ///   - redaction: what is masked by now.
  init(_ history: History, _ record: HistoryRecord, redaction: @escaping @Sendable () -> Redaction) {
    self.history = history
    self.redaction = redaction
    path = FilePaths.join(history.runningFolder, record.id + History.journalSuffix)
    var begun = record
    begun.exchange.failure = NetworkError(.other, Self.interruption)
    begun.exchange.body = record.exchange.body == nil ? nil : ByteStore([])
    let line = HAREntry(redaction: redaction()).json(begun).compact + [0x0A]
    state.withLock { $0.lines = line }
  }

  static let interruption = "Apus was ended before this was over; what had come until then is kept"

  /// A message that was sent or received.
  package func add(_ message: ConversationMessage) {
    guard hasRoom(for: 1, message.size) else { return }
    append(HAREntry(redaction: redaction()).message(message))
  }

  /// More messages of a body that holds many.
  package func grow(to messages: StreamedMessages, type: String) {
    let from = state.withLock { $0.streamed }
    guard messages.count > from else { return }
    let range = messages.range(of: from).lowerBound..<messages.range(of: messages.count - 1).upperBound
    state.withLock { $0.streamed = messages.count }
    guard hasRoom(for: messages.count - from, range.count) else { return }
    let masked = redaction().masked(bytes: messages.body.bytes(in: range), type: type)
    append(.object(["text": .string(String(decoding: masked, as: UTF8.self))]))
  }

  /// Whether further messages are kept.
  package var hasRoom: Bool { state.withLock { $0.messages < HAREntry.mostMessages && $0.bytes < HAREntry.mostBytes } }

  private func hasRoom(for count: Int, _ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.messages < HAREntry.mostMessages, state.bytes + bytes <= HAREntry.mostBytes else { return false }
      state.messages += count
      state.bytes += bytes
      return true
    }
  }

  private func append(_ node: JSONValue) {
    let starts = state.withLock { state in
      state.lines += node.compact + [0x0A]
      defer { state.isWriting = true }
      return !state.isWriting
    }
    guard starts else { return }
    Task {
      while write() {
        // Nothing cancels this task.
        try? await Pause.wait(Self.pace)
      }
    }
  }

  /// `false` once there is nothing to write.
  private func write() -> Bool {
    files.withLock { files in
      let lines = state.withLock { state in
        defer { state.lines = [] }
        if state.lines.isEmpty { state.isWriting = false }
        return state.lines
      }
      guard !files.isOver, !lines.isEmpty else { return false }
      do throws(FileError) {
        if files.owner == nil {
          try history.files.makeDirectory(history.runningFolder, 0o700)
          files.owner = try history.files.hold(path + History.ownerSuffix)
        }
        try history.files.append(path, lines, 0o600)
        return true
      } catch {
        // The entry at the end says that the history cannot be written; there is nothing more to lose.
        files.isOver = true
        return false
      }
    }
  }

  /// Writes what has not been, for an exchange whose entry could not be stored.
  package func leave() {
    _ = write()
    files.withLock { files in
      files.isOver = true
      files.owner?.release()
    }
  }

  /// The entry is stored: the file goes.
  package func end() {
    files.withLock { files in
      files.isOver = true
      guard let owner = files.owner else { return }
      history.removeJournal(path)
      owner.release()
      files.owner = nil
    }
  }

  deinit { files.withLock { $0.owner?.release() } }
}
