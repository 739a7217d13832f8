import Interchange
import Networking
import Sessions
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder or collection that the target of `apus export` names, as text for another tool.
struct ExportFolder {
  let target: String
  let form: ExportForm
  let workspace: WorkspaceChoice
  let transport: TransportChoice
  let options: ExportOptions

  /// - Returns: `nil` if the target names no folder with requests.
  func text() throws(Failure) -> ExportText? {
    guard let location else { return nil }
    if let format = form.format { return try text(in: format, from: location.workspace) }
    return try requests(in: location)?.export.text
  }

  /// A file for each request.
  /// - Returns: `nil` if the target names no folder with requests.
  func files() throws(Failure) -> ExportFiles? {
    guard let location, let found = try requests(in: location) else { return nil }
    return found.export.files(below: found.path)
  }

  private var location: WorkspaceLocator.Location? {
    // A path into another workspace selects that workspace; anything else is a request or a URL.
    let named = workspace.workspace ?? ((try? Workspace.open(target)) == nil ? nil : target)
    // Without a workspace there is no folder; what else is wrong with it is said when the request is looked up.
    return try? WorkspaceLocator.locate(named)
  }

  private func requests(
    in location: WorkspaceLocator.Location
  ) throws(Failure) -> (export: FolderExport, path: String)? {
    let tree = location.workspace.tree()
    let place = ExportSource.place(target, in: tree)
    let nodes = RunSelection.nodes(below: place?.path ?? target, in: tree)
    // A request with this name comes first: it was what these forms took before they took folders.
    let folder = WorkspaceLocator.currentFolder()
    guard !nodes.isEmpty, location.workspace.matches(of: target, in: tree, currentFolder: folder).isEmpty else {
      return nil
    }
    let path = place?.path ?? target
    return (try export(nodes, ExportSource.unlisted(below: path, in: tree), in: location), path)
  }

  private func text(in format: ExportFormat, from workspace: Workspace) throws(Failure) -> ExportText? {
    let source = ExportSource(workspace, environment: self.workspace.environment)
    do throws(ExportFault) {
      return try source.text(of: target, in: format, revealsSecrets: options.revealsSecrets)
    } catch {
      throw Failure(.file, TerminalText.shown(error.description))
    }
  }

  private func export(
    _ nodes: [RequestNode], _ unlisted: [Notice], in location: WorkspaceLocator.Location
  ) throws(Failure) -> FolderExport {
    let finder = TargetFinder(options: workspace)
    let planner = RunPlanner(
      workspace: location.workspace, environment: finder.environment(in: location), inputs: try finder.inputs(),
      isConfirmed: true, changes: transport.changes)
    return FolderExport(
      nodes, unlisted: unlisted, as: form, options, planner: planner, complete: { $0.addRecordedAnswers(now: Date()) },
      words: { fault, plan in plan.failure(for: fault).message })
  }
}
