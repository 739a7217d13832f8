/// How many requests a folder has, as far as they were counted.
package struct RequestCount: Hashable, Sendable {
  package private(set) var count = 0
  /// Whether there are more: a folder is not listed for long only to say how much is in it.
  package private(set) var hasMore = false

  private static let mostFiles = 1000
  private static let mostFolders = 200
  private static let deepest = 16
  package init(_ count: Int, hasMore: Bool = false) {
    self.count = count
    self.hasMore = hasMore
  }

  /// Counts the request files of the collections in a folder by their names; reads no file, follows no link.
  package init(in folder: String, files: FileSystem = .live) {
    var folders = 0
    look(into: folder, files, isInside: false, depth: 0, &folders)
  }

  private mutating func look(
    into folder: String, _ files: FileSystem, isInside: Bool, depth: Int, _ folders: inout Int
  ) {
    guard !hasMore, depth <= Self.deepest else { return }
    folders += 1
    // A folder that cannot be listed shows no request either.
    guard folders <= Self.mostFolders, let entries = try? files.list(folder) else {
      hasMore = hasMore || folders > Self.mostFolders
      return
    }
    let isRoot = entries.contains { $0.kind == .file && Workspace.collectionFiles.contains($0.name) }
    for entry in entries where !entry.name.hasPrefix(".") && entry.name != "node_modules" {
      switch entry.kind {
      case .file where isInside || isRoot: if Self.isRequest(entry.name) { count += 1 }
      case .directory where !(isRoot && entry.name == CollectionLoader.environmentFolder):
        look(into: FilePaths.join(folder, entry.name), files, isInside: isInside || isRoot, depth: depth + 1, &folders)
      default: break
      }
      if count > Self.mostFiles { (count, hasMore) = (Self.mostFiles, true) }
      if hasMore { return }
    }
  }

  private static func isRequest(_ name: String) -> Bool {
    guard FilePaths.isYAML(name) || BruFormat.isFile(name) else { return false }
    let settings = CollectionLoader.rootNames + CollectionLoader.folderNames
    return !(settings + CollectionLoader.otherRootNames + [BruFormat.collectionFile]).contains(name.lowercased())
  }
}
