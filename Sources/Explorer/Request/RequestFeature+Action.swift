import Terminal
import Workspaces

extension RequestFeature {
  enum Action: Equatable {
    case moved(Motion)
    case entered
    /// Esc: moves outwards step by step, and with nothing left the pane is left.
    case escaped
    case tabChosen(RequestTab)
    case clicked(Mouse, in: Rect)
    /// Keys and text while something is edited; what is left to type goes into the draft.
    case pressed(Key)
    case pasted(String)
    case typingPaused(Int)
    /// The edited text goes into the draft; then editing ends, too.
    case committed
    case left
    // The line of the URL
    case urlRequested
    case methodsRequested
    case methodChosen(String)
    // Body and authentication
    case bodyKindsRequested
    case schemesRequested
    case formatRequested
    /// An item of a picker of this pane.
    case picked(Picker.Purpose, String)
    /// `$EDITOR`, and the text that came back from it.
    case editorRequested
    case tookBack(EditPurpose, String)
    // Rows
    case rowAdded
    case toggled
    case rowDuplicated
    case rowDeleted
    case rowMoved(by: Int)
    case kindSwitched
    /// A new name for the message of a call that is shown, and the one that was typed.
    case messageNameRequested
    case messageNamed(String)
    // From other parts of the program
    /// A new draft, recorded for undo.
    case changed(RequestDefinition)
    /// A draft from a step of undo.
    case restored(RequestDefinition)
    /// Goes to a field; requested, it is to be typed in.
    case fieldSought(Refusal.Field)
    case fieldRequested(Refusal.Field)
    /// A setting is to be typed in, by its key.
    case settingRequested(String)
    /// A new variable of the request is to be typed in.
    case variableDefined(String)
    /// Goes to that row of the request's own variables.
    case variableSought(row: Int)
    /// Goes to the assertion of a verdict.
    case assertionSought(TestReport.Test)
    /// Goes to the field that has this text.
    case textSought(String)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case pick(Picker)
    case ask(Prompt)
    case system(SystemEffect)
    /// A step for undo; edits of the same group form one.
    case recorded(before: RequestDefinition, after: RequestDefinition, group: Int?)
    /// The draft changed: a crash must not take it.
    case drafted(RequestDefinition, isUnsaved: Bool)
    /// The draft's own variables changed, so that others are in scope.
    case variablesChanged(RequestDefinition)
    /// Sends `typingPaused` with that number shortly.
    case pause(Int)
    /// Enter in the URL, after the text was taken.
    case urlEntered
    /// A saved request was chosen below the URL of a request without a file.
    case requestChosen(path: String)
    case send
    case cancelSend
    /// Focuses this pane.
    case focus
    /// Esc has nothing left to leave here.
    case leave
    /// Offers to convert its collection, which cannot be edited.
    case convert
    /// Shows the services of its server, whose methods can be called.
    case servicesRequested
    /// Shows the cookies that are kept for its collection.
    case cookiesRequested
    /// The edited text has no use for this key.
    case ignored(Key)
    /// No field is open that takes a paste.
    case pasteRefused(String)
  }
}
