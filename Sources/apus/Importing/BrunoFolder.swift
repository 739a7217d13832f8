import Interchange
import Workspaces

/// A whole collection of Bruno's older format, as a source of `apus import`.
struct BrunoFolder {
  let workspace: Workspace
  let path: String
  /// What there is to say about the folder before anything is read of it.
  let notices: [Notice]

  /// `nil` for what is no folder.
  init?(_ source: String, from format: String?) throws(Failure) {
    // What leads nowhere is told when it is read as a file.
    let place = try? FileSystem.live.resolve(source)
    // What is not there is told when it is read.
    guard source != "-", let place, (try? FileSystem.live.stamp(place))??.isDirectory == true else { return nil }
    guard format == nil || format == ImportFormat.bruno.rawValue else {
      throw Failure(.usage, "\(source) is a folder; only --from bruno reads one")
    }
    let isBoth = try Disk.run { () throws(WorkspaceError) in
      guard try Workspace.holdsOlderCollection(place) else { return false }
      return try Workspace.holdsNewerCollection(place)
    }
    let found =
      try isBoth
      ? Disk.run { () throws(WorkspaceError) in try Workspace.openOlder(place) } : WorkspaceLocator.open(place)
    guard found.path == place, found.collectionPaths() == [place], found.isReadOnly(place) else {
      throw Failure(.unexpected, "\(source) is no collection of Bruno's older format, which has a bruno.json")
    }
    if isBoth, found.tree().collections.allSatisfy(\.items.isEmpty) {
      throw Failure(.unexpected, "\(source) is a collection already: open it with apus \(source)")
    }
    workspace = found
    path = place
    let word = "opencollection.yml beside bruno.json: only the older files (.bru) are imported"
    notices = isBoth ? [Notice(.warning, source, word)] : []
  }

  /// What would be converted.
  func show(asJSON: Bool) throws(Failure) {
    let location = WorkspaceLocator.Location(workspace: workspace, isDemo: false)
    guard var tree = try ExportSource(location: location, environment: nil).tree(path) else { return }
    tree.format = "bruno"
    if asJSON { return try Output.standard.write(tree.json) }
    for request in tree.requests {
      try Output.standard.write(TerminalText.line("\(request.method)  \(request.name)  \(request.url)") + "\n")
    }
  }
}
