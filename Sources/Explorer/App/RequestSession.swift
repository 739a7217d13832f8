import Workspaces

/// One opened request: what the file says, what the user made of it, and the answer it got last.
/// Kept while another request is shown, so coming back finds everything as it was.
public struct RequestSession: Equatable, Sendable {
  public var key: RequestKey
  /// `users/get-user`; `nil` while it has no file.
  public var id: String?
  /// Root of the collection it belongs to.
  public var collection: String?
  /// As the file says; `nil` while it has none.
  public var saved: RequestDefinition?
  public var draft: RequestDefinition
  /// What a save that is on its way writes.
  public var saving: RequestDefinition?
  /// What another program wrote into the file and the draft has not taken over yet.
  public var onDisk: DiskVersion?
  /// The draft and `onDisk` changed the same field: somebody has to choose.
  public var isConflicted = false
  /// Another program removed the file.
  public var isGone = false
  public var editor = RequestEditor()
  public var response = ResponsePane()
  /// What the request can see, for colours, completion and the resolved URL; `nil` until it was read.
  public var variables: VariableTable?
  /// The client certificates that the collection has for its hosts.
  public var certificates: [CertificateDefinition] = []
  /// The proxy that the collection has for its requests.
  public var proxy: ProxyDefinition?
  /// What became of the assertions and captures at the last send.
  public var checks: AnswerChecks?
  /// Why the file cannot be edited, where it cannot.
  public var fault: Notice?

  public init(
    key: RequestKey, id: String? = nil, collection: String? = nil, saved: RequestDefinition? = nil,
    draft: RequestDefinition
  ) {
    self.key = key
    self.id = id
    self.collection = collection
    self.saved = saved
    self.draft = draft
  }

  /// Whether there is something that `^S` would write.
  public var isDraft: Bool { saved != draft && !isBlankScratch }

  /// What a send of it takes over from its collection.
  var inherits: Inheritance {
    switch key {
    case .file: .everything
    // What was sent without a collection is sent again without one.
    case .history: id == nil ? .nothing : .way
    case .scratch: .nothing
    }
  }

  /// What `^S` would do something about: a draft, or one whose file is gone.
  public var isUnsaved: Bool { isDraft || isGone }
}
