/// Which of the requests that are gone are those that came up elsewhere: with the same name, method and URL, where no
/// other could be meant as well; of several, the one whose file has the same name.
public struct RequestRenames: Hashable, Sendable {
  /// The new paths of files by their old ones.
  public private(set) var files: [String: String]

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

  /// - Parameter known: what is sure already.
  public init(gone: [RequestNode], added: [RequestNode], known: [String: String] = [:]) {
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

  /// The same as moves of whole folders where everything in one went to another and the old one is gone, else of files.
  public func moves(isThere: (_ folder: String) -> Bool) -> [(from: String, to: String)] {
    var moves = files
    var found: [(from: String, to: String)] = []
    for from in files.keys.sorted() {
      guard let to = moves[from] else { continue }
      let move = Self.widest(from, to) { old, new in
        !isThere(old) && isThere(new)
          && files.allSatisfy { from, to in
            !FilePaths.isBelow(from, old) || to == new + from.dropFirst(old.count)
          }
      }
      found.append(move)
      for path in moves.keys where FilePaths.isBelow(path, move.from) { moves[path] = nil }
    }
    return found
  }

  /// Goes up as long as both ends have the same name and `isWhole` holds of the folders.
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
