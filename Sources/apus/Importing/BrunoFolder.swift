import Interchange
import Workspaces

/// A whole collection of Bruno's older format, as a source of `apus import`.
struct BrunoFolder {
  let workspace: Workspace
  let path: String

  /// `nil` for what is no folder.
  init?(_ source: String, from format: String?) throws(Failure) {
    // What leads nowhere is told when it is read as a file.
    let place = try? FileSystem.live.resolve(source)
    // What is not there is told when it is read.
    guard source != "-", let place, (try? FileSystem.live.stamp(place))??.isDirectory == true else { return nil }
    let shown = TerminalText.shown(source)
    guard format == nil || format == ImportFormat.bruno.rawValue else {
      throw Failure(.usage, "\(shown) is a folder; only --from bruno reads one")
    }
    let found = try WorkspaceLocator.open(place)
    guard found.path == place, found.collectionPaths() == [place], found.isReadOnly(place) else {
      throw Failure(.unexpected, "\(shown) is no collection of Bruno's older format, which has a bruno.json")
    }
    workspace = found
    path = place
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
