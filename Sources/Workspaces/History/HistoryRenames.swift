import Basics
import Essentials

/// Every rename that the history knows, in order: `.apus/history/renames.jsonl`, one per line, append-only.
///
/// The entries themselves stay unchanged; each is found under its request's current name.
struct HistoryRenames: Hashable, Sendable {
  var steps: [HistoryRename] = []
  static let fileName = "renames.jsonl"
  /// In bytes; a larger file was not written by Apus.
  private static let limit = 16 << 20

  /// The current name of the request that was called `name` at `date`.
  func current(_ name: HistoryName, at date: Date) -> HistoryName {
    steps.reduce(name) { name, step in step.date < date ? name : step.renamed(name) ?? name }
  }

  /// Every name that the request now called `name` may have had, including this one.
  func earlier(_ name: HistoryName) -> Set<HistoryName> {
    steps.reversed().reduce(into: [name]) { names, step in
      names.formUnion(names.compactMap { step.named(before: $0) })
    }
  }

  /// True if this rename is already the latest one, because another program recorded it.
  func knows(_ rename: HistoryRename) -> Bool {
    guard let last = steps.lastIndex(where: { $0.from == rename.from && $0.to == rename.to }) else { return false }
    return !steps[(last + 1)...].contains { $0.from == rename.to || $0.to == rename.from }
  }

  func applied(to summary: HistorySummary) -> HistorySummary {
    guard !steps.isEmpty, let old = summary.sentName else { return summary }
    let name = current(old, at: summary.date)
    return name.draft == nil ? summary.named(name) : summary
  }

  /// Lines that are not a rename, such as an incomplete one after a power cut, are skipped.
  init(_ bytes: [UInt8]) {
    steps = bytes.split(separator: 0x0A).compactMap { line in
      // A line that cannot be parsed is not a rename.
      (try? JSONValue(parsing: Array(line))).flatMap(HistoryRename.init(json:))
    }
  }

  init() {}

  init(of history: History) throws(WorkspaceError) {
    self.init(
      try onDisk { () throws(FileError) in try history.files.readIfThere(history.renamesPath, Self.limit) } ?? [])
  }
}

extension HistoryRename {
  fileprivate init?(json: JSONValue) {
    guard let date = json["startedDateTime"]?.string.flatMap(ISOTime.date), let what = json["_renamed"],
      let from = what["from"]?.string, let to = what["to"]?.string
    else { return nil }
    self.init(
      from: HistoryName(from, in: what["fromCollection"]?.string),
      to: HistoryName(to, in: what["toCollection"]?.string), isFolder: what["isFolder"]?.bool ?? false, date: date)
  }

  fileprivate var json: JSONValue {
    .object([
      "_id": .string(ULID.make(at: date)), "startedDateTime": .string(ISOTime.text(date)),
      "_renamed": .object([
        "from": .string(from.request), "to": .string(to.request), "fromCollection": .text(from.collection),
        "toCollection": .text(to.collection), "isFolder": isFolder ? .bool(true) : nil,
      ]),
    ])
  }
}

extension History {
  var renamesPath: String { FilePaths.join(folder, HistoryRenames.fileName) }

  /// Records that a request or folder has a new path. Does nothing if there is no history yet, or if another program
  /// has recorded it already.
  package func note(_ rename: HistoryRename) throws(WorkspaceError) {
    guard try onDisk({ () throws(FileError) in try files.stamp(folder) }) != nil else { return }
    guard try !HistoryRenames(of: self).knows(rename) else { return }
    try append(rename.json.compact, to: renamesPath)
  }

  /// The current name of the request that once had this name.
  package func current(_ name: HistoryName) throws(WorkspaceError) -> HistoryName {
    try HistoryRenames(of: self).current(name, at: .distantPast)
  }
}

extension Workspace {
  /// Keeps the history of the item that was moved to `to`. Best effort: a failure does not stop the move.
  package func noteRename(from: String, to: String) {
    // Asks the file system, because a folder may be called `api.yml`.
    let isFolder = files.examined(to)?.isDirectory == true
    guard
      let rename = HistoryRename(
        from: from, to: to, isFolder: isFolder, collections: collectionPaths(), workspace: path)
    else { return }
    // The move is done; failing to record it must not fail it.
    try? History(workspace: self).note(rename)
  }

  /// Gives the exchanges of a request without a file to the file that it is saved in. Best effort: a failure does not
  /// stop the save.
  package func noteSave(ofDraft number: String, at path: String) {
    guard let name = HistoryName(path: path, isFolder: false, collectionPaths(), self.path) else { return }
    // The file is written; failing to record it must not fail the save.
    try? History(workspace: self).note(HistoryRename(from: .draft(number), to: name, isFolder: false))
  }

  /// The request that a reference means: the one at that path, else the one that formerly had it.
  package func meant(_ id: String, in collection: String) -> String {
    guard path(ofRequest: id, in: collection) == nil else { return id }
    let name = HistoryName(id, in: HistoryName.collection(collection, path))
    // If the history cannot be read, no former name is known.
    guard let now = try? History(workspace: self).current(name),
      now.matches(HistoryName(now.request, in: name.collection))
    else { return id }
    return now.request
  }
}
