/// Reads `workspace.yml` (opencollection.md, section 13) for the collections that it lists; it is never written.
enum WorkspaceFile {
  private static let name = "workspace.yml"

  /// - Returns: the absolute paths of the collections that lie in the folder; `nil` if the folder has no readable file
  /// of that name. The file is not trusted: a path outside is reported and neither opened nor examined.
  static func collections(in folder: String, _ files: FileSystem, _ notices: inout [Notice]) -> [String]? {
    let path = FilePaths.join(folder, name)
    do {
      let root = try YAMLDocument(try files.read(path, 1 << 20)).root
      guard root?["info"]?["type"]?.text == "workspace" else { return nil }
      var found: [String] = []
      for entry in root?["collections"]?.items ?? [] {
        guard let place = entry["path"]?.text, !place.isEmpty else { continue }
        switch Self.place(place, in: folder, files) {
        case .inside(let target) where Workspace.isCollection(target, files):
          if !found.contains(target) { found.append(target) }
        case .inside:
          let remote = entry["remote"]?.text.map { "; it comes from \($0)" } ?? ""
          notices.append(Notice(.warning, path, "the collection \"\(place)\" is not there\(remote)"))
        case .outside:
          notices.append(Notice(.warning, path, "the collection \"\(place)\" \(outsideWords)"))
        }
      }
      return found
    } catch let error as YAMLError {
      notices.append(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    } catch let error as FileError {
      if error.reason != .missing { notices.append(Notice(.error, path, error.message)) }
    } catch {
      notices.append(Notice(.error, path, "cannot be read"))
    }
    return nil
  }

  static let outsideWords = "is outside the workspace and was not opened; open it by its own path"

  private enum Place {
    case inside(String)
    case outside
  }

  /// The target of a path, with links resolved.
  private static func place(_ path: String, in folder: String, _ files: FileSystem) -> Place {
    let target = FilePaths.absolute(path, in: folder)
    let isWritten = FilePaths.isBelow(target, folder)
    // A missing path leads nowhere but to where it is written.
    guard let real = try? files.resolve(target) else { return isWritten ? .inside(target) : .outside }
    guard FilePaths.isBelow(real, folder) else { return .outside }
    return .inside(isWritten ? target : real)
  }
}
