import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every renaming that the history knows of, in order: `.apus/history/renames.jsonl`, one a line, only ever added to.
///
/// The entries themselves stay as they were written; each is found under the name that its request has now.
struct HistoryRenames: Hashable, Sendable {
  var steps: [HistoryRename] = []
  static let fileName = "renames.jsonl"
  /// What is more is no file of ours.
  private static let limit = 16 << 20

  /// The name that a request has now which was called `name` at `date`.
  func current(_ name: HistoryName, at date: Date) -> HistoryName {
    steps.reduce(name) { name, step in step.date < date ? name : step.renamed(name) ?? name }
  }

  /// Every name that the request which is called `name` now may have had, this one too.
  func earlier(_ name: HistoryName) -> Set<HistoryName> {
    steps.reversed().reduce(into: [name]) { names, step in
      names.formUnion(names.compactMap { step.named(before: $0) })
    }
  }

  /// Whether the last that is known of the request already is that it has this name: another program told of it.
  func knows(_ rename: HistoryRename) -> Bool {
    guard let last = steps.lastIndex(where: { $0.from == rename.from && $0.to == rename.to }) else { return false }
    return !steps[(last + 1)...].contains { $0.from == rename.to || $0.to == rename.from }
  }

  func applied(to summary: HistorySummary) -> HistorySummary {
    guard !steps.isEmpty, let old = summary.request else { return summary }
    let name = current(old, at: summary.date)
    return summary.named(name)
  }

  /// Lines that are no renaming, such as one that a power cut tore, are passed over.
  init(_ bytes: [UInt8]) {
    steps = bytes.split(separator: 0x0A).compactMap { line in
      // What cannot be read is no renaming.
      (try? JSONValue(parsing: Array(line))).flatMap(HistoryRename.init(json:))
    }
  }

  init() {}

  init(of history: History) throws(WorkspaceError) {
    do { self.init(try history.files.read(history.renamesPath, Self.limit)) } catch {
      guard error.reason == .missing else { throw .file(error) }
      self.init()
    }
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

  /// Keeps that a request or folder has another path from now on. Says nothing where there is no history yet, and where
  /// another program has told of it already.
  public func note(_ rename: HistoryRename) throws(WorkspaceError) {
    guard try onDisk({ () throws(FileError) in try files.stamp(folder) }) != nil else { return }
    guard try !HistoryRenames(of: self).knows(rename) else { return }
    try append(rename.json.compact, to: renamesPath)
  }

  /// The name that the request has now which once had this one.
  public func current(_ name: HistoryName) throws(WorkspaceError) -> HistoryName {
    try HistoryRenames(of: self).current(name, at: .distantPast)
  }
}

extension Workspace {
  /// Keeps the history of what lies at `to` now. Best effort: a history that cannot be written stops no move.
  public func noteRename(from: String, to: String) {
    // By what lies there, not by its name: a folder may be called `api.yml`. What cannot be looked at is taken for a file.
    let isFolder = (try? files.stamp(to))??.isDirectory == true
    guard
      let rename = HistoryRename(
        from: from, to: to, isFolder: isFolder, collections: collectionPaths(), workspace: path)
    else { return }
    // The move itself is done, and that is what counts.
    try? History(workspace: self).note(rename)
  }

  /// The request that a reference means: the one of that path, else the one that had it once.
  package func meant(_ id: String, in collection: String) -> String {
    guard path(ofRequest: id, in: collection) == nil else { return id }
    let name = HistoryName(id, in: HistoryName.collection(collection, path))
    // A history that cannot be read knows no other name.
    guard let now = try? History(workspace: self).current(name),
      now.matches(HistoryName(now.request, in: name.collection))
    else { return id }
    return now.request
  }
}
