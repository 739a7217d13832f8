import Documents
import Networking
import Sessions
import Terminal
import Workspaces

extension ResponseFeature {
  enum Action: Equatable {
    case moved(Motion)
    case movedInDocument(DocumentMotion, orSay: String?)
    case entered
    /// A letter of a failure's page, by the name of its command.
    case failureChoice(String)
    /// Esc: what lies on top goes, and with nothing left the pane is left.
    case left
    case tabChosen(ResponseTab)
    case clicked(Mouse, in: Rect)
    // In documents
    case folded
    case allFolded
    case depthChanged(by: Int)
    case wrappingToggled
    case secretsToggled
    case markingToggled
    case lineRequested
    case modeCycled
    case viewRequested
    case ordered
    case tableToggled
    case searchRequested
    case matchRequested(by: Int)
    case filterRequested
    // Comparisons
    case comparisonRequested
    case comparandRequested
    /// Compares with the exchange under the cursor in the history list.
    case comparandChosen(HistorySummary)
    case differenceIgnored
    case ignoredToggled
    // Export
    case valueMenuRequested
    case valueExplained
    case valueAsserted
    case recordingRequested
    case copyRequested
    case curlRequested
    case valueCopied
    case saveRequested
    case pipeRequested
    case editorRequested
    // Conversations
    /// The field takes what is typed, to be said.
    case speechRequested
    case spoke(Key)
    case pastedInSpeech(String)
    case speechLeft
    case saidSaved(ConversationDefinition.Message)
    case savedMessagesRequested
    case inputEndRequested
    // Prompts and pickers
    case typed(Prompt.Purpose, String)
    case abandoned(Prompt.Purpose)
    case answered(Prompt.Purpose, String)
    case searchSwitched(SearchOptions.Switch, String)
    case picked(Picker.Purpose, String)
    /// An event of a send or service for this request.
    case told(ResponseAction)
    /// Shows a response from outside the program in its best form.
    case shown
    /// The window may have changed.
    case settled
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case ask(Prompt)
    case pick(Picker)
    case document(DocumentEffect)
    case system(SystemEffect)
    case loadComparand(id: String)
    case copyAsCurl(CurlCommand.Style, revealsSecrets: Bool)
    /// Copies the request as another tool reads it.
    case copyAs(ExportForm)
    /// Asks for the form and the file to export the request to.
    case export
    case cancelSend(Int)
    case sayInto(Int, Utterance)
    case endInput(Int)
    /// The edited text has no use for this key.
    case ignored(Key)
    /// Carries out a command of the whole program, by its name.
    case perform(command: String)
    /// Focuses this pane.
    case focus
    /// Esc has nothing left to close here.
    case leave
    /// Goes to the faulty field.
    case goTo(Refusal.Field)
    /// A field is to be typed in.
    case edit(Refusal.Field)
    /// A new variable of the request is to be typed in.
    case defineInRequest(String)
    /// The place is to be gone to where a variable has its value.
    case changeVariable(String)
    /// A setting is to be typed in, by its key.
    case editSetting(String)
    /// A file of certificate authorities is to be trusted for a host and port.
    case trust(host: String, path: String)
    /// The certificate of the server of this URL is to be looked at.
    case inspectCertificate(url: String)
    /// The assertion of a verdict is to be gone to.
    case goToTest(TestReport.Test)
    /// What is left out of comparisons is to be remembered.
    case remember
    /// Writes a value into the chosen environment.
    case makeVariable(named: String, String)
    /// A live reference is to be put into another request.
    case useElsewhere(reference: String)
    /// Each answer to the request sets a variable, beginning with this value.
    case capture(named: String, expression: String, value: String)
    case openAddress(String)
    /// Says what a value is; `place` is where it stands in the body.
    case explain(title: String, lines: [String], place: String?)
    case assert(expression: String, operator: String, value: String)
    /// The answer is to be recorded beside the request.
    case record(Exchange)
  }
}
