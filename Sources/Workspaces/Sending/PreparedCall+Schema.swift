/// The files that hold the types of a call's messages.
extension PreparedCall {
  /// A larger set of descriptors is refused, in bytes.
  package static let mostSchema = 64 << 20

  /// What the server told of its services before; `nil` if there is nothing to read, so that it is asked again.
  package func keptSchema() -> [UInt8]? {
    guard let schemaFile else { return nil }
    // A file that is missing or cannot be read is as good as none.
    return try? FileSystem.live.read(schemaFile, Self.mostSchema)
  }

  /// Keeps it. What cannot be kept is asked for again.
  package func keep(schema bytes: [UInt8]) {
    guard let schemaFile, let folder = FilePaths.parent(of: schemaFile) else { return }
    do {
      try FileSystem.live.makeDirectory(folder, 0o700)
      try AtomicFile(.live).replace(schemaFile, with: bytes, mode: 0o600)
    } catch {
      // Nothing was kept.
    }
  }

  /// Refuses a file that cannot be read or leads out of the collection, in what the request names and what that imports.
  package func checkSources() throws(WorkspaceError) {
    guard let protoFile else { return }
    var left = [protoFile]
    var seen: Set<String> = []
    while let path = left.popLast() {
      guard seen.insert(path).inserted else { continue }
      for folder in importPaths {
        do throws(FileError) {
          guard FilePaths.isBelow(path, folder), try FileSystem.live.stamp(path) != nil else { continue }
          let text = try FileSystem.live.confined(to: folder).read(path, FileSystem.largestFile)
          left += ProtoImports.names(in: text).map { FilePaths.join(folder, $0) }
        } catch { throw .file(error) }
      }
    }
  }

  /// Refuses files that the compiler found by a link that leads out of the collection.
  /// - Parameter names: below one of the folders for imports, as the files name each other.
  package func check(imports names: [String]) throws(WorkspaceError) {
    for folder in importPaths {
      let confinement = Confinement(files: .live, folder: folder, owner: nil)
      for path in names.map({ FilePaths.join(folder, $0) }) {
        do throws(FileError) {
          // What is not here stands in another folder, or is the compiler's own.
          if try FileSystem.live.stamp(path) != nil { try confinement.check(path) }
        } catch { throw .file(error) }
      }
    }
  }

  /// The content of the file that the request names.
  package static func descriptors(in file: String) throws(WorkspaceError) -> [UInt8] {
    do throws(FileError) { return try FileSystem.live.read(file, mostSchema) } catch { throw .file(error) }
  }
}
