import Workspaces

extension ScratchFeature {
  enum Action: Equatable {
    /// `^O`, after the edited text was taken: a request with an empty URL to type or paste into.
    case begun
    /// A new request from what the clipboard has.
    case clipboardRequested
    /// Text that no box has taken.
    case pasted(String)
    /// Enter in the URL of a request without a file.
    case urlEntered
    /// A request of the workspace was chosen among the suggestions.
    case requestChosen(path: String)
    /// What is at the path that was typed as the URL of a request without a file.
    case pathFound(RequestKey, TypedPath, FoundPath)
    /// An opened request made by another feature.
    case opened(RequestDefinition)
    /// The row under the cursor in the tree is to be deleted.
    case deletionRequested(Int)
    case told(ScratchAction)
  }

  /// An answer to a question of this feature.
  enum Answer: Equatable {
    case act(ScratchAction)
    /// That request becomes this one.
    case replace(RequestKey, RequestDefinition)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case readClipboard
    case ask(ChoiceQuestion<Answer>)
    /// Acts as if it had been told so.
    case act(ScratchAction)
    /// A new request, not shown yet.
    case added(RequestSession)
    case removed(RequestKey)
    /// Removes a blank request unless it is shown.
    case left(RequestKey)
    case show(RequestKey)
    /// Nothing is shown where this request was.
    case hide(RequestKey)
    /// The rows of the tree are others, or one is to be selected.
    case listed
    case select(Int)
    /// Keeps a draft over a crash; `nil` removes it.
    case journal(RequestKey, RequestDefinition?)
    /// The text being edited goes into the draft.
    case commit
    case editURL
    /// Changes the open request.
    case change(RequestDefinition)
    case send
    /// Opens a saved request.
    case open(RequestNode)
    /// Asks the disk what is at a path.
    case lookUp(RequestKey, TypedPath)
    case importFile(String)
    /// Leaves this workspace for the one in a folder.
    case openWorkspace(String)
    /// The text is no request: it is pasted where the cursor is.
    case passOn(String)
  }
}
