import Sessions
import Workspaces

extension RunSelection {
  /// The selection for a command; reports what it leaves out on standard error.
  static func of(
    _ target: String?, in location: WorkspaceLocator.Location, tags: Set<String>, excluding: Set<String>
  ) throws(Failure) -> RunSelection {
    do throws(RunSelection.Fault) {
      return try of(
        target, in: location.workspace, currentFolder: WorkspaceLocator.currentFolder(), tags: tags,
        excluding: excluding
      ) { Output.error.say("apus: \($0.description)") }
    } catch {
      throw Failure(.file, "no requests in \(target ?? "")\(error.words)")
    }
  }
}

extension RunSelection.Fault {
  /// What exists instead of requests, and the next step.
  fileprivate var words: String {
    switch self {
    case .nothing: return "; `apus list` shows what there is"
    case .noCollections(let workspace):
      let path = TerminalText.shown(workspace)
      return ": no collection of the workspace \(path) can be opened; run one by its own path"
    case .elsewhere(let others, let workspace):
      let shown = others.prefix(5).map(TerminalText.shown).joined(separator: ", ")
      let rest = others.count > 5 ? " and \(others.count - 5) more" : ""
      return ": the workspace \(TerminalText.shown(workspace)) has its collections elsewhere (\(shown)\(rest)); "
        + "leave the path out to run all of them, or name one"
    }
  }
}
