import Basics

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How much of the history is kept; `nil` means no limit.
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
  /// Removes entries past `retention`, oldest first, and then the bodies that no entry refers to. Returns how many were
  /// removed.
  ///
  /// Writes nothing if nothing has to be removed. A month's file is replaced as a whole while appending is locked, so
  /// no line that another Apus adds is lost.
  @discardableResult
  package func prune(_ retention: HistoryRetention, now: Date = Date()) throws(WorkspaceError) -> Int {
    if try isSurelyKept(retention, now: now) { return 0 }
    var state = Pruning(retention: retention, now: now)
    for month in try months() { try prune(path(month: month), &state) }
    if state.removed > 0 { try removeUnusedBodies() }
    // Without entries no former names are needed.
    if state.removed > 0, try months().isEmpty {
      do { try files.remove(renamesPath) } catch { if error.reason != .missing { throw .file(error) } }
    }
    return state.removed
  }

  /// Removes every entry and body.
  package func clear() throws(WorkspaceError) { try prune(HistoryRetention(entries: 0)) }

  /// Removes everything, including files that no entry refers to.
  package func erase() throws(WorkspaceError) {
    guard try isThere() else { return }
    try onDisk { () throws(FileError) in try files.removeTree(folder) }
  }

  /// Whether the history exists.
  package func isThere() throws(WorkspaceError) -> Bool {
    try onDisk { () throws(FileError) in try files.stamp(folder) } != nil
  }

  /// Whether to prune after adding an entry: always while the history is small, else at every 64 KB of a month's file
  /// and after a large body. Reading a large history on every send would cost more than the send.
  func isDue(_ growth: Range<Int>, bodies: [Int]) -> Bool {
    if growth.lowerBound >> 16 != growth.upperBound >> 16 || bodies.contains(where: { $0 > 1 << 20 }) { return true }
    // A history that cannot be listed is pruned by a later writer.
    return ((try? months()) ?? []).reduce(0) { $0 + size(path(month: $1)) } < 1 << 20
  }

  /// Whether names and sizes alone show that nothing is past `retention`, as on nearly every start.
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
    /// Already counted; equal bodies are stored once.
    var bodies: Set<String> = []
    /// Newest first: once one entry is past a limit, all older ones are.
    var isFull = false

    mutating func keeps(_ line: [UInt8], bodySizes: (String) -> Int) -> Bool {
      if isFull { return false }
      isFull = !fits(line, bodySizes: bodySizes)
      return !isFull
    }

    private mutating func fits(_ line: [UInt8], bodySizes: (String) -> Int) -> Bool {
      if let days = retention.days, now.timeIntervalSince(HistoryLine.date(of: line) ?? now) > days * 86_400 {
        return false
      }
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
    // Checked again while nobody can append.
    let lock = try onDisk { () throws(FileError) in try files.lock(path) }
    defer { lock?.release() }
    let (offset, removed) = try cut(path, &state)
    guard removed > 0 else { return }
    let size = try onDisk { () throws(FileError) in try files.stamp(path) }?.size ?? 0
    if offset >= size {
      try onDisk { () throws(FileError) in try files.remove(path) }
    } else {
      let kept = try onDisk { () throws(FileError) in try files.readPart(path, offset, size - offset) }
      try AtomicFile(files).replace(path, with: kept, mode: 0o600)
    }
    state.removed += removed
  }

  /// The offset from which the file is kept, and the number of entries before it.
  private func cut(_ path: String, _ state: inout Pruning) throws(WorkspaceError) -> (offset: Int, removed: Int) {
    var lines = BackwardLines(path: path, files: files)
    var offset = try onDisk { () throws(FileError) in try files.stamp(path) }?.size ?? 0
    var removed = 0
    while let line = try onDisk({ () throws(FileError) in try lines.next() }) {
      if line.bytes.isEmpty { continue }
      if state.keeps(line.bytes, bodySizes: size) { offset = line.offset } else { removed += 1 }
    }
    return (offset, removed)
  }

  private func size(_ name: String) -> Int {
    // A file that is gone or cannot be examined has no size.
    ((try? files.stamp(FilePaths.join(folder, name))) ?? nil)?.size ?? 0
  }

  /// Removes the bodies that no entry refers to and nobody has reserved. Locks appending; a waiting writer checks for
  /// its body again afterwards.
  func removeUnusedBodies(now: Date = Date()) throws(WorkspaceError) {
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
    // Read after the entries: a body is reserved before its entry goes.
    kept.formUnion(try BodyReservations(of: self).bodies(now: now))
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
      while index < raw.count {
        let rest = UnsafeRawBufferPointer(rebasing: raw[index...])
        guard let hit = mark.withUnsafeBytes({ ByteSearch.first($0, in: rest) }) else { return }
        let start = index + hit + mark.count
        let end = raw[start...].firstIndex(of: UInt8(ascii: "\"")) ?? raw.count
        found.insert("bodies/" + String(decoding: raw[start..<end], as: UTF8.self))
        index = end
      }
    }
    return found
  }
}
