extension Workspace {
  /// Refuses a path on which a link leads out of the workspace that it is in: whoever made that workspace chose where to.
  /// A link that is in no workspace is the user's own.
  package static func checkLinks(on path: String, files: FileSystem = .live) throws(FileError) {
    var above = "/"
    for step in path.split(separator: "/") {
      let place = FilePaths.join(above, String(step))
      defer { above = place }
      // A folder that is in no workspace is the user's own.
      guard files.isLink(place), let around = try? Workspace.open(above, files: files) else { continue }
      // A link that leads nowhere is reported where something is made there.
      guard let real = try? files.resolve(place), !FilePaths.isBelow(real, around.path) else { continue }
      throw FileError(place, .other, "\(FileSystem.outsideWords); name \(real) itself")
    }
  }
}
