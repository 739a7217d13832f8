#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A saved request as the history knows it: its path in its collection, and the collection where there are several.
public struct HistoryName: Hashable, Sendable {
  /// The collection's folder as seen from the workspace; `nil` where the workspace is the collection, and in entries
  /// of earlier versions.
  public var collection: String?
  /// `users/get-user`.
  public var request: String

  public init(_ request: String, in collection: String? = nil) {
    self.request = request
    self.collection = collection
  }

  /// Whether both can mean the same request: a name without a collection means any.
  func matches(_ other: HistoryName) -> Bool {
    request == other.request && (collection == nil || other.collection == nil || collection == other.collection)
  }
}

/// A request, or a folder with all in it, that has another path since then: what was sent before belongs to it still.
public struct HistoryRename: Hashable, Sendable {
  public var from: HistoryName
  public var to: HistoryName
  public var isFolder: Bool
  public var date: Date

  public init(from: HistoryName, to: HistoryName, isFolder: Bool, date: Date = Date()) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
    self.date = date
  }

  /// Out of the absolute paths of a file or folder before and after; `nil` where one of them lies in no collection, and
  /// for what is no request.
  public init?(
    from: String, to: String, isFolder: Bool, collections: [String], workspace: String, date: Date = Date()
  ) {
    guard let old = HistoryName(path: from, isFolder: isFolder, collections, workspace),
      let new = HistoryName(path: to, isFolder: isFolder, collections, workspace), old != new
    else { return nil }
    self.init(from: old, to: new, isFolder: isFolder, date: date)
  }

  /// What a request is called that had this name before; `nil` where it is another one.
  public func renamed(_ name: HistoryName) -> HistoryName? { Self.renamed(name, from, to, isFolder) }

  /// What a request was called that has this name since; `nil` where it is another one.
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
  /// Of a request's file or a folder, given by its absolute path.
  init?(path: String, isFolder: Bool, _ collections: [String], _ workspace: String) {
    let roots = collections.filter { path != $0 && FilePaths.isBelow(path, $0) }
    guard let root = roots.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    var name = FilePaths.relative(path, to: root)
    let first = name.split(separator: "/").first ?? ""
    guard first != CollectionLoader.environmentFolder, !first.hasPrefix(".") else { return nil }
    if !isFolder { name = String(name.dropLast(FilePaths.ending(of: name).count + 1)) }
    self.init(name, in: Self.collection(root, workspace))
  }

  /// What the history calls a collection, given by its absolute path.
  package static func collection(_ root: String, _ workspace: String) -> String? {
    root == workspace ? nil : FilePaths.relative(root, to: workspace)
  }
}

extension HistorySummary {
  /// Under which name its request was sent; `nil` for one that was never saved.
  public var request: HistoryName? { requestID.map { HistoryName($0, in: collection) } }

  /// The same entry after its request has got another path.
  public func renamed(_ rename: HistoryRename) -> HistorySummary {
    guard let name = request.flatMap(rename.renamed) else { return self }
    return named(name)
  }

  func named(_ name: HistoryName) -> HistorySummary {
    var copy = self
    (copy.requestID, copy.collection) = (name.request, name.collection)
    return copy
  }
}
