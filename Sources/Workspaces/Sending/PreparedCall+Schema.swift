/// The files that hold the types of a call's messages.
extension PreparedCall {
  /// A larger set of descriptors is refused, in bytes.
  package static let mostSchema = 64 << 20

  /// What the server told of its services before; `nil` if there is nothing to read, so that it is asked again.
  package func keptSchema() -> [UInt8]? {
    guard let kept else { return nil }
    // A file that is missing or cannot be read is as good as none.
    return try? kept.folder.read(kept.name, atMost: Self.mostSchema)
  }

  /// Keeps it, in the private folder of the workspace.
  package func keep(schema bytes: [UInt8]) throws(WorkspaceError) {
    guard let kept else { return }
    try kept.folder.keep(bytes, as: kept.name)
  }

  /// Refuses a file that cannot be read or leads out of the collection, in what the request names and what that imports.
  package func checkSources() throws(WorkspaceError) {
    guard let protoFile else { return }
    for folder in importPaths where folder != collection {
      let confinement = Confinement(files: .live, folder: collection, owner: nil)
      do throws(FileError) { try confinement.check(folder) } catch { throw .file(error) }
    }
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

  /// Refuses files that the compiler found outside of the folders for imports, or by a link that leads out of the
  /// collection.
  /// - Parameter names: below one of the folders for imports, as the files name each other.
  package func check(imports names: [String]) throws(WorkspaceError) {
    for name in names where name.hasPrefix("/") || name.split(separator: "/").contains("..") {
      throw .file(FileError(name, .refused, "the compiler found it outside of the folders for imports"))
    }
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
