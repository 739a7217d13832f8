import Basics
import Workspaces

extension WorkspaceTree {
  /// What a folder or a collection has, in words; `nil` if it is not listed.
  func contents(of path: String) -> String? {
    for collection in collections {
      if collection.path == path { return Self.words(collection.items, environments: collection.environments.count) }
      if let items = Self.items(of: path, in: collection.items) { return Self.words(items, environments: 0) }
    }
    return nil
  }

  private static func items(of path: String, in items: [TreeItem]) -> [TreeItem]? {
    for item in items {
      guard case .folder(let folder) = item else { continue }
      if folder.path == path { return folder.items }
      if path.hasPrefix(folder.path + "/") { return Self.items(of: path, in: folder.items) }
    }
    return nil
  }

  private static func words(_ items: [TreeItem], environments: Int) -> String {
    let (requests, folders) = count(items)
    var words = amount(requests, "request")
    if folders > 0 { words += " in " + amount(folders, "folder") }
    if environments > 0 { words += ", " + amount(environments, "environment") }
    return words
  }

  private static func amount(_ count: Int, _ word: String) -> String {
    "\(Quantity.count(count)) \(word)\(count == 1 ? "" : "s")"
  }

  private static func count(_ items: [TreeItem]) -> (requests: Int, folders: Int) {
    items.reduce(into: (0, 0)) { sum, item in
      switch item {
      case .request: sum.0 += 1
      case .folder(let folder):
        let inside = count(folder.items)
        sum = (sum.0 + inside.requests, sum.1 + inside.folders + 1)
      }
    }
  }
}
