import Basics
import HTTPModel
package import Workspaces

/// One row of the tree: its item and its depth.
package struct TreeRow: Hashable, Sendable {
  /// Identifies a row while other rows appear and disappear.
  package enum ID: Hashable, Sendable {
    case collection(String)
    case folder(String)
    case request(String)
    /// A request without a file, by its number.
    case scratch(Int)
    case historyRoot
    case exchange(String)
    case historyMore
    /// An unreadable item, by its text.
    case notice(String)
  }

  package enum Content: Hashable, Sendable {
    case collection(name: String, isOpen: Bool)
    case folder(name: String, isOpen: Bool)
    case request(RequestNode)
    case scratch(Int)
    case historyRoot(count: Int, isOpen: Bool)
    case exchange(HistorySummary)
    /// Loads older entries on request.
    case historyMore
    /// An unreadable item, at its position.
    case notice(Notice)
  }

  package let id: ID
  package let depth: Int
  package let content: Content
  /// Names of the requests whose answers this one uses.
  package var feeders: [String] = []

  /// Represents the history among the expanded folders.
  package static let historyPath = "history:"

  /// The text that the filter and the palette search.
  var searchText: String {
    switch content {
    case .collection(let name, _), .folder(let name, _): name
    case .request(let node): "\(node.method) \(node.name) \(node.url)\(node.tagText)"
    case .scratch: ""
    case .historyRoot, .historyMore: "History"
    case .exchange(let entry): "\(entry.shortStatus.text ?? "0") \(entry.method) \(entry.url)"
    case .notice(let notice): "\(notice)"
    }
  }
}

extension TreeRow {
  /// The content of the history branch.
  struct HistoryBranch {
    var entries: [HistorySummary] = []
    var hasMore = false
  }

  /// The rows of a workspace: requests without a file, collections and folders with their open content, then the
  /// history.
  static func rows(
    of workspace: WorkspaceTree, expanded: Set<String>, history: HistoryBranch, scratches: [Int] = [], filter: String?
  ) -> [TreeRow] {
    let notices = Dictionary(grouping: workspace.notices) { $0.folder(in: workspace) }
    var builder = Builder(expanded: expanded, filter: filter.flatMap { $0.isEmpty ? nil : $0 }, notices: notices)
    builder.add(scratches)
    for collection in workspace.collections { builder.add(collection, named: workspace.shownName(of: collection)) }
    for folder in workspace.openFolders { builder.addNotices(beside: workspace.collections, in: folder) }
    builder.add(history)
    return builder.rows
  }

  private struct Builder {
    let expanded: Set<String>
    let filter: String?
    let notices: [String: [Notice]]
    private let words: [Substring]
    private var feeders = FeederNames()
    var rows: [TreeRow] = []

    init(expanded: Set<String>, filter: String?, notices: [String: [Notice]]) {
      self.expanded = expanded
      self.filter = filter
      self.notices = notices
      words = (filter ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    }

    mutating func add(_ scratches: [Int]) {
      guard filter == nil else { return }
      rows += scratches.map { TreeRow(id: .scratch($0), depth: 0, content: .scratch($0)) }
    }

    mutating func add(_ collection: CollectionNode, named name: String) {
      let isOpen = filter != nil || expanded.contains(collection.path)
      let start = rows.count
      rows.append(
        TreeRow(
          id: .collection(collection.path), depth: 0, content: .collection(name: name, isOpen: isOpen)))
      feeders = FeederNames(collection)
      if isOpen { add(collection.items, of: collection.path, depth: 1) }
      dropIfUnmatched(from: start)
    }

    /// Adds the notices about the workspace itself and about items outside its collections.
    mutating func addNotices(beside collections: [CollectionNode], in workspace: String) {
      if !collections.contains(where: { $0.path == workspace }) { addNotices(in: workspace, depth: 0) }
    }

    private mutating func addNotices(in folder: String, depth: Int) {
      for notice in notices[folder] ?? [] {
        let row = TreeRow(id: .notice("\(notice)"), depth: depth, content: .notice(notice))
        if matches(row) { rows.append(row) }
      }
    }

    private mutating func add(_ items: [TreeItem], of folder: String, depth: Int) {
      addNotices(in: folder, depth: depth)
      for item in items {
        switch item {
        case .request(let node):
          var row = TreeRow(id: .request(node.path), depth: depth, content: .request(node))
          row.feeders = feeders.names(for: node)
          if matches(row) { rows.append(row) }
        case .folder(let folder):
          let isOpen = filter != nil || expanded.contains(folder.path)
          let start = rows.count
          rows.append(
            TreeRow(id: .folder(folder.path), depth: depth, content: .folder(name: folder.name, isOpen: isOpen)))
          if isOpen { add(folder.items, of: folder.path, depth: depth + 1) }
          dropIfUnmatched(from: start)
        }
      }
    }

    mutating func add(_ history: HistoryBranch) {
      let isOpen = filter != nil || expanded.contains(TreeRow.historyPath)
      let start = rows.count
      rows.append(
        TreeRow(id: .historyRoot, depth: 0, content: .historyRoot(count: history.entries.count, isOpen: isOpen)))
      if isOpen {
        for entry in history.entries {
          let row = TreeRow(id: .exchange(entry.id), depth: 1, content: .exchange(entry))
          if matches(row) { rows.append(row) }
        }
        if history.hasMore, filter == nil {
          rows.append(TreeRow(id: .historyMore, depth: 1, content: .historyMore))
        }
      }
      dropIfUnmatched(from: start)
    }

    /// Removes a branch without matching leaves, unless its own name matches.
    private mutating func dropIfUnmatched(from start: Int) {
      guard filter != nil, rows.count == start + 1, !matches(rows[start]) else { return }
      rows.removeLast()
    }

    /// True if each word of the filter occurs, in any order.
    private func matches(_ row: TreeRow) -> Bool {
      guard !words.isEmpty else { return true }
      let text = row.searchText.lowercased()
      return words.allSatisfy(text.contains)
    }
  }
}

extension Notice {
  /// The folder that lists the notice: the one it concerns, else the parent.
  fileprivate func folder(in workspace: WorkspaceTree) -> String {
    let isListed = workspace.collections.contains { $0.path == path } || workspace.folder(at: path) != nil
    return isListed ? path : path.folder
  }
}

extension TreeRow.Content {
  /// The kind of the row; `nil` if its name says it.
  var noun: String? {
    switch self {
    case .collection: "Collection"
    case .folder: "Folder"
    case .request: "Request"
    case .exchange: "Exchange"
    // Its name says what it is.
    case .scratch, .historyRoot, .historyMore, .notice: nil
    }
  }
}

extension TreeRow {
  /// The file or folder of the row, which can be renamed, moved and deleted.
  var filePath: String? {
    switch id {
    case .folder(let path), .request(let path): path
    case .collection, .scratch, .historyRoot, .exchange, .historyMore, .notice: nil
    }
  }

