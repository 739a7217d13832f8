import Explorer
import Workspaces

extension CompletedPath {
  /// Completes the beginning of a file's path, as shells do.
  /// - Parameter base: the folder of a relative path; `nil` for the current folder.
  init(_ typed: String, from base: String? = nil, _ process: [String: String]) {
    guard typed != "~" else {
      self.init(typed, to: "~/", names: ["~/"])
      return
    }
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let beginning = typed[start...]
    let parent = HomePath.expanded(start == typed.startIndex ? "." : String(typed[..<start]), process)
    let folder = HomePath.absolute(parent.hasPrefix("/") ? parent : "\(base ?? ".")/\(parent)", process)
    // An unreadable folder offers nothing.
    let entries = (try? FileSystem.live.list(folder)) ?? []
    let found = entries.map(\.name).filter { name in
      name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
    }
    let names = found.sorted().map { Self.isFolder("\(folder)/\($0)") ? $0 + "/" : $0 }
    let text = names.first.map { typed[..<start] + Self.commonPrefix(names, of: $0) } ?? typed
    self.init(typed, to: text, names: names)
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
