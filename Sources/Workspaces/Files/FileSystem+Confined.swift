extension FileSystem {
  /// The same disk without the links that lead out of a folder: reading or listing what lies behind one is refused.
  func confined(to folder: String) -> FileSystem {
    let (read, readPart, list) = (read, readPart, list)
    let whole = self
    var files = self
    files.read = { path, limit throws(FileError) in
      try whole.checkInside(path, folder)
      return try read(path, limit)
    }
    files.readPart = { path, offset, count throws(FileError) in
      try whole.checkInside(path, folder)
      return try readPart(path, offset, count)
    }
    files.list = { path throws(FileError) in
      try whole.checkInside(path, folder)
      return try list(path)
    }
    return files
  }

  /// Whether a link leads to something inside a folder. One that leads nowhere does not.
  func leadsInside(_ link: String, _ folder: String) -> Bool {
    // A link that cannot be resolved leads nowhere.
    guard let real = try? resolve(link) else { return false }
    return FilePaths.isBelow(real, folder)
  }

  private func checkInside(_ path: String, _ folder: String) throws(FileError) {
    guard isLink(path) || hasLink(above: path, in: folder) else { return }
    let real = try resolve(path)
    guard FilePaths.isBelow(real, folder) else { throw FileError(path, .other, Self.outsideWords) }
  }

  /// Whether one of the folders between a folder and what lies below it is a link.
  private func hasLink(above path: String, in folder: String) -> Bool {
    var path = path
    while let parent = FilePaths.parent(of: path), parent != folder, FilePaths.isBelow(parent, folder) {
      if isLink(parent) { return true }
      path = parent
    }
    return false
  }

  static let outsideWords = "this link leads out of the workspace; not followed"
}
