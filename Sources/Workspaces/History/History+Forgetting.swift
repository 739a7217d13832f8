import Basics

/// An exchange removed from the history that can be restored.
package struct ForgottenExchange: Hashable, Sendable {
  package var id: String
  /// The month of its file: `2026-11`.
  package var month: String
  var line: [UInt8]
  /// Its bodies in files of their own.
  var bodies: [ByteStore] = []

  package static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.line == right.line }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension History {
  /// Removes one exchange with its bodies; the result can be restored.
  ///
  /// The month's file is replaced as a whole while appending is locked, so no line that another Apus adds is lost.
  package func forget(_ id: String) throws(WorkspaceError) -> ForgottenExchange? {
    for month in try months() {
      guard let forgotten = try forget(id, in: month) else { continue }
      // Bodies that cannot be removed now go with the next ones.
      if !forgotten.bodies.isEmpty { try? removeUnusedBodies() }
      return forgotten
    }
    return nil
  }

  private func forget(_ id: String, in month: String) throws(WorkspaceError) -> ForgottenExchange? {
    let path = path(month: month)
    guard try place(of: id, in: path) != nil else { return nil }
    let lock = try onDisk { () throws(FileError) in try files.lock(path) }
    defer { lock?.release() }
    // Searched again while the file is locked.
    guard let line = try place(of: id, in: path) else { return nil }
    let size = try onDisk { () throws(FileError) in try files.stamp(path) }?.size ?? 0
    let before = try part(path, 0..<line.offset)
    let after = try part(path, line.end..<size)
    let stored = HistoryBodies(folder: folder, files: files)
    let bodies = HistoryBodies.names(in: line.bytes).compactMap { stored.read($0) }
    if before.isEmpty, after.isEmpty {
      try onDisk { () throws(FileError) in try files.remove(path) }
    } else {
      try AtomicFile(files).replace(path, with: before + after, mode: 0o600)
    }
    return ForgottenExchange(id: id, month: month, line: line.bytes, bodies: bodies)
  }

  /// Restores an exchange to its former position. Returns whether it has all of its bodies.
  @discardableResult
  package func restore(_ forgotten: ForgottenExchange) throws(WorkspaceError) -> Bool {
    try putBack(forgotten)
    let bodies = HistoryBodies(folder: folder, files: files)
    // Another Apus removes bodies that no entry refers to.
    for body in forgotten.bodies { _ = try bodies.keep(body) }
    for name in HistoryBodies.names(in: forgotten.line) where try !bodies.has(name) { return false }
    return true
  }

  private func putBack(_ forgotten: ForgottenExchange) throws(WorkspaceError) {
    let path = path(month: forgotten.month)
    try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o700) }
    guard let lock = try onDisk({ () throws(FileError) in try files.lock(path) }) else {
      try append(forgotten.line, to: path)
      return
    }
    defer { lock.release() }
    // It may be restored already, if only the report of success failed.
    guard try place(of: forgotten.id, in: path) == nil else { return }
    let size = try onDisk { () throws(FileError) in try files.stamp(path) }?.size ?? 0
    let offset = try offset(after: forgotten.id, in: path)
    let before = try part(path, 0..<offset)
    let after = try part(path, offset..<size)
    let isTorn = before.last.map { $0 != 0x0A } ?? false
    try AtomicFile(files).replace(
      path, with: before + (isTorn ? [0x0A] : []) + forgotten.line + [0x0A] + after, mode: 0o600)
  }

  /// The end of the entries that are older than an identifier; identifiers are sorted by time.
  private func offset(after id: String, in path: String) throws(WorkspaceError) -> Int {
    let (start, mark) = (Array(#"{"_id":""#.utf8), Array(id.utf8))
    var lines = BackwardLines(path: path, files: files)
    while let line = try onDisk({ () throws(FileError) in try lines.next() }) {
      guard line.bytes.starts(with: start) else { continue }
      let own = line.bytes.dropFirst(start.count).prefix(mark.count)
      if own.lexicographicallyPrecedes(mark) { return line.end }
    }
    return 0
  }

  private func part(_ path: String, _ range: Range<Int>) throws(WorkspaceError) -> [UInt8] {
    if range.isEmpty { return [] }
    return try onDisk { () throws(FileError) in try files.readPart(path, range.lowerBound, range.count) }
  }
}
