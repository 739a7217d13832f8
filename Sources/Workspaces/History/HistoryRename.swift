package import Essentials

/// A saved request as the history knows it: its path in its collection, and the collection if there are several.
package struct HistoryName: Hashable, Sendable {
  /// The collection's folder relative to the workspace; `nil` if the workspace is the collection.
  package var collection: String?
  /// `users/get-user`.
  package var request: String

  package init(_ request: String, in collection: String? = nil) {
    self.request = request
    self.collection = collection
  }

  /// The name before it is saved of the request without a file that has this number. No file can have it, because a name
  /// in a collection begins with no dot.
  package static func draft(_ number: String) -> HistoryName { HistoryName(draftFolder + number) }

  private static let draftFolder = ".draft/"

  /// The number of a request without a file; `nil` for a saved one.
  package var draft: String? {
    request.hasPrefix(Self.draftFolder) ? String(request.dropFirst(Self.draftFolder.count)) : nil
  }

  /// True if both may mean the same request; a name without a collection matches any.
  func matches(_ other: HistoryName) -> Bool {
    request == other.request && (collection == nil || other.collection == nil || collection == other.collection)
  }
}

/// A request, or a folder with all in it, whose path changed: earlier sends still belong to it.
package struct HistoryRename: Hashable, Sendable {
  package var from: HistoryName
  package var to: HistoryName
  package var isFolder: Bool
  package var date: Date

  package init(from: HistoryName, to: HistoryName, isFolder: Bool, date: Date = Date()) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
    self.date = date
  }
}

extension HistoryRename {
  /// From the absolute paths of a file or folder before and after the change; `nil` if one of them lies in no
  /// collection or is not a request.
  package init?(
    from: String, to: String, isFolder: Bool, collections: [String], workspace: String, date: Date = Date()
  ) {
    guard let old = HistoryName(path: from, isFolder: isFolder, collections, workspace),
      let new = HistoryName(path: to, isFolder: isFolder, collections, workspace), old != new
    else { return nil }
    self.init(from: old, to: new, isFolder: isFolder, date: date)
  }

  /// The new name of a request with the old name; `nil` for another request.
  package func renamed(_ name: HistoryName) -> HistoryName? { Self.renamed(name, from, to, isFolder) }

  /// The old name of a request with the new name; `nil` for another request.
  func named(before name: HistoryName) -> HistoryName? { Self.renamed(name, to, from, isFolder) }

  private static func renamed(
    _ name: HistoryName, _ old: HistoryName, _ new: HistoryName, _ isFolder: Bool
  ) -> HistoryName? {
    if let one = name.collection, let other = old.collection, one != other { return nil }
    let collection = new.collection ?? name.collection
    if !isFolder { return name.request == old.request ? HistoryName(new.request, in: collection) : nil }
    let base = Array((old.request + "/").utf8)
    guard name.request.utf8.starts(with: base) else { return nil }
    let rest = String(decoding: name.request.utf8.dropFirst(base.count), as: UTF8.self)
    return HistoryName("\(new.request)/\(rest)", in: collection)
  }
}

extension HistoryName {
  /// The name of a request's file or a folder, given by its absolute path.
  init?(path: String, isFolder: Bool, _ collections: [String], _ workspace: String) {
    let roots = collections.filter { path != $0 && FilePaths.isBelow(path, $0) }
    guard let root = roots.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    var name = FilePaths.relative(path, to: root)
    let first = name.split(separator: "/").first ?? ""
    guard first != CollectionLoader.environmentFolder, !first.hasPrefix(".") else { return nil }
    if !isFolder { name = String(name.dropLast(FilePaths.ending(of: name).count + 1)) }
    self.init(name, in: Self.collection(root, workspace))
  }

  /// The history's name for a collection, given by its absolute path.
  package static func collection(_ root: String, _ workspace: String) -> String? {
    root == workspace ? nil : FilePaths.relative(root, to: workspace)
  }
}

extension HistorySummary {
  /// The name under which the request was sent; `nil` for one that was never saved.
  package var request: HistoryName? { requestID.map { HistoryName($0, in: collection) } }

  /// The same for the renames, in which a request that was never saved has a name, too.
  package var sentName: HistoryName? { request ?? draft.map(HistoryName.draft) }

  /// The same entry after its request was renamed.
  package func renamed(_ rename: HistoryRename) -> HistorySummary {
    guard let name = sentName.flatMap(rename.renamed) else { return self }
    return named(name)
  }

  func named(_ name: HistoryName) -> HistorySummary {
    var copy = self
    (copy.requestID, copy.collection) = (name.request, name.collection)
    return copy
  }
}
