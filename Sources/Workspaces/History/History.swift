package import Basics
import Essentials
package import HTTPModel

/// The history of one workspace: `.apus/history/YYYY-MM.jsonl`, one exchange per line, and large bodies in files.
///
/// A plain value over the disk; every method blocks. Several programs may append at the same time.
package struct History: Sendable {
  let files: FileSystem
  /// `<workspace>/.apus/history`.
  package let folder: String
  /// The limits that apply after each append; `nil` leaves that to `prune`.
  private var retention: (@Sendable () -> HistoryRetention)?
  /// In bytes; only size and hash of a larger body are stored.
  package var largestBody = Self.usualLargestBody
  package static let usualLargestBody = 64_000_000

  package init(workspace: Workspace, retention: (@Sendable () -> HistoryRetention)? = nil) {
    self.init(folder: workspace.privateFolder.path, files: workspace.files)
    self.retention = retention
  }

  init(folder: String, files: FileSystem) {
    self.folder = FilePaths.join(folder, "history")
    self.files = files
  }

  /// Adds one record with its secrets masked, and syncs it to disk.
  package func append(_ record: HistoryRecord, redaction: Redaction) throws(WorkspaceError) {
    try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o700) }
    let bodies = HistoryBodies(folder: folder, files: files)
    var failure: WorkspaceError?
    var kept: [(name: String, body: ByteStore, label: ContentLabel)] = []
    let entry = HAREntry(redaction: redaction) { body, label in
      guard body.count <= largestBody else { return .omitted(OmittedBody(body, .large)) }
      do throws(WorkspaceError) {
        let place = try bodies.keep(body, label, redaction)
        if case .file(let name) = place { kept.append((name, body, label)) }
        return place
      } catch {
        failure = error
        return .nowhere
      }
    }
    let json = entry.json(record)
    // If there is no room for a body, the rest of the entry is still stored.
    let growth = try append(json.compact, to: path(month: ISOTime.month(record.exchange.startedAt)))
    if let failure { throw failure }
    // Another program may have pruned these bodies before the entry referred to them.
    for (name, body, label) in kept where try !bodies.has(name) {
      _ = try bodies.keep(body, label, redaction)
    }
    if let retention, isDue(growth, bodies: kept.map(\.body.count)) {
      // The entry is stored, as asked; a later writer removes the excess.
      _ = try? prune(retention())
    }
  }

  @discardableResult func append(_ line: [UInt8], to path: String) throws(WorkspaceError) -> Range<Int> {
    try onDisk { () throws(FileError) in
      let size = try files.stamp(path)?.size ?? 0
      // Ends an incomplete line left by a power cut, so that only it is lost.
      let isTorn = size > 0 ? try files.readPart(path, size - 1, 1) != [0x0A] : false
      let bytes = (isTorn ? [0x0A] : []) + line + [0x0A]
      try files.append(path, bytes, 0o600)
      return size..<size + bytes.count
    }
  }

  /// The whole exchange with an identifier; `nil` if there is none.
  package func record(_ id: String) throws(WorkspaceError) -> HistoryRecord? {
    guard let (line, place) = try line(of: id) else { return nil }
    guard var record = try Self.record(line, folder: folder, files: files, at: place) else { return nil }
    let sent = record.requestID.map { HistoryName($0, in: record.collection) } ?? record.draft.map(HistoryName.draft)
    if let sent {
      let now = try HistoryRenames(of: self).current(sent, at: record.exchange.startedAt)
      if now.draft == nil { (record.requestID, record.collection) = (now.request, now.collection) }
    }
    return record
  }

  /// The entry as stored, under its request's current name: what `history show --json` prints.
  package func entry(_ id: String) throws(WorkspaceError) -> JSONValue? {
    guard let (line, place) = try line(of: id) else { return nil }
    do {
      let entry = try JSONValue(parsing: line)
      let saved = entry["_request"]?.string.map { HistoryName($0, in: entry["_collection"]?.string) }
      guard let name = saved ?? entry["_draft"]?.string.map(HistoryName.draft),
        let date = entry["startedDateTime"]?.string.flatMap(ISOTime.date)
      else { return entry }
      let now = try HistoryRenames(of: self).current(name, at: date)
      guard now.draft == nil else { return entry }
      if saved == nil, case .object(let members) = entry {
        let collection = now.collection.map { [JSONValue.Member("_collection", .string($0))] } ?? []
        return .object(members + [JSONValue.Member("_request", .string(now.request))] + collection)
      }
      return entry.replacing(["_request": .string(now.request), "_collection": .text(now.collection)])
    } catch let error as WorkspaceError {
      throw error
    } catch {
      throw .invalid(Notice(.error, place, "the exchange is damaged: \(error)"))
    }
  }

  /// - Parameter place: the location of the line, for messages.
  static func record(
    _ line: [UInt8], folder: String, files: FileSystem, at place: String? = nil
  ) throws(WorkspaceError) -> HistoryRecord? {
    do {
      let bodies = HistoryBodies(folder: folder, files: files)
      let entry = try JSONValue(parsing: line)
      var record = HAREntryReader { name in bodies.read(name) }.record(entry)
      let sent = (entry["_redirects"]?.array?.first ?? entry)["request"]?["postData"]
      let omitted = OmittedBody(sent?["_omitted"])
      record?.omittedSentBody = omitted
      record?.sentBodyPath =
        omitted.map { bodies.path(ofDigest: $0.sha256) } ?? sent?["_file"]?.string.flatMap { bodies.path(of: $0) }
      return record
    } catch {
      throw .invalid(Notice(.error, place ?? folder, "the exchange is damaged: \(error)"))
    }
  }

  /// The line and its location for messages: the file, and the byte offset.
  private func line(of id: String) throws(WorkspaceError) -> (bytes: [UInt8], place: String)? {
    let month = ULID.date(of: id).map(ISOTime.month)
    let months = try months()
    // The month in the identifier first; after a clock change the entry may be in another one.
    for name in months.filter({ $0 == month }) + months.filter({ $0 != month }) {
      let path = path(month: name)
      if let line = try place(of: id, in: path) { return (line.bytes, "\(path) (byte \(line.offset))") }
    }
    return nil
  }

  /// The line of an exchange in the file of a month.
  func place(of id: String, in path: String) throws(WorkspaceError) -> BackwardLines.Line? {
    let mark = Array("{\"_id\":\"\(id)\"".utf8)
    var lines = BackwardLines(path: path, files: files)
    while let line = try onDisk({ () throws(FileError) in try lines.next { $0.starts(with: mark) } }) {
      if line.bytes.starts(with: mark) { return line }
    }
    return nil
  }

  func path(month: String) -> String { FilePaths.join(folder, "\(month).jsonl") }

  /// Newest first.
  func months() throws(WorkspaceError) -> [String] {
    try onDisk { () throws(FileError) in try files.listIfThere(folder) }.map(\.name)
      .filter { $0.hasSuffix(".jsonl") && $0 != HistoryRenames.fileName }.map { String($0.dropLast(6)) }.sorted(by: >)
  }
}

