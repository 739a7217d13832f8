import Workspaces

/// What happens to environments.
public enum EnvironmentAction: Equatable, Sendable {
  case loaded([Environment])
  case chosen(String?)
}

/// What the state asks of the files that hold environments.
public enum EnvironmentEffect: Equatable, Sendable {
  /// Reads the environments of a collection.
  case load(collection: String)
}
