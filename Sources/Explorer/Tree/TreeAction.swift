/// What happens in the tree beyond moving about.
public enum TreeAction: Equatable, Sendable {
  case filterChanged(String?)
  case select(TreeRow.ID)
  /// Open or close a folder; open a request or an old exchange.
  case activate(TreeRow.ID)
}
