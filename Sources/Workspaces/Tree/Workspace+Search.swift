import Basics

/// One line of a request's file that contains the text.
package struct SearchHit: Hashable, Sendable {
  /// Absolute path of the file.
  package var path: String
  /// The request's path in its collection, if the file is a request.
  package var id: String?
  package var name: String
  /// From 1.
  package var line: Int
  package var text: String
  /// UTF-8 offsets of the match in `text`.
  package var match: Range<Int>
}

extension Workspace {
  /// Searches every file of the tree for `text`, ignoring ASCII case, in the order of the tree.
  /// - Parameters:
  ///   - isWanted: called before each file; `false` skips it.
  ///   - found: called with each hit; returns whether to go on.
  package func search(
    _ text: String, in tree: WorkspaceTree, while isWanted: () -> Bool = { true }, found: (SearchHit) -> Bool
  ) {
    let needle = text.utf8.map(\.asciiLowercased)
    guard !needle.isEmpty else { return }
    for collection in tree.collections {
      for name in collection.environments {
        let path = FilePaths.join(FilePaths.join(collection.path, CollectionLoader.environmentFolder), name + ".yml")
        guard isWanted(), search(needle, path, nil, name, found) else { return }
      }
      for listed in collection.requests {
        guard isWanted(), search(needle, listed.node.path, listed.node.id, listed.node.name, found) else { return }
      }
    }
  }

  private func search(
    _ needle: [UInt8], _ path: String, _ id: String?, _ name: String, _ found: (SearchHit) -> Bool
  ) -> Bool {
    // A file that is gone or cannot be read has no hits; the tree reports it.
    guard let bytes = try? confined.read(path, FileSystem.largestFile) else { return true }
    var line = 1
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if let match = bytes[start..<end].map(\.asciiLowercased).firstRange(of: needle) {
        let content = String(decoding: bytes[start..<end], as: UTF8.self)
        let hit = SearchHit(path: path, id: id, name: name, line: line, text: content, match: match)
        guard found(hit) else { return false }
      }
      line += 1
      start = end + 1
    }
    return true
  }
}
