import Interchange
import Workspaces

/// A whole collection of Bruno's older format, as a source of `apus import`.
struct BrunoFolder {
  let workspace: Workspace
  let path: String
  private(set) var notices: [Notice] = []

  /// `nil` for what is no folder.
  init?(_ source: String, from format: String?) throws(Failure) {
    // What leads nowhere is told when it is read as a file.
    let place = try? FileSystem.live.resolve(source)
    // What is not there is told when it is read.
    guard source != "-", let place, (try? FileSystem.live.stamp(place))??.isDirectory == true else { return nil }
    guard format == nil || format == ImportFormat.bruno.rawValue else {
      throw Failure(.usage, "\(source) is a folder; only --from bruno reads one")
    }
    let isOlder = try Disk.run { () throws(WorkspaceError) in try Workspace.holdsOlderCollection(place) }
    guard isOlder else {
      throw Failure(.unexpected, "\(source) is no collection of Bruno's older format, which has a bruno.json")
    }
    let found = try Disk.run { () throws(WorkspaceError) in try Workspace.openOlder(place) }
    workspace = found
    path = place
    guard try Disk.run({ () throws(WorkspaceError) in try Workspace.holdsNewerCollection(place) }) else { return }
    guard found.tree().collections.first?.items.isEmpty == false else {
      throw Failure(
        .unexpected, "\(source) is a collection already, by its opencollection.yml; open it: apus \(source)")
    }
    notices = [
      Notice(
        .warning, source,
        "there is an opencollection.yml beside bruno.json; the older files are taken, what the newer say is not")
    ]
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
