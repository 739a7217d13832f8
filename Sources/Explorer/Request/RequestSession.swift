import SessionModel
import Terminal
package import Workspaces

/// An opened request, or the settings of a folder or a collection: the saved definition, the user's draft and the last
/// response. It stays in memory while another request is shown, so that nothing is lost on return.
package struct RequestSession: Equatable, Sendable {
  package var key: RequestKey
  /// `users/get-user`; `nil` while it has no file.
  package var id: String?
  package var collection: String?
  /// The definition in the file; `nil` without a file.
  package var saved: RequestDefinition?
  package var draft: RequestDefinition
  /// The definition that a running save writes.
  package var saving: RequestDefinition?
  /// A version that another program wrote into the file and that the draft does not include yet.
  package var onDisk: DiskVersion?
  /// The draft and `onDisk` changed the same field, so the user has to choose.
  package var isConflicted = false
  /// The file was removed, here or by another program.
  package var isGone = false
  package var editor = RequestEditor()
  package var response = ResponsePane()
  /// The variables in scope, for colours and completion; `nil` until they are read.
  package var variables: VariableTable?
  /// The effect of a send on each reference to the answer of another request, by its name; empty until it is known.
  var outlooks: [String: AnswerOutlook] = [:]
  /// The inherited values sent with it; `nil` until they are read.
  package var surroundings: RequestSurroundings?
  /// The schema of a GraphQL request, as far as it is known.
  package var schema = RequestSchema.unasked
  /// The request data for which the schema was loaded.
  var schemaSubject: SchemaSubject?
  /// The Protobuf types of a gRPC call, as far as they are known, with their server and file.
  package var types = RequestTypes.unasked
  var typesSubject = ""
  /// The collection's client certificates by host.
  package var certificates: [CertificateDefinition] = []
  /// The trust settings of the active environment, and its name.
  var trust: ServerTrust?
  var trustedBy = ""
  package var proxy: ProxyDefinition?
  /// The results of assertions and captures of the last send; cleared together with its answer.
  package var checks: AnswerChecks? {
    get { response.checks }
    set { response.checks = newValue }
  }
  /// The reason the file cannot be edited; `nil` if it can.
  package var fault: Notice?

  package init(
    key: RequestKey, id: String? = nil, collection: String? = nil, saved: RequestDefinition? = nil,
    draft: RequestDefinition
  ) {
    self.key = key
    self.id = id
    self.collection = collection
    self.saved = saved
    self.draft = draft
    if let first = RequestTab.tabs(of: draft).first, first != .params { editor.tab = first }
    // A request with a body opens on it, and a GraphQL request on its query.
    if draft.kind == .graphql || draft.kind == .http && draft.body != .none { editor.tab = .body }
    // Below the URL, letters are commands. An empty URL is to be typed, and on the messages of an open WebSocket the
    // send key would send one.
    editor.isOnURL = !draft.kind.isShared && (draft.url.isEmpty || draft.kind == .webSocket)
  }

  /// True if there are changes for `^S` to write.
  package var isDraft: Bool { saved != draft && !isBlankScratch }

  /// The values that its sends inherit from the collection.
  var inherits: Inheritance {
    switch key {
    case .file: .everything
    // A request first sent without a collection is resent without one.
    case .history: id == nil ? .nothing : .way
    case .scratch: .nothing
    }
  }

  /// True if `^S` has something to do: unsaved changes, or a missing file.
  package var isUnsaved: Bool { isDraft || isGone }

  var isSending: Bool {
    if case .sending = response.phase { return true }
    return false
  }

  /// The folder or collection whose settings these are; `nil` for a request.
  var sharedFolder: String? { draft.kind.isShared ? key.path?.folder : nil }

  var isOlder: Bool { key.path?.hasSuffix(".bru") == true }
}