extension History {
  /// The newest exchange that `filter` accepts.
  package func latest(matching filter: HistoryFilter) throws(WorkspaceError) -> HistoryRecord? {
    guard let summary = try list(limit: 1, matching: filter).entries.first else { return nil }
    return try record(summary.id)
  }

  /// Whole exchanges, newest first, in one pass over the files. Each body is read on first access.
  /// - Parameters:
  ///   - limit: the maximum number of exchanges.
  ///   - isWanted: called for each entry under its request's current name.
  package func records(
    limit: Int, where isWanted: (HistorySummary) -> Bool
  ) throws(WorkspaceError) -> [HistoryRecord] {
    let renames = try HistoryRenames(of: self)
    var found: [HistoryRecord] = []
    for month in try months() {
      var lines = BackwardLines(path: path(month: month), files: files, most: HistoryLine.longestHead)
      while let line = try onDisk({ () throws(FileError) in try lines.next { _ in true } }) {
        // Unreadable lines are reported by the list.
        guard let read = try onDisk({ () throws(FileError) in try HistoryLine.summary(of: line, in: lines) }) else {
          continue
        }
        let summary = renames.applied(to: read)
        guard isWanted(summary) else { continue }
        let whole = try onDisk { () throws(FileError) in try lines.whole(line) }
        // A missing body is reported when the exchange is opened.
        guard var record = try? Self.record(whole, folder: folder, files: files) else { continue }
        (record.requestID, record.collection) = (summary.requestID, summary.collection)
        found.append(record)
        if found.count == limit { return found }
      }
    }
    return found
  }
}

/// Exchanges that are still running: see `ExchangeJournal`.
extension History {
  static let journalSuffix = ".jsonl"
  static let ownerSuffix = ".owner"

  var runningFolder: String { FilePaths.join(folder, "running") }

  /// Writes the messages of an exchange to disk as they arrive.
  package func journal(
    _ record: HistoryRecord, redaction: @escaping @Sendable () -> Redaction
  ) -> ExchangeJournal {
    ExchangeJournal(self, record, redaction: redaction)
  }

  /// Makes entries of the exchanges whose program ended without doing so.
  /// - Returns: the number of these exchanges.
  @discardableResult
  package func adoptInterrupted() -> Int {
    // Without the folder there are none.
    let entries = (try? files.list(runningFolder)) ?? []
    var count = 0
    for entry in entries where entry.kind == .file && entry.name.hasSuffix(Self.journalSuffix) {
      let path = FilePaths.join(runningFolder, entry.name)
      // A journal that cannot be locked belongs to a running program.
      guard let owner = (try? files.hold(path + Self.ownerSuffix)) ?? nil else { continue }
      defer { owner.release() }
      do throws(WorkspaceError) {
        guard let record = try interrupted(at: path) else {
          // If the disk was full, not even the first line was written.
          if files.examined(path)?.size == 0 { removeJournal(path) }
          continue
        }
        // The program may have ended between writing the entry and removing the journal.
        if try self.record(record.id) == nil { try append(record, redaction: .none) }
        removeJournal(path)
        count += 1
      } catch {
        // The journal stays for the next start.
        continue
      }
    }
    return count
  }

  func removeJournal(_ path: String) {
    // A journal that cannot be removed is found again, and recognized by its identifier.
    try? files.remove(path)
    // The same applies to its lock.
    try? files.remove(path + Self.ownerSuffix)
  }

  /// `nil` for a file that is gone, or contains no entry.
  private func interrupted(at path: String) throws(WorkspaceError) -> HistoryRecord? {
    let bytes = try onDisk { () throws(FileError) in
      try files.stamp(path) == nil ? [] : try files.read(path, 4 * HAREntry.mostBytes)
    }
    // The last line may be incomplete.
    let lines = bytes.split(separator: 0x0A)
    let reader = HAREntryReader { _ in nil }
    // A file without an entry was not written by Apus.
    guard let first = lines.first, let entry = try? JSONValue(parsing: Array(first)), var record = reader.record(entry)
    else { return nil }
    var text: [UInt8] = []
    var messages: [ConversationMessage] = []
    for line in lines.dropFirst() {
      // An incomplete line is skipped.
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
