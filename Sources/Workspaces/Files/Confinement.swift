extension FileSystem {
  /// The same file system restricted to a folder: paths outside of it, and links that lead out of it, can be neither
  /// read nor listed.
  /// - Parameter owner: returns the part of the folder that links in a path must stay in.
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

  /// True if a link leads to something inside the folder; false for a broken link.
  func leadsInside(_ link: String, _ folder: String) -> Bool {
    // A link that cannot be resolved leads nowhere.
    guard let real = try? resolve(link), let home = try? resolve(folder) else { return false }
    return FilePaths.isBelow(real, home)
  }

  static let outsideWords = "this link points outside the workspace; not followed"
  static let elsewhereWords = "this link points outside its collection; not followed"
}

/// The folder that paths must stay in.
struct Confinement: Sendable {
  let files: FileSystem
  let folder: String
  let owner: (@Sendable (String) -> String)?

  func check(_ path: String) throws(FileError) {
    guard FilePaths.isBelow(path, folder) else { throw FileError(path, .other, "this is outside \(folder)") }
    try checkLinks(on: path)
  }

  /// Refuses a path whose links lead out of the folder, or out of the part of it that the path belongs to.
  /// - Parameter place: the resolved path, if it is known.
  func checkLinks(on path: String, to place: String? = nil) throws(FileError) {
    guard isElsewhere(path) else { return }
    // A folder that cannot be resolved contains nothing.
    guard let place = place ?? self.place(of: path), let home = try? files.resolve(folder),
      FilePaths.isBelow(place, home)
    else { throw FileError(path, .other, FileSystem.outsideWords) }
    // A part that cannot be resolved contains nothing.
    guard let owner = owner?(path), let part = try? files.resolve(owner), !FilePaths.isBelow(place, part) else {
      return
    }
    throw FileError(path, .other, FileSystem.elsewhereWords)
  }

  /// The resolved path, whose last parts need not exist yet; `nil` behind a broken link.
  private func place(of path: String) -> String? {
    // A path that cannot be resolved is missing, or a broken link.
    if let real = try? files.resolve(path) { return real }
    guard !files.isLink(path), let parent = FilePaths.parent(of: path), let above = place(of: parent) else {
      return nil
    }
    return FilePaths.join(above, FilePaths.name(of: path))
  }

  /// True if a path may lead elsewhere than it says, through a link or a `..`.
  func isElsewhere(_ path: String) -> Bool {
    files.isLink(path) || hasLink(above: path)
      || path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// True if one of the folders between the folder and the path is a link.
  func hasLink(above path: String) -> Bool {
    var path = path
    while let parent = FilePaths.parent(of: path), parent != folder, FilePaths.isBelow(parent, folder) {
      if files.isLink(parent) { return true }
      path = parent
    }
    return false
  }
}

extension FileSystem {
  /// The same file system, except that it never writes below a folder through a link that leads out of it. Every call
  /// that changes something checks its path at that moment: a link may have come with the folder, or replace a folder
  /// at any time. Paths outside the folder are not affected.
  /// - Parameters:
  ///   - door: the private folder, which guards its own content.
  ///   - owner: returns the part of the folder that links in a path must stay in.
  func writing(
    within folder: String, besides door: PrivateFolder, owner: @escaping @Sendable (String) -> String
  ) -> FileSystem {
    let base = self
    let whole = Confinement(files: self, folder: folder, owner: owner)
    /// For a call that follows a link at the end of the path.
    @Sendable func check(_ path: String, to place: String? = nil) throws(FileError) {
      if FilePaths.isBelow(path, folder), !door.holds(path) { try whole.checkLinks(on: path, to: place) }
    }
    /// For a call that names, replaces or removes a link itself.
    @Sendable func checkFolder(of path: String) throws(FileError) {
      guard path != folder, !door.holds(path), let above = FilePaths.parent(of: path) else { return }
      try check(above)
    }
    var files = self
    files.create = { path, bytes, mode throws(FileError) in
      try checkFolder(of: path)
      try base.create(path, bytes, mode)
    }
    files.write = { path, bytes, mode throws(FileError) in
      try checkFolder(of: path)
      try base.write(path, bytes, mode)
    }
    files.append = { path, bytes, mode throws(FileError) in
      try check(path)
      try base.append(path, bytes, mode)
    }
    files.hold = { path throws(FileError) in
      try check(path)
      return try base.hold(path)
    }
    files.makeDirectory = { path, mode throws(FileError) in
      try check(path)
      try base.makeDirectory(path, mode)
    }
    files.remove = { path throws(FileError) in
      try checkFolder(of: path)
      try base.remove(path)
    }
    files.rename = { from, to throws(FileError) in
      for path in [from, to] { try checkFolder(of: path) }
      try base.rename(from, to)
    }
    files.place = { from, to throws(FileError) in
      for path in [from, to] { try checkFolder(of: path) }
      try base.place(from, to)
    }
    files.target = { path throws(FileError) in
      let real = try (base.target ?? base.resolve)(path)
      try check(path, to: real)
      return real
    }
    return files
  }
}
