/// Paths as text: joined and cut without asking the disk.
enum FilePaths {
  static func join(_ folder: String, _ name: String) -> String {
    name.hasPrefix("/") ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// `nil` for a bare name.
  static func parent(of path: String) -> String? {
    guard let slash = trimmed(path).lastIndex(of: "/") else { return nil }
    let cut = trimmed(path)
    return slash == cut.startIndex ? "/" : String(cut[..<slash])
  }

  static func name(of path: String) -> String {
    let cut = trimmed(path)
    guard let slash = cut.lastIndex(of: "/") else { return cut }
    return String(cut[cut.index(after: slash)...])
  }

  /// The name without its last ending.
  static func baseName(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The last ending in lower case, without its dot.
  static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  static func isYAML(_ name: String) -> Bool {
    let ending = ending(of: name)
    return ending == "yml" || ending == "yaml"
  }

  /// `path` seen from `folder`; the whole path where it does not lie below it.
  static func relative(_ path: String, to folder: String) -> String {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

  static func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Absolute, without `.`, `..` and doubled slashes; symbolic links are not looked at.
  static func absolute(_ path: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in join(folder, path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func trimmed(_ path: String) -> String {
    var cut = path
    while cut.count > 1, cut.hasSuffix("/") { cut.removeLast() }
    return cut
  }
}
