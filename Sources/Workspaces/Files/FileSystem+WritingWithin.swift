extension FileSystem {
  /// The same disk, which writes nothing below a folder through a link that leads out of it. Every call that changes
  /// something checks the way there at that moment: a link may have come with the folder, or take a folder's place at
  /// any time. Paths outside the folder are not concerned.
  /// - Parameters:
  ///   - door: guards what is below it by itself.
  ///   - owner: the part of the folder that no link of a path may lead out of.
  func writing(
    within folder: String, besides door: PrivateFolder, owner: @escaping @Sendable (String) -> String
  ) -> FileSystem {
    let base = self
    let whole = Confinement(files: self, folder: folder, owner: owner)
    /// For a call that follows a link at the end of the path.
    @Sendable func check(_ path: String) throws(FileError) {
      if !door.holds(path) { try whole.checkWriting(path) }
    }
    /// For a call that names, replaces or removes a link itself.
    @Sendable func checkFolder(of path: String) throws(FileError) {
      guard path != folder, !door.holds(path), let above = FilePaths.parent(of: path) else { return }
      try whole.checkWriting(above)
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
      if !door.holds(path) { try whole.checkWriting(path, at: real) }
      return real
    }
    return files
  }
}

extension Confinement {
  /// - Parameter place: where the path leads, if that is known.
  fileprivate func checkWriting(_ path: String, at place: String? = nil) throws(FileError) {
    guard FilePaths.isBelow(path, folder), files.isLink(path) || hasLink(above: path) else { return }
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

  /// Where a path leads whose last parts need not exist yet; `nil` behind a broken link.
  private func place(of path: String) -> String? {
    // What cannot be resolved is missing, or a broken link.
    if let real = try? files.resolve(path) { return real }
    guard !files.isLink(path), let parent = FilePaths.parent(of: path), let above = place(of: parent) else {
      return nil
    }
    return FilePaths.join(above, FilePaths.name(of: path))
  }
}
