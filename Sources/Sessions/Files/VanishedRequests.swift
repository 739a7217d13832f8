package import Workspaces

/// Requests whose files another program removed, kept because they may reappear under another name.
package struct VanishedRequests: Sendable {
  private static let most = 10_000
  private var nodes: [RequestNode] = []

  package init() {}

  /// Requests that have moved: open requests are matched by the content of their files, others by their tree entries.
  /// - Parameters:
  ///   - folders: the folders with changes.
  ///   - content: the last known content of an open request's file; `nil` if the request is not open.
  package mutating func renames(
    from before: WorkspaceTree, to tree: WorkspaceTree, in folders: Set<String>, of workspace: Workspace,
    content: (String) -> [UInt8]?
  ) -> [(from: String, to: String)] {
    let now = tree.requests(below: folders)
    let paths = Set(now.map(\.path))
    let old = before.requests(below: folders)
    let known = Set(old.map(\.path))
    nodes.removeAll { paths.contains($0.path) }
    let gone = old.filter { !paths.contains($0.path) && tree.name(of: $0.path) == nil }
    nodes = (nodes + gone).suffix(Self.most)
    let added = now.filter { !known.contains($0.path) }
    guard !nodes.isEmpty, !added.isEmpty else { return [] }
    var moves: [String: String] = [:]
    for node in nodes {
      guard let bytes = content(node.path) else { continue }
      let new = added.first { candidate in
        // An unreadable file does not match.
        !moves.values.contains(candidate.path) && (try? workspace.request(at: candidate.path).bytes) == bytes
      }
      moves[node.path] = new?.path
    }
    let renames = RequestRenames(gone: nodes, added: added, known: moves)
    nodes.removeAll { renames.files[$0.path] != nil }
    let folders = tree.folderPaths
    return renames.moves { folders.contains($0) }
  }
}
