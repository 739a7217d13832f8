extension History {
  /// Whole exchanges, newest first, in one pass over the files. A body is read when it is asked for.
  /// - Parameters:
  ///   - limit: no more are returned.
  ///   - isWanted: called for each entry under its request's current name.
  package func records(
    limit: Int, where isWanted: (HistorySummary) -> Bool
  ) throws(WorkspaceError) -> [HistoryRecord] {
    let renames = try HistoryRenames(of: self)
    var found: [HistoryRecord] = []
    for month in try months() {
      var lines = BackwardLines(path: path(month: month), files: files, most: HistoryLine.longestHead)
      while let line = try onDisk({ () throws(FileError) in try lines.next { _ in true } }) {
        // What cannot be read is named where the history is listed.
        guard let read = try onDisk({ () throws(FileError) in try HistoryLine.summary(of: line, in: lines) }) else {
          continue
        }
        let summary = renames.applied(to: read)
        guard isWanted(summary) else { continue }
        let whole = try onDisk { () throws(FileError) in try lines.whole(line) }
        // A body that is gone is named where the exchange is opened.
        guard var record = try? Self.record(whole, folder: folder, files: files) else { continue }
        (record.requestID, record.collection) = (summary.requestID, summary.collection)
        found.append(record)
        if found.count == limit { return found }
      }
    }
    return found
  }
}
