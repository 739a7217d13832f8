import Basics
import Networking
import Sessions
import Workspaces

extension TransportChoice {
  /// The changes that the options make to each of many requests.
  var changes: RunPlanner.Changes {
    var changes = RunPlanner.Changes { (options: inout TransferOptions) in apply(to: &options) }
    var settings = RequestSettings()
    apply(to: &settings)
    if settings != RequestSettings() {
      changes.settings = { (settings: inout RequestSettings) in apply(to: &settings) }
    }
    return changes
  }
}

extension TransportChoice {
  /// The history of a workspace, with the options applied.
  func history(of workspace: Workspace) -> History {
    var history = LiveSession.history(of: workspace)
    if let size = keepBody.flatMap({ ByteCount($0) }) { history.largestBody = size.bytes }
    return history
  }
}
