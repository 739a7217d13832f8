package import Workspaces

/// Actions for requests that have no file yet.
package enum ScratchAction: Equatable, Sendable {
  /// Creates requests and shows the first.
  case make([RequestDefinition])
  /// A request of an earlier run; it is not shown yet.
  case found(Int, RequestDefinition)
  case forget(Int)
  /// The clipboard was read for a new request.
  case clipboardRead(String)
}