  var name: String {
    switch content {
    case .collection(let name, _), .folder(let name, _): name
    case .request(let node): node.name
    case .scratch: "New request"
    case .historyRoot, .historyMore: "History"
    case .exchange(let entry): entry.url
    case .notice(let notice): notice.path
    }
  }
}

extension TreeRow {
  /// True if a branch is open; `nil` for leaves.
  var isOpen: Bool? {
    switch content {
    case .collection(_, let isOpen), .folder(_, let isOpen), .historyRoot(_, let isOpen): isOpen
    case .request, .scratch, .exchange, .historyMore, .notice: nil
    }
  }

  /// The path under which an open branch is remembered; `nil` for leaves.
  var branchPath: String? {
    switch id {
    case .collection(let path), .folder(let path): path
    case .historyRoot: TreeRow.historyPath
    case .request, .scratch, .exchange, .historyMore, .notice: nil
    }
  }
}

extension Tree {
  /// The Git status of the file or folder of a row.
  package func mark(of row: TreeRow) -> GitMarks.Mark? {
    switch row.id {
    case .collection(let path), .folder(let path), .request(let path): marks[path: path]
    case .scratch, .historyRoot, .exchange, .historyMore, .notice: nil
    }
  }

  /// The width that the visible rows need. History URLs and notices are cut, since no width would fit them all.
  func columns(visible rows: Int) -> Int {
    self.rows.dropFirst(cursor.offset).prefix(max(0, rows)).reduce(0) { max($0, $1.columns + columns(ofMark: $1)) }
  }

  /// Without any marks, skips the lookup.
  private func columns(ofMark row: TreeRow) -> Int { !marks.isEmpty && mark(of: row) != nil ? 2 : 0 }
}

extension TreeRow {
  /// No tree is wider than this, so the rest of a name need not be measured.
  private static let longestMeasured = 200

  /// Includes the margin before the name and the result after it.
  fileprivate var columns: Int {
    switch content {
    case .collection(let name, _), .folder(let name, _): depth * 2 + TextWidth.of(name.prefix(Self.longestMeasured)) + 4
    case .request(let node):
      depth * 2 + TextWidth.of((node.name + feederText).prefix(Self.longestMeasured)) + 10
    case .scratch, .historyRoot, .exchange, .historyMore, .notice: 0
    }
  }

  /// ` ← Log in`: the requests whose answers this one uses. It follows the name and is cut first.
  var feederText: String { feeders.isEmpty ? "" : " ← \(feeders.joined(separator: ", "))" }
}

/// The names of the requests of a collection whose answers others use.
struct FeederNames {
  private let collection: CollectionNode?
  /// The names by path in the collection; built for the first request that uses an answer.
  private var byID: [String: String]?

  init(_ collection: CollectionNode? = nil) { self.collection = collection }

  /// Returns each name once; a missing request is named by its path.
  mutating func names(for node: RequestNode) -> [String] {
    var names: [String] = []
    for reference in node.usedAnswers {
      guard let id = ResponseReference(reference)?.requestID, id != node.id else { continue }
      let name = known()[id] ?? id
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private mutating func known() -> [String: String] {
    if let byID { return byID }
    var found: [String: String] = [:]
    collection?.forEachRequest { found[$0.id] = $0.name }
    byID = found
    return found
  }
}

extension RequestNode {
  /// The references of this request to the answer of another one, by its path in the collection.
  func references(toAnswerOf id: String) -> [ResponseReference] {
    usedAnswers.compactMap { ResponseReference($0) }.filter { $0.requestID == id }
  }
}
