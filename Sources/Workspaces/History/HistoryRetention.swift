import Basics
package import Essentials

/// The limits on the history; `nil` means no limit.
package struct HistoryRetention: Hashable, Sendable {
  package var days: Double?
  package var entries: Int?
  /// Entries and bodies together.
  package var bytes: Int?

  package init(days: Double? = nil, entries: Int? = nil, bytes: Int? = nil) {
    self.days = days
    self.entries = entries
    self.bytes = bytes
  }

  /// The default: a hundred thousand exchanges, a gigabyte.
  package static let standard = HistoryRetention(entries: 100_000, bytes: 1 << 30)
}

extension History {
  /// Removes entries past `retention`: the oldest if there are too many, and those that are too old by their own date.
  /// Then removes the bodies that no entry refers to. Returns the number of removed entries.
  ///
  /// Writes nothing if nothing has to be removed. A month's file is replaced as a whole while appending is locked, so
  /// no line that another Apus adds is lost.
  @discardableResult
  package func prune(_ retention: HistoryRetention, now: Date = Date()) throws(WorkspaceError) -> Int {
    if try isSurelyKept(retention, now: now) { return 0 }
    var state = Pruning(retention: retention, now: now)
    for month in try months() { try prune(path(month: month), &state) }
    if state.removed > 0 { try removeUnusedBodies() }
    // Former names are not needed without entries.
    if state.removed > 0, try months().isEmpty {
      try onDisk { () throws(FileError) in try files.removeIfThere(renamesPath) }
    }
    return state.removed
  }

  /// Removes everything, including files that no entry refers to.
  package func erase() throws(WorkspaceError) {
    guard try isThere() else { return }
    try onDisk { () throws(FileError) in try files.removeTree(folder) }
  }

  /// True if the history exists.
  package func isThere() throws(WorkspaceError) -> Bool {
    try onDisk { () throws(FileError) in try files.stamp(folder) } != nil
  }

  /// Decides whether to prune after adding an entry: always while the history is small, else at every 64 KB of a
  /// month's file and after a large body. Reading a large history on every send would cost more than the send.
  func isDue(_ growth: Range<Int>, bodies: [Int]) -> Bool {
    if growth.lowerBound >> 16 != growth.upperBound >> 16 || bodies.contains(where: { $0 > 1 << 20 }) { return true }
    // A history that cannot be listed is pruned by a later writer.
    return ((try? months()) ?? []).reduce(0) { $0 + size(path(month: $1)) } < 1 << 20
  }

  /// True if names and sizes alone show that nothing is past `retention`, as on nearly every start.
  private func isSurelyKept(_ retention: HistoryRetention, now: Date) throws(WorkspaceError) -> Bool {
    let months = try months()
    if let days = retention.days {
      let first = ISOTime.text(now.addingTimeInterval(-days * 86_400)).prefix(7)
      if let oldest = months.last, oldest <= first { return false }
    }
    let size = months.reduce(0) { $0 + self.size(path(month: $1)) }
    // No line is shorter.
    if let entries = retention.entries, size / 200 > entries { return false }
    guard let bytes = retention.bytes else { return true }
    // Without the folder there are no bodies.
    let bodies = (try? files.list(FilePaths.join(folder, "bodies"))) ?? []
    return bodies.reduce(size) { $0 + self.size("bodies/\($1.name)") } <= bytes
  }

  private struct Pruning {
    let retention: HistoryRetention
    let now: Date
    var kept = 0
    var size = 0
    var removed = 0
    /// Bodies that were counted already; equal bodies are stored once.
    var bodies: Set<String> = []
    /// Entries are read newest first: once one exceeds the limit, so do all older ones.
    var isFull = false

    mutating func keeps(_ line: [UInt8], bodySizes: (String) -> Int) -> Bool {
      if isFull || isTooOld(line) { return false }
      isFull = !fits(line, bodySizes: bodySizes)
      return !isFull
    }

    /// The clock may have been set back for a while, so a line's date implies nothing about the lines around it.
    private func isTooOld(_ line: [UInt8]) -> Bool {
      guard let days = retention.days else { return false }
      return now.timeIntervalSince(HistoryLine.date(of: line) ?? now) > days * 86_400
    }

    private mutating func fits(_ line: [UInt8], bodySizes: (String) -> Int) -> Bool {
      if let entries = retention.entries, kept >= entries { return false }
      if let bytes = retention.bytes {
        let names = HistoryBodies.names(in: line)
        let added = names.filter { !bodies.contains($0) }.reduce(line.count + 1) { $0 + bodySizes($1) }
        if size + added > bytes { return false }
        size += added
        bodies.formUnion(names)
      }
      kept += 1
      return true
    }
  }

