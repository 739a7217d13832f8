import Basics
import Workspaces

extension TransportChoice {
  /// The history of a workspace, with the options applied.
  func history(of workspace: Workspace) -> History {
    var history = LiveSession.history(of: workspace)
    if let size = keepBody.flatMap({ ByteCount($0) }) { history.largestBody = size.bytes }
    return history
  }
}
