/// Matches removed requests with added ones: the same name, method and URL, if the match is unambiguous; among several
/// candidates, the one with the same file name.
package struct RequestRenames: Hashable, Sendable {
  /// New paths by old path.
  package private(set) var files: [String: String]

  private struct Look: Hashable {
    var name: String
    var kind: RequestDefinition.Kind
    var method: String
    var url: String

    init(_ node: RequestNode) {
      name = node.name
      kind = node.kind
      method = node.method
      url = node.url
    }
  }

  /// - Parameter known: matches that are certain.
  package init(gone: [RequestNode], added: [RequestNode], known: [String: String] = [:]) {
    files = known
    let taken = Set(known.values)
    let old = Dictionary(grouping: gone.filter { known[$0.path] == nil && $0.fault == nil }, by: Look.init)
    let new = Dictionary(grouping: added.filter { !taken.contains($0.path) && $0.fault == nil }, by: Look.init)
    for (look, old) in old { if let new = new[look] { pair(old, new) } }
  }

  private mutating func pair(_ old: [RequestNode], _ new: [RequestNode]) {
    let names = Dictionary(grouping: new) { FilePaths.name(of: $0.path) }
    var (old, new) = (old, new)
    for (name, same) in Dictionary(grouping: old, by: { FilePaths.name(of: $0.path) }) {
      guard same.count == 1, let found = names[name], found.count == 1 else { continue }
      files[same[0].path] = found[0].path
      old.removeAll { $0.path == same[0].path }
      new.removeAll { $0.path == found[0].path }
    }
    if old.count == 1, new.count == 1 { files[old[0].path] = new[0].path }
  }

  /// The matches as moves of whole folders, if all files in one went to another and the old one is gone, else as moves
  /// of files.
  package func moves(isThere: (_ folder: String) -> Bool) -> [(from: String, to: String)] {
    var found: [(from: String, to: String)] = []
    // Sorted paths put a folder before its content, which moves along.
    for from in files.keys.sorted() {
      if let last = found.last, FilePaths.isBelow(from, last.from) { continue }
      guard let to = files[from] else { continue }
      found.append(Self.widest(from, to) { old, new in !isThere(old) && isThere(new) && hasMoved(old, new) })
    }
    return found
  }

  /// True if all files of one folder are at the same path in the other.
  private func hasMoved(_ old: String, _ new: String) -> Bool {
    files.allSatisfy { from, to in
      !FilePaths.isBelow(from, old) || to == FilePaths.join(new, FilePaths.relative(from, to: old))
    }
  }

  /// Goes up while the parents have the same name and `isWhole` is true for them.
  private static func widest(
    _ from: String, _ to: String, _ isWhole: (String, String) -> Bool
  ) -> (from: String, to: String) {
    var move = (from: from, to: to)
    while FilePaths.name(of: move.from) == FilePaths.name(of: move.to),
      let old = FilePaths.parent(of: move.from), let new = FilePaths.parent(of: move.to), old != new, isWhole(old, new)
    {
      move = (old, new)
    }
    return move
  }
}
