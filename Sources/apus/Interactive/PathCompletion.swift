import Workspaces

/// Completes the beginning of a file's path, as shells do.
struct PathCompletion {
  /// The path as far as it is certain; the typed one if no file begins with it.
  let text: String
  /// The names of the files that begin like the typed one, folders with a slash.
  let names: [String]

  init(_ typed: String, _ process: [String: String]) {
    guard typed != "~" else {
      (text, names) = ("~/", ["~/"])
      return
    }
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let beginning = typed[start...]
    let folder = HomePath.absolute(start == typed.startIndex ? "." : String(typed[..<start]), process)
    // An unreadable folder offers nothing.
    let entries = (try? FileSystem.live.list(folder)) ?? []
    let found = entries.map(\.name).filter { name in
      name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
    }
    let names = found.sorted().map { Self.isFolder("\(folder)/\($0)") ? $0 + "/" : $0 }
    self.names = names
    text = names.first.map { typed[..<start] + Self.commonPrefix(names, of: $0) } ?? typed
  }

  private static func isFolder(_ path: String) -> Bool {
    // A file that has just gone is no folder.
    ((try? FileSystem.live.stamp(path)) ?? nil)?.isDirectory == true
  }

  private static func commonPrefix(_ names: [String], of first: String) -> String {
    names.reduce(first) { prefix, name in
      String(zip(prefix, name).prefix { $0 == $1 }.map(\.0))
    }
  }
}