/// The state of the request pane: tab, cursor and the text being edited. Kept per request.
package struct RequestEditor: Equatable, Sendable {
  package var tab = RequestTab.params
  /// True if the cursor is on the URL line instead of in the tab below.
  package var isOnURL = true { didSet { isOnKinds = false } }
  /// True if the cursor is on the row of body kinds, above the body.
  var isOnKinds = false
  var cursors: [RequestTab: ListCursor] = [:]
  /// The table column under the cursor.
  var column = 0
  var editing: Editing?
  /// The texts shown so far, with their carets.
  var texts: [TextSlot: TextPane] = [:]
  /// The text of a GraphQL body that has the cursor: the query or its variables.
  var graphSlot = TextSlot.query
  /// The index of the shown message of a call.
  var message = 0
  /// The chosen script; `nil` for the first one with code.
  var script: ScriptSlot?
  /// The cell being edited in an external editor.
  var handedOut: EditTarget?
  /// Former bodies and authentications by kind, so that switching back loses nothing.
  var parkedBodies: [BodyKind: BodyDefinition] = [:]
  var parkedAuthentication: [AuthenticationScheme: Authentication] = [:]

  var cursor: ListCursor {
    get { cursors[tab] ?? ListCursor() }
    set { cursors[tab] = newValue }
  }
}

/// The field or text that keys edit.
enum Editing: Equatable, Sendable {
  case field(FieldEdit)
  case text(TextEdit)
}

extension RequestSession {
  /// True if nothing has been typed into it.
  var isBlankScratch: Bool {
    guard case .scratch = key else { return false }
    return saved == nil && draft == .scratch()
  }

  /// True if it is not a request yet: the typed text is not a URL, and nothing else was set. Such an entry is not kept
  /// as a draft.
  func isEntry(_ formats: ForeignFormats) -> Bool {
    guard case .scratch = key, saved == nil, case .empty = response.phase else { return false }
    var rest = draft
    (rest.url, rest.params) = ("", [])
    return rest == .scratch() && !ScratchText.isURL(draft.url) && !formats.holdsRequests(draft.url)
  }

  /// True if it contains only the text of the URL line, and no tab was chosen since.
  var isBareSmartLine: Bool {
    guard case .scratch = key, saved == nil, case .empty = response.phase, editor.tab == .params else { return false }
    var rest = draft
    (rest.method, rest.url, rest.params) = (RequestDefinition.scratch().method, "", [])
    return rest == .scratch()
  }

  var shownName: String { draft.shownName }
}

extension RequestDefinition {
  /// A request without a file. It does not inherit authentication, so the collection it is later saved in does not add
  /// its own.
  static func scratch(url: String = "") -> RequestDefinition {
    var made = RequestDefinition(name: "", authentication: .none)
    if !url.isEmpty { made.setTypedAddress(url, from: made) }
    return made
  }
}

extension RequestSession {
  /// The variables in the field with the cursor, and the one at the caret.
  var variablesUnderCursor: (all: [VariableUse], current: VariableUse?) {
    switch editor.editing {
    case .field(let edit):
      let text = edit.field.text
      return (VariableUse.all(in: text), VariableUse.at(edit.field.caret, in: text))
    case .text(let edit):
      guard let area = editor.texts[edit.slot]?.area, area.lines.indices.contains(area.caret.line) else {
        return ([], nil)
      }
      let line = area.lines[area.caret.line]
      guard line.utf8.count < 32 << 10 else { return ([], nil) }
      let here = VariableUse.at(area.caret.offset, in: line)
      return (here == nil ? VariableUse.all(in: line) : [here].compactMap(\.self), here)
    case nil: return (restingVariables, nil)
    }
  }

  /// The variables in the field under the cursor while nothing is edited; in a text, all of them.
  private var restingVariables: [VariableUse] {
    if editor.isOnURL { return VariableUse.all(in: draft.address) }
    switch content {
    case .table(let kind):
      let rows = draft.rows(of: kind)
      guard rows.indices.contains(editor.cursor.row) else { return [] }
      let row = rows[editor.cursor.row]
      let here = VariableUse.all(in: row[editor.column])
      return here.isEmpty ? row.cells.flatMap { VariableUse.all(in: $0) } : here
    case .text(let slot):
      guard slot != .docs, let lines = editor.texts[slot]?.area.lines else { return [] }
      var seen: Set<String> = []
      return lines.prefix(2000).flatMap { VariableUse.all(in: $0) }.filter { seen.insert($0.name).inserted }
    case .fields: return fieldLine.map { VariableUse.all(in: $0.value) } ?? []
    case .nothing: return []
    }
  }
}
