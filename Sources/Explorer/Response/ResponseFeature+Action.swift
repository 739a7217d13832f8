import Documents
import Networking
import Terminal
import Workspaces

extension ResponseFeature {
  enum Action: Equatable {
    case moved(Motion)
    case movedInDocument(DocumentMotion, orSay: String?)
    case entered
    /// Esc: what lies on top goes, and with nothing left the pane is left.
    case left
    case tabChosen(ResponseTab)
    case clicked(Mouse, in: Rect)
    // What is done with a document
    case folded
    case allFolded
    case depthChanged(by: Int)
    case wrappingToggled
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
    /// The exchange under the cursor of the history's list.
    case comparandChosen(HistorySummary)
    case differenceIgnored
    case ignoredToggled
    // What leaves the pane
    case valueMenuRequested
    case copyRequested
    case curlRequested
    case valueCopied
    case saveRequested
    case pipeRequested
    case editorRequested
    // What boxes say
    case typed(Prompt.Purpose, String)
    case abandoned(Prompt.Purpose)
    case answered(Prompt.Purpose, String)
    case searchSwitched(SearchOptions.Switch, String)
    case picked(Picker.Purpose, String)
    /// What a send or a service tells of this request.
    case told(ResponseAction)
    /// What an answer from outside the program is shown as from the start.
    case shown
    /// The window may be another.
    case settled
  }

  /// What it asks of the world and of those around it.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case ask(Prompt)
    case pick(Picker)
    case document(DocumentEffect)
    case system(SystemEffect)
    case loadComparand(id: String)
    case copyAsCurl(CurlCommand.Style, revealsSecrets: Bool)
    case cancelSend(Int)
    /// This pane is to be worked in.
    case focus
    /// Nothing is left here that Esc could take away.
    case leave
    /// The field that is wrong is to be gone to.
    case goTo(Refusal.Field)
    /// What is left out of comparisons is to be remembered.
    case remember
    /// A value is to be written into the chosen environment.
    case makeVariable(named: String, String)
    case openAddress(String)
    case assert(expression: String, operator: String, value: String)
  }
}
