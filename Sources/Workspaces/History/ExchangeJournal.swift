import Basics
import Essentials
package import HTTPModel
import Synchronization

/// The journal of a running exchange with many messages, so that it is in the history however the program ends.
///
/// Each such exchange has a file below `.apus/history/running`: the entry so far in its first line, then a line for
/// each message, masked. Its owner holds a lock; the next program that finds a journal without an owner makes an entry
/// of it (`History.adoptInterrupted`). When the exchange ends normally, its entry is written like any other and the
/// file is removed.
///
/// A separate task appends and syncs the lines, the first immediately and then at most every `pace`: a message that was
/// shown for longer than that survives a crash or power cut. The limit on messages is that of an entry.
// A class because the sending task adds messages while another task writes them.
package final class ExchangeJournal: Sendable {
  /// The time between two writes.
  package static let pace = Duration.milliseconds(200)

  private struct State {
    var lines: [UInt8] = []
    var isWriting = false
    var messages = 0
    var bytes = 0
    /// The number of messages of a streamed body that were taken.
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
  ///   - redaction: returns the current redaction.
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

  static let interruption = "Apus quit before this finished; the part received until then is kept"

  /// A message that was sent or received.
  package func add(_ message: ConversationMessage) {
    guard hasRoom(for: 1, message.size) else { return }
    append(HAREntry(redaction: redaction()).message(message))
  }

  /// Adds new messages of a streamed body.
  package func grow(to messages: StreamedMessages, type: String) {
    let from = state.withLock { $0.streamed }
    guard messages.count > from else { return }
    let range = messages.range(of: from).lowerBound..<messages.range(of: messages.count - 1).upperBound
    state.withLock { $0.streamed = messages.count }
    guard hasRoom(for: messages.count - from, range.count) else { return }
    let masked = redaction().masked(bytes: messages.body.bytes(in: range), type: type)
    append(.object(["text": .string(String(decoding: masked, as: UTF8.self))]))
  }

  /// True if further messages are stored.
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
        // This task is never cancelled.
        try? await Pause.wait(Self.pace)
      }
    }
  }

  /// Returns `false` once there is nothing left to write.
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
        // The final entry reports that the history cannot be written; there is nothing more to lose.
        files.isOver = true
        return false
      }
    }
  }

  /// Writes the remaining messages of an exchange whose entry could not be stored.
  package func leave() {
    _ = write()
    files.withLock { files in
      files.isOver = true
      files.owner?.release()
    }
  }

  /// Removes the file once the entry is stored.
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

/// Stores exchanges in the background, one after the other, and reports the first failure.
package actor HistoryRecorder {
  /// Created for the first record; nothing is read before.
  private lazy var history = make()
  private let make: @Sendable () -> History
  private var hasReported = false

  package init(_ workspace: Workspace, _ make: @escaping @Sendable (Workspace) -> History) {
    self.make = { make(workspace) }
  }

  /// Appends the record. Returns a notice for the first failure of this session and `nil` otherwise: a history that
  /// cannot be written never stops a send.
  package func record(_ record: HistoryRecord, redaction: Redaction) -> Notice? {
    do {
      try history.append(record, redaction: redaction)
      return nil
    } catch {
      // Already reported when the workspace was opened.
      if case .file(let error) = error, error.reason == .unused { return nil }
      defer { hasReported = true }
      return hasReported ? nil : Notice(.warning, history.folder, "the history cannot be stored: \(error.description)")
    }
  }
}
