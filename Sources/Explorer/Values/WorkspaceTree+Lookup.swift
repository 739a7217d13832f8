import Basics
package import Workspaces

extension WorkspaceTree {
  /// The request with that file; `nil` if it is not listed.
  package func request(at path: String) -> RequestNode? { item(at: path)?.request }

  /// The folder with that path; `nil` if it is not listed.
  func folder(at path: String) -> FolderNode? { item(at: path)?.folder }

  /// True if the tree has the request with this file, or the folder or collection whose settings are in it.
  func lists(_ path: String) -> Bool {
    switch SettingsFile.kind(at: path) {
    case .folder: folder(at: path.folder) != nil
    case .collection: collections.contains { $0.path == path.folder }
    default: request(at: path) != nil
    }
  }

  /// The collection that lists a file or folder, or is that folder.
  func collection(around path: String) -> CollectionNode? {
    collections.filter { FilePaths.isBelow(path, $0.path) }.max { $0.path.utf8.count < $1.path.utf8.count }
  }

  /// The number of requests and folders listed.
  var itemCount: Int {
    var count = 0
    for collection in collections { collection.items.forEachItem { _ in count += 1 } }
    return count
  }

  /// The contents of a folder or collection in words; `nil` if it is not listed.
  func contents(of path: String) -> String? {
    let collection = collections.first { $0.path == path }
    guard let items = collection?.items ?? folder(at: path)?.items else { return nil }
    var (requests, folders) = (0, 0)
    items.forEachItem { if $0.isFolder { folders += 1 } else { requests += 1 } }
    var words = Quantity.amount(requests, "request")
    if folders > 0 { words += " in " + Quantity.amount(folders, "folder") }
    let environments = collection?.environments.count ?? 0
    if environments > 0 { words += ", " + Quantity.amount(environments, "environment") }
    return words
  }
}
