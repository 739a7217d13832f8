import Terminal
import Workspaces

extension TreeFeature {
  /// What happens in the tree.
  public enum Action: Equatable, Sendable {
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
    /// What it lists is another.
    case workspaceChanged
    /// The branches above a row are opened, and the cursor goes to it.
    case shown(TreeRow.ID)
    /// The cursor is to be in sight.
    case revealed
    // What the user asks for
    case moved(Motion)
    case entered
    case searchRequested
    case clicked(Mouse, in: Rect)
    case fileRequested(FileRequest)
  }

  /// What can be asked for a file or folder of the tree.
  public enum FileRequest: Hashable, Sendable {
    case newRequest, newCollection, newFolder, rename, move
  }

  /// What it asks of those around it.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case ask(Prompt)
    case open(RequestNode)
    case openExchange(HistorySummary)
    case openScratch(Int)
    case historyToggled
    case olderRequested
    case historyFilterRequested
    case fileRequested(FileRequest)
  }
}
