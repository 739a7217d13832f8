/// Operations on paths as text, without file system access.
package enum FilePaths {
  package static func join(_ folder: String, _ name: String) -> String {
    name.hasPrefix("/") ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// `nil` for a bare name.
  package static func parent(of path: String) -> String? {
    let cut = trimmed(path)
    guard let slash = cut.utf8.lastIndex(of: slash) else { return nil }
    return slash == cut.startIndex ? "/" : String(cut[..<slash])
  }

  package static func name(of path: String) -> String { String(lastPart(of: path)) }

  /// The name without its extension.
  static func baseName(of path: String) -> String {
    let name = lastPart(of: path)
    guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The extension in lower case, without its dot.
  package static func ending(of path: String) -> String {
    let name = lastPart(of: path)
    guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// The path of the recorded answer to a request.
  static func snapshot(ofRequest path: String) -> String {
    let ending = ending(of: path)
    return (ending.isEmpty ? path : String(path.dropLast(ending.count + 1))) + ".snapshot.json"
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  private static func lastPart(of path: String) -> Substring {
    let cut = trimmed(path)
    guard let last = cut.utf8.lastIndex(of: slash) else { return cut }
    return cut[cut.utf8.index(after: last)...]
  }

  /// The extensions of the files of requests and environments.
  package static let endings = ["yml", "yaml", "bru"]

  static func isYAML(_ name: String) -> Bool { ["yml", "yaml"].contains(ending(of: name)) }

  /// `path` relative to `folder`; the whole path if it is not below it.
  package static func relative(_ path: String, to folder: String) -> String {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Absolute, without `.`, `..` and doubled slashes; symbolic links are not resolved.
  package static func absolute(_ path: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in join(folder, path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func trimmed(_ path: String) -> Substring {
    var cut = path[...]
    while cut.utf8.last == slash, cut.utf8.count > 1 { cut = cut[..<cut.utf8.index(before: cut.endIndex)] }
    return cut
  }
}

extension String {
  package var folder: String { FilePaths.parent(of: self) ?? self }
}

/// The folders to search, from one upwards, as far as they are known to belong to this user or this machine.
///
/// A search beyond them would find files of other users, as git did (CVE-2022-24765): `/tmp/opencollection.yml` would
/// be the collection of everyone who works below `/tmp`.
package enum FolderSearch {
  /// `folder` itself and its parents, nearest first: none above the home folder, and none from the first world-writable
  /// one on.
  ///
  /// - Parameter folder: absolute, symbolic links resolved.
  package static func upwards(
    from folder: String, files: FileSystem = .live,
    home: String? = UserHome.variable("HOME")
  ) -> [String] {
    // A missing home folder is no bound.
    let top = home.flatMap { try? files.resolve($0) }
    var found = [folder]
    var current = folder
    while current != top, let parent = FilePaths.parent(of: current), parent != current {
      guard let stamp = files.examined(parent), stamp.mode & 0o002 == 0 else { break }
      found.append(parent)
      current = parent
    }
    return found
  }
}
