import Basics
package import Terminal
package import Workspaces

/// The middle pane: one request, its tabs and the text being edited in it.
///
/// It does not send, write files or know other requests; it asks its context for these.
package struct RequestPane {
  var session = RequestSession(key: .scratch(0), draft: RequestDefinition(name: ""))
  /// Text typed into fields that rejected it.
  var keptTexts: KeptTexts
  /// The rest of the program; this request is empty in it.
  var context: FeatureContext

  init(_ context: FeatureContext) {
    self.context = context
    keptTexts = context.app.boxes.keptTexts
  }

  /// The program with this request in it, for values that depend on the open one.
  var app: AppState {
    var app = context.app
    app.sessions[session.key] = session
    return app
  }

  /// True if texts and fields use vim keys.
  var editsLikeVim: Bool { context.app.settings.configuration.editorVim?.value ?? false }

  /// Changes the draft and records the old one for undo; the only way to change a definition. Edits of the same group
  /// form one undo step.
  mutating func edit(joining group: Int? = nil, _ change: (inout RequestDefinition) -> Void) {
    guard session.fault == nil else { return }
    let before = session.draft
    var draft = before
    change(&draft)
    guard draft != before else { return }
    context.perform(.undo(.recorded(.edit(session.key, before: before, after: draft), group: group)))
    setDraft(draft)
  }

  /// Changes the draft without a step of undo. It must survive a crash.
  mutating func setDraft(_ draft: RequestDefinition) {
    let isVariablesChange = session.draft.variables != draft.variables
    session.draft = draft
    let isKept = session.isDraft && !session.isEntry(context.app.formats)
    context.run(.files(.journal(session.key, isKept ? session.kept(draft) : nil)))
    // The draft's own variables changed, and with them the scope.
    if isVariablesChange { context.run(.files(.loadVariables(session.key, draft, context.app.terms(of: session)))) }
  }

  /// Refuses to change a read-only request with a message, or an offer to convert an older collection; false if it is
  /// editable.
  mutating func refusesEdit() -> Bool {
    guard let refusal = session.refusalToEdit(isSendable: context.app.sends(session.draft)) else { return false }
    if session.isOlder, let collection = app.olderCollection {
      context.ask(.conversion(of: collection))
    } else {
      context.say(refusal)
    }
    return true
  }

  /// A choice from a list, or a text asked for.
  package enum Question: Hashable, Sendable {
    case method, bodyKind, authentication
    case messageName
  }

  package enum Action: Equatable, Sendable {
    case moved(Motion)
    case entered
    case tabChosen(RequestTab)
    case clicked(Mouse, in: Rect)
    /// Keys and text during editing; remaining typed text goes into the draft.
    case pressed(Key)
    case pasted(String)
    case delayPassed(Int)
    case schemesRequested
    /// A choice in a picker of this pane, or the text of a prompt.
    case answered(Question, String)
    case edited(EditPurpose, String)
    case schemaLoaded(RequestSchema)
    case typesLoaded(RequestTypes)
    case rowAdded
    /// A new draft, recorded for undo.
    case changed(RequestDefinition)
    /// The same, after the text being edited was committed.
    case replaced(RequestDefinition)
    /// A draft from a step of undo.
    case restored(RequestDefinition)
    case fieldTargeted(Refusal.Field)
    /// The result of a check of a script's syntax: the code that was checked, and its first fault.
    case scriptChecked(ScriptSlot, String, QueryIssue?)
  }
}

extension RequestPane {
  mutating func apply(_ action: Action) {
    switch action {
    case .moved(let motion): move(motion)
    case .entered: enterRequest()
    case .tabChosen(let tab): choose(tab)
    case .clicked(let mouse, let rect): click(mouse, in: rect)
    case .pressed(let key): pressed(key)
    case .pasted(let text): pasted(text)
    case .delayPassed(let serial): delayPassed(serial)
    case .schemesRequested: showSchemes()
    case .answered(let question, let text): answered(question, text)
    case .edited(let purpose, let text): takeBack(text, purpose)
    case .schemaLoaded(let found): session.schema = found
    case .typesLoaded(let found): session.types = found
    case .rowAdded: addRow()
    case .changed(let definition): edit { $0 = definition }
    case .replaced(let definition):
      leaveEditing()
      edit { $0 = definition.withQueryInStep }
      // As after typing a URL: on its line, the letter that undoes would be text.
      if session.editor.isOnURL, !definition.url.isEmpty { session.editor.isOnURL = false }
    case .restored(let definition): restore(definition)
    case .fieldTargeted(let field): go(to: field)
    case .scriptChecked(let slot, let code, let fault): checked(slot, code, fault)
    }
  }

  mutating func moveQueryCaret(to offset: Int) {
    guard let area = session.editor.texts[.query]?.area else { return }
    session.editor.texts[.query]?.area.moveCaret(to: area.position(at: offset))
  }

  mutating func editURL() {
    session.editor.isOnURL = true
    beginEditing(.url)
  }

  mutating func showMethods() {
    switch session.draft.kind {
    case .webSocket: context.say("A WebSocket has no method: it opens with GET")
    case .grpc:
      // A call chooses its method among the services of its server.
      leaveEditing()
      context.perform(.services(.toggled))
    default: show(.methods(current: session.draft.method))
    }
  }

  mutating func choose(method: String) {
    leaveEditing()
    edit { $0.method = method }
    // A request without a file is being typed: Enter sends it.
    if session.key.scratchNumber != nil { beginEditing(.url) }
  }

  mutating func showBodyKinds() {
    switch session.draft.kind {
    case .webSocket: context.say("A WebSocket has messages instead of a body")
    case .grpc: context.say("A gRPC call has messages instead of a body")
    default: show(.bodyKinds(of: session.draft.body))
    }
  }

  mutating func showSchemes() {
    let draft = session.draft
    show(
      .schemes(
        among: context.app.program.schemes, current: draft.authentication.scheme, inherits: draft.kind != .collection))
  }

  private mutating func show(_ picker: Picker) {
    if !refusesEdit() { context.pick(picker) }
  }

  mutating func choose(_ tab: RequestTab) {
    leaveEditing()
    guard RequestTab.tabs(of: session.draft).contains(tab) else { return }
    session.editor.tab = tab
    session.editor.isOnURL = false
    session.editor.column = 0
  }
}

extension Picker {
  static func methods(current: String) -> Picker {
    let names = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    let items = names.map { Item(id: $0, title: $0, token: .method($0)) }
    return Picker("Method (or type your own)", .request(.method), items: items, selected: current, takesTyped: true)
  }
}
