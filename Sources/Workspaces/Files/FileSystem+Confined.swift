extension FileSystem {
  /// The same disk without what lies outside of a folder, and without the links that lead out of it: reading or listing
  /// it is refused.
  /// - Parameter owner: the part of the folder that no link of a path may lead out of.
  func confined(to folder: String, owner: (@Sendable (String) -> String)? = nil) -> FileSystem {
    let (read, readPart, list) = (read, readPart, list)
    let whole = Confinement(files: self, folder: folder, owner: owner)
    var files = self
    files.read = { path, limit throws(FileError) in
      try whole.check(path)
      return try read(path, limit)
    }
    files.readPart = { path, offset, count throws(FileError) in
      try whole.check(path)
      return try readPart(path, offset, count)
    }
    files.list = { path throws(FileError) in
      try whole.check(path)
      return try list(path)
    }
    return files
  }

  /// Whether a link leads to something inside the folder. A broken link does not.
  func leadsInside(_ link: String, _ folder: String) -> Bool {
    // A link that cannot be resolved leads nowhere.
    guard let real = try? resolve(link), let home = try? resolve(folder) else { return false }
    return FilePaths.isBelow(real, home)
  }

  static let outsideWords = "this link leads out of the workspace; not followed"
  static let elsewhereWords = "this link leads out of its collection; not followed"
}

/// What must not be left by a path.
struct Confinement: Sendable {
  let files: FileSystem
  let folder: String
  let owner: (@Sendable (String) -> String)?

  func check(_ path: String) throws(FileError) {
    guard FilePaths.isBelow(path, folder) else { throw FileError(path, .other, "this lies outside of \(folder)") }
    guard files.isLink(path) || hasLink(above: path) else { return }
    guard files.leadsInside(path, folder) else { throw FileError(path, .other, FileSystem.outsideWords) }
    guard let owner = owner?(path), !files.leadsInside(path, owner) else { return }
    throw FileError(path, .other, FileSystem.elsewhereWords)
  }

  /// Whether one of the folders between the folder and what lies below it is a link.
  func hasLink(above path: String) -> Bool {
    var path = path
    while let parent = FilePaths.parent(of: path), parent != folder, FilePaths.isBelow(parent, folder) {
      if files.isLink(parent) { return true }
      path = parent
    }
    return false
  }
}
