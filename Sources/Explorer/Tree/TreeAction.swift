/// What happens in the tree beyond moving about.
public enum TreeAction: Equatable, Sendable {
  case filterChanged(String?)
  case select(TreeRow.ID)
  /// Open or close a folder; open a request or an old exchange.
  case activate(TreeRow.ID)
  /// The user goes to the history: its branch opens, and the cursor stands on it.
  case historyOpened
  /// Entries of the history came or went.
  case historyChanged
  /// The entry that was waited for is there: the cursor goes to it, unless it was moved away.
  case historyEntered
}
