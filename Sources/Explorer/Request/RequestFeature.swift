import Terminal
import Workspaces

/// The middle pane: one request, its tabs and the text being edited in it.
///
/// It sends nothing, writes no file and knows no other request: it delegates that through an `Outcome`.
enum RequestFeature {
  /// The state it changes: an opened request, and what all of them share.
  struct State: Equatable {
    var session = RequestSession(key: .scratch(0), draft: RequestDefinition(name: ""))
    /// Text typed into fields that did not take it.
    var keptTexts = KeptTexts()
    /// The last number given to a group of edits or to a pause.
    var serial = 0
  }

  /// What it needs to know about the rest of the program.
  struct Surroundings: Appearance {
    var size: Size
    var capabilities: Capabilities
    var theme: Theme
    var isProtected: Bool
    var keys: KeyNames
    /// Whether the pane has the focus, and whether a box covers it.
    var isFocused: Bool
    var isCovered: Bool
    /// The frame of the pane, if it is visible.
    var rect: Rect?
    /// The authentication schemes to choose from.
    var schemes: AuthenticationSchemes
    /// Whether a driver can send requests of its kind, and whether it is being sent.
    var isSendable: Bool
    var isSending: Bool
    /// Whether its collection can be converted into one that can be edited.
    var isConvertible: Bool
    /// Whether texts and fields are edited with the keys of vim.
    var editsLikeVim = false
    /// What is offered while the URL of a request without a file is typed.
    var suggestions = SmartSuggestions()
    /// What of other requests' answers is offered behind `{{`.
    var answers = AnswerPlaces()
  }

  static func reduce(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    RequestTurn.take(&state, action, in: surroundings)
  }
}

/// The handling of one action of the feature.
struct RequestTurn: FeatureTurn {
  typealias Outcome = RequestFeature.Outcome

  var state = RequestFeature.State()
  let given: RequestFeature.Surroundings

  init(given: RequestFeature.Surroundings) { self.given = given }

  var session: RequestSession {
    get { state.session }
    _modify { yield &state.session }
  }

  /// A number that is unique in this run.
  mutating func nextSerial() -> Int {
    state.serial += 1
    return state.serial
  }

  func say(_ kind: Message.Kind, _ text: String) -> [Outcome] { [.said(kind, text)] }

  /// Changes the editor in place.
  mutating func withEditor(_ change: (inout RequestEditor) -> Void) { change(&state.session.editor) }

  /// Changes the draft and records the old one for undo; the only way to change a definition. Edits of the same group
  /// form one undo step.
  mutating func edit(joining group: Int? = nil, _ change: (inout RequestDefinition) -> Void) -> [Outcome] {
    guard session.fault == nil else { return [] }
    let before = session.draft
    var draft = before
    change(&draft)
    guard draft != before else { return [] }
    return [.recorded(before: before, after: draft, group: group)] + setDraft(draft)
  }

  /// Changes the draft without a step of undo.
  mutating func setDraft(_ draft: RequestDefinition) -> [Outcome] {
    let isVariablesChange = session.draft.variables != draft.variables
    session.draft = draft
    return [.drafted(draft, isUnsaved: session.isDraft)] + (isVariablesChange ? [.variablesChanged(draft)] : [])
  }

  /// Refuses to change a read-only request with a message, or an offer to convert an older collection; `nil` if it is
  /// editable.
  func refuseEdit() -> [Outcome]? {
    guard let refusal = session.refusalToEdit(isSendable: given.isSendable) else { return nil }
    if session.isOlder, given.isConvertible { return [.convert] }
    return say(.information, refusal)
  }
}
