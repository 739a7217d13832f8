/// Replaces a file as a whole: a reader, or the next start after a crash, finds the old content or the new, never a part.
///
/// The new content goes into a temporary file beside the old one, onto the disk, and takes its name by rename(2).
public struct AtomicFile: Sendable {
  private let files: FileSystem

  public init(_ files: FileSystem) { self.files = files }

  /// - Parameters:
  ///   - expected: what the file must still hold; `.changedOnDisk` is thrown where it does not. `nil` does not look.
  ///   - mode: permissions of a new file; those of a file that is there are kept.
  public func replace(
    _ path: String, with bytes: [UInt8], expecting expected: [UInt8]? = nil, mode: UInt32 = 0o644
  ) throws(WorkspaceError) {
    let target = try target(of: path)
    let old = try onDisk { () throws(FileError) in try files.stamp(target) }
    if let expected { try check(target, holds: expected) }
    let temporary = try write(bytes, beside: target, mode: old?.mode ?? mode)
    do {
      // Looked at again as late as can be: what another program wrote meanwhile is not overwritten.
      if let expected { try check(target, holds: expected) }
      try onDisk { () throws(FileError) in try files.rename(temporary, target) }
    } catch {
      // The error of the save is what is told; a temporary file that stays is harmless.
      try? files.remove(temporary)
      throw error
    }
    // The content is safe already; a directory that cannot be synchronized must not make the save a failure.
    try? files.synchronize(FilePaths.parent(of: target) ?? "/")
  }

  /// Makes a file that must not be there yet.
  public func create(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(WorkspaceError) {
    if try onDisk({ () throws(FileError) in try files.stamp(path) }) != nil { throw .exists(path: path) }
    // Under another name first: after a crash the file is there whole or not at all.
    let temporary = try write(bytes, beside: path, mode: mode)
    do { try files.place(temporary, path) } catch {
      // The error of the save is what is told; a temporary file that stays is harmless.
      try? files.remove(temporary)
      throw error.reason == .exists ? .exists(path: path) : .file(error)
    }
    // The content is safe already; the entry alone may come later.
    try? files.synchronize(FilePaths.parent(of: path) ?? "/")
  }

  /// A link stays a link: what it points to is replaced.
  private func target(of path: String) throws(WorkspaceError) -> String {
    do { return try files.resolve(path) } catch {
      if error.reason == .missing { return path }
      throw .file(error)
    }
  }

  private func check(_ path: String, holds expected: [UInt8]) throws(WorkspaceError) {
    do {
      let now = try files.read(path, max(expected.count, ItemLister.largest))
      guard now == expected else { throw WorkspaceError.changedOnDisk(path: path) }
    } catch let error as WorkspaceError {
      throw error
    } catch let error as FileError {
      throw error.reason == .missing ? .changedOnDisk(path: path) : .file(error)
    } catch {
      throw .changedOnDisk(path: path)
    }
  }

  private func write(_ bytes: [UInt8], beside target: String, mode: UInt32) throws(WorkspaceError) -> String {
    let folder = FilePaths.parent(of: target) ?? "/"
    var attempt = 0
    while true {
      let temporary = FilePaths.join(folder, Self.temporaryName())
      do {
        try files.create(temporary, bytes, mode)
        return temporary
      } catch {
        attempt += 1
        guard error.reason == .exists, attempt < 10 else {
          throw .file(FileError(target, error.reason, "cannot be written: \(error.message)"))
        }
      }
    }
  }
}
