package import Terminal
package import Workspaces

extension TreeFeature {
  /// Actions of the tree.
  package enum Action: Equatable, Sendable {
    case filterChanged(String?)
    case select(TreeRow.ID)
    /// Opens or closes a folder; opens a request or a history entry.
    case activate(TreeRow.ID)
    /// Entries of the history came or went.
    case historyChanged
    /// The listed items changed.
    case workspaceChanged
    /// Opens the branches above a row and selects it.
    case shown(TreeRow.ID)
    /// Scrolls the cursor into view.
    case revealed
    /// What differs from the last commit.
    case marked(GitMarks)
    // From the user
    case moved(Motion)
    case entered
    case searchRequested
    case clicked(Mouse, in: Rect)
    case fileRequested(FileRequest)
    /// Sends the request under the cursor.
    case sendRequested
    /// Copies the request under the cursor as cURL.
    case copyRequested
    /// Says whose answers the request under the cursor uses.
    case explanationRequested
  }

  /// File operations that the tree requests.
  package enum FileRequest: Hashable, Sendable {
    case newRequest, newCollection, newFolder, rename, move, sort
  }

  /// What the feature asks its surroundings to do.
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
    case send(TreeRow)
    case copyAsCurl(TreeRow)
    case explain(RequestNode)
  }
}
