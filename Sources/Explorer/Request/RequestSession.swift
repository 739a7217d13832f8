package import Workspaces

/// An opened request, or the settings of a folder or a collection: the saved definition, the user's draft and the last response. It stays in memory while another
/// request is shown, so that nothing is lost on return.
package struct RequestSession: Equatable, Sendable {
  package var key: RequestKey
  /// `users/get-user`; `nil` while it has no file.
  package var id: String?
  /// Root of its collection.
  package var collection: String?
  /// The definition in the file; `nil` without a file.
  package var saved: RequestDefinition?
  package var draft: RequestDefinition
  /// The definition that a running save writes.
  package var saving: RequestDefinition?
  /// A version that another program wrote into the file and that the draft does not include yet.
  package var onDisk: DiskVersion?
  /// The draft and `onDisk` changed the same field: the user has to choose.
  package var isConflicted = false
  /// Another program removed the file.
  package var isGone = false
  package var editor = RequestEditor()
  package var response = ResponsePane()
  /// The variables in scope, for colours and completion; `nil` until they are read.
  package var variables: VariableTable?
  /// What is inherited and sent with it; `nil` until it was read.
  package var surroundings: RequestSurroundings?
  /// What is known of its schema, if it is GraphQL.
  package var schema = RequestSchema.unasked
  /// What that schema was asked for.
  var schemaSubject: SchemaSubject?
  /// What is known of the types of its server, if it is a call of gRPC, and of which server and file that is.
  package var types = RequestTypes.unasked
  var typesSubject = ""
  /// The client certificates that the collection has for its hosts.
  package var certificates: [CertificateDefinition] = []
  /// Whom the chosen environment believes, and its name.
  var trust: ServerTrust?
  var trustedBy = ""
  /// The proxy of the collection.
  package var proxy: ProxyDefinition?
  /// The results of assertions and captures of the last send; they come and go with its answer.
  package var checks: AnswerChecks? {
    get { response.checks }
    set { response.checks = newValue }
  }
  /// Why the file cannot be edited; `nil` if it can.
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
    // The query is what there is to see.
    if draft.kind == .graphql { editor.tab = .body }
    editor.isOnURL = !draft.kind.isShared
  }

  /// Whether there are changes for `^S` to write.
  package var isDraft: Bool { saved != draft && !isBlankScratch }

  /// What its sends inherit from the collection.
  var inherits: Inheritance {
    switch key {
    case .file: .everything
    // A request sent without a collection is sent again without one.
    case .history: id == nil ? .nothing : .way
    case .scratch: .nothing
    }
  }

  /// Whether `^S` has something to do: unsaved changes, or a missing file.
  package var isUnsaved: Bool { isDraft || isGone }

  /// Whether a send of it is running.
  var isSending: Bool {
    if case .sending = response.phase { return true }
    return false
  }

  /// The folder or collection whose settings these are; `nil` for a request.
  var sharedFolder: String? { draft.kind.isShared ? key.path?.folderPath : nil }

  /// Whether its file is in the older format.
  var isOlder: Bool { key.path?.hasSuffix(".bru") == true }
}