  private func prune(_ path: String, _ state: inout Pruning) throws(WorkspaceError) {
    var trial = state
    guard try cut(path, &trial).removed > 0 else {
      state = trial
      return
    }
    // Checked again while the file is locked.
    let lock = try onDisk { () throws(FileError) in try files.lock(path) }
    defer { lock?.release() }
    let (kept, removed) = try cut(path, &state)
    guard removed > 0 else { return }
    if kept.isEmpty {
      try onDisk { () throws(FileError) in try files.remove(path) }
    } else {
      var bytes: [UInt8] = []
      for range in kept {
        bytes += try onDisk { () throws(FileError) in try files.readPart(path, range.lowerBound, range.count) }
      }
      try AtomicFile(files).replace(path, with: bytes, mode: 0o600)
    }
    state.removed += removed
  }

  /// The parts of the file that are kept, in order, and the number of entries between them.
  private func cut(
    _ path: String, _ state: inout Pruning
  ) throws(WorkspaceError) -> (kept: [Range<Int>], removed: Int) {
    var lines = BackwardLines(path: path, files: files)
    var kept: [Range<Int>] = []
    var removed = 0
    while let line = try onDisk({ () throws(FileError) in try lines.next() }) {
      if line.bytes.isEmpty { continue }
      guard state.keeps(line.bytes, bodySizes: size) else {
        removed += 1
        continue
      }
      if let next = kept.last, next.lowerBound == line.end {
        kept[kept.count - 1] = line.offset..<next.upperBound
      } else {
        kept.append(line.offset..<line.end)
      }
    }
    return (kept.reversed(), removed)
  }

  private func size(_ name: String) -> Int {
    files.examined(FilePaths.join(folder, name))?.size ?? 0
  }

  /// Removes the bodies that no entry refers to. Locks appending; a waiting writer checks for its body again
  /// afterwards.
  func removeUnusedBodies() throws(WorkspaceError) {
    var locks: [FileLock] = []
    defer { for lock in locks { lock.release() } }
    var kept: Set<String> = []
    for month in try months() {
      let path = path(month: month)
      if let lock = try onDisk({ () throws(FileError) in try files.lock(path) }) { locks.append(lock) }
      var lines = BackwardLines(path: path, files: files)
      while let line = try onDisk({ () throws(FileError) in try lines.next() }) {
        kept.formUnion(HistoryBodies.names(in: line.bytes))
      }
    }
    let bodies = FilePaths.join(folder, "bodies")
    // Without the folder there is nothing to remove.
    for entry in (try? files.list(bodies)) ?? [] where !kept.contains("bodies/\(entry.name)") {
      // Another program may be writing it.
      if HistoryBodies.isTemporary(FilePaths.join(bodies, entry.name)) { continue }
      try onDisk { () throws(FileError) in try files.remove(FilePaths.join(bodies, entry.name)) }
    }
  }
}

extension HistoryBodies {
  /// The files that a line refers to.
  static func names(in line: [UInt8]) -> Set<String> {
    let mark = Array("\"_file\":\"bodies/".utf8)
    var found: Set<String> = []
    line.withUnsafeBytes { raw in
      var index = 0
      while let hit = ByteSearch.first(mark, in: raw, from: index) {
        let start = hit + mark.count
        let end = raw[start...].firstIndex(of: UInt8(ascii: "\"")) ?? raw.count
        found.insert("bodies/" + String(decoding: raw[start..<end], as: UTF8.self))
        index = end
      }
    }
    return found
  }
}

/// The settings for the history.
extension Configuration {
  /// The limits, with defaults for those that are not set.
  package var retention: HistoryRetention {
    var retention = HistoryRetention.standard
    if let historyKeep { retention.entries = historyKeep.value == 0 ? nil : historyKeep.value }
    if let historyDays { retention.days = historyDays.value == 0 ? nil : Double(historyDays.value) }
    return retention
  }
}

extension History {
  /// Applies the limit on the size of bodies.
  package mutating func heed(_ settings: Configuration) {
    largestBody = settings.historyBodies?.value ?? Self.usualLargestBody
  }

  package static func configured(_ workspace: Workspace) -> History {
    var history = History(workspace: workspace)
    history.heed(workspace.configuration().configuration)
    return history
  }
}
