/// Reads `workspace.yml` (opencollection.md, section 13) for the collections it lists; it is never written.
enum WorkspaceFile {
  static func collections(in folder: String, _ files: FileSystem, _ notices: inout [Notice]) -> [String] {
    let path = FilePaths.join(folder, "workspace.yml")
    do {
      let root = try YAMLDocument(try files.read(path, 1 << 20)).root
      guard root?["info"]?["type"]?.text == "workspace" else { return [] }
      return (root?["collections"]?.items ?? []).compactMap { entry in
        guard let place = entry["path"]?.text, !place.isEmpty else { return nil }
        let target = FilePaths.absolute(place, in: folder)
        if FilePaths.isBelow(target, folder), files.isLink(target), !files.leadsInside(target, folder) {
          notices.append(Notice(.warning, target, FileSystem.outsideWords))
          return nil
        }
        if Workspace.isCollection(target, files) { return target }
        let remote = entry["remote"]?.text.map { "; it comes from \($0)" } ?? ""
        notices.append(Notice(.warning, path, "the collection \"\(place)\" is not there\(remote)"))
        return nil
      }
    } catch let error as YAMLError {
      notices.append(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    } catch let error as FileError {
      if error.reason != .missing { notices.append(Notice(.error, path, error.message)) }
    } catch {
      notices.append(Notice(.error, path, "cannot be read"))
    }
    return []
  }
}
