/// An exchange removed from the history that can be restored.
package struct ForgottenExchange: Hashable, Sendable {
  package var id: String
  /// The month of its file: `2026-11`.
  package var month: String
  var line: [UInt8]
  /// The reservations of its bodies.
  var reservations: [String] = []
}

extension History {
  /// Removes one exchange. Its bodies are kept until `giveUp`, at most a day, so that it can be restored.
  ///
  /// The month's file is replaced as a whole while appending is locked, so no line that another Apus adds is lost.
  package func forget(_ id: String) throws(WorkspaceError) -> ForgottenExchange? {
    for month in try months() {
      let path = path(month: month)
      guard try place(of: id, in: path) != nil else { continue }
      let lock = try onDisk { () throws(FileError) in try files.lock(path) }
      defer { lock?.release() }
      // Searched again while the file is locked.
      guard let line = try place(of: id, in: path) else { continue }
      let size = try onDisk { () throws(FileError) in try files.stamp(path) }?.size ?? 0
      let before = try part(path, 0..<line.offset)
      let after = try part(path, line.end..<size)
      var forgotten = ForgottenExchange(id: id, month: month, line: line.bytes)
      // Reserved before the line is removed, since another Apus may remove unused bodies right after.
      forgotten.reservations = try BodyReservations(of: self).reserve(HistoryBodies.names(in: line.bytes))
      if before.isEmpty, after.isEmpty {
        try onDisk { () throws(FileError) in try files.remove(path) }
      } else {
        try AtomicFile(files).replace(path, with: before + after, mode: 0o600)
      }
      return forgotten
    }
    return nil
  }

  /// Gives up restoring these exchanges and removes their bodies, unless they are used elsewhere.
  package func giveUp(_ forgotten: [ForgottenExchange]) throws(WorkspaceError) {
    guard !forgotten.isEmpty else { return }
    try BodyReservations(of: self).end(forgotten.flatMap(\.reservations))
    try removeUnusedBodies()
  }

  /// Restores an exchange to its former position. Returns whether all of its bodies still exist.
  @discardableResult
  package func restore(_ forgotten: ForgottenExchange) throws(WorkspaceError) -> Bool {
    try putBack(forgotten)
    let bodies = HistoryBodies(folder: folder, files: files)
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
