extension HistoryBodies {
  /// Whether a path is that of an incompletely written body: the digest, a dot, and a number.
  static func isTemporary(_ path: String) -> Bool {
    guard let folder = FilePaths.parent(of: path), folder.hasSuffix("/.apus/history/bodies") else { return false }
    let parts = FilePaths.name(of: path).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64 && (1...7).contains(parts[1].utf8.count)
  }
}
