import Workspaces

/// What happens to requests that have no file yet.
public enum ScratchAction: Equatable, Sendable {
  /// Makes new requests and shows the first.
  case make([RequestDefinition])
  /// One of an earlier run; it is not shown yet.
  case found(Int, RequestDefinition)
  case forget(Int)
}
