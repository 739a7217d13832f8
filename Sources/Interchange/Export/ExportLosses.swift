import SessionModel
import Workspaces

/// Reports the parts of a collection that a format cannot express, one message for each kind. The requests themselves
/// (URL, headers, authentication, body) are compared by `ExportCheck`.
struct ExportLosses {
  /// A kind of content in addition to the bytes of requests, with the text of the notice.
  enum Kind: String, CaseIterable {
    case scripts = "scripts are not carried over"
    case callScripts = "scripts of the phases of gRPC are not carried over"
    case assertions = "assertions are not carried over"
    case captures = "captures are not carried over"
    case tags = "tags are not carried over"
    case docs = "documentation is not carried over"
    case examples = "examples are not carried over"
    case variables = "its own variables are not carried over"
    case timeout = "the timeout is not carried over"
    case encoding = "the setting for encoding the URL is not carried over"
    case redirects = "the setting for following redirects is not carried over"
    case redirectLimit = "the redirect limit is not carried over"
    case forwarding = "forwarding a login to other hosts is not carried over"
    case compression = "refusing compressed answers is not carried over"
    case off = "disabled rows are not carried over"
    case notes = "notes of rows are not carried over"
    case blanks = "the missing blank after a header's colon is not carried over"
    case operation = "the choice of the operation is not carried over"
    case uploads = "the files of GraphQL variables are not carried over"
    case subscription = "a subscription is written like a query, without the transport of its events"
    case connectionInit = "the payload of connection_init is not carried over"
    case schema = "the source of the GraphQL schema is not carried over"
    case otherFiles = "files that are not selected are not carried over"
    case folders = "the folder is not carried over: its requests are in sequence"
    case folderDocs = "documentation of the folder is not carried over"
    case folderScripts = "scripts of the folder are not carried over"
    case folderCaptures = "captures of the folder are not carried over"
    case folderVariables = "variables of the folder are not carried over"
    case folderGraphQL = "GraphQL settings of the folder are not carried over"
    case unverified = "switching off certificate verification is not carried over"
    case authorities = "the file of certificate authorities is not carried over"
    case revocations = "the list of revoked certificates is not carried over"
    case trusted = "the certificates that are trusted are not carried over"
    case tlsVersions = "the versions of TLS are not carried over"
    case certificates = "client certificates are not carried over"
    case proxy = "the proxy of the collection is not carried over"
  }

  private(set) var notices: [Notice] = []
  private let carried: Set<Kind>
  private let format: ExportFormat

  init(_ collection: ImportedCollection, in format: ExportFormat) {
    self.format = format
    carried = Self.carried(by: format)
    walk(collection.root, isRoot: true)
  }

  static func carried(by format: ExportFormat) -> Set<Kind> {
    switch format {
    case .http: [.docs, .tags, .redirects, .timeout]
    // Assertions and captures that Hurl cannot express are reported one by one.
    case .hurl:
      [
        .docs, .assertions, .captures, .timeout, .redirects, .redirectLimit, .forwarding, .compression, .unverified,
        .authorities,
      ]
    case .postman:
      [
        .scripts, .docs, .examples, .variables, .encoding, .redirects, .redirectLimit, .forwarding, .off, .notes,
        .folders, .operation, .folderDocs, .folderScripts, .folderVariables, .unverified,
      ]
    case .json: Set(Kind.allCases)
    // The script only sends, so it silently drops content for readers, such as documentation.
    case .k6:
      [
        .assertions, .captures, .tags, .docs, .examples, .variables, .timeout, .redirects, .redirectLimit, .compression,
        .off, .notes, .otherFiles, .folders, .folderDocs, .folderCaptures, .folderVariables, .operation, .schema,
        .unverified,
      ]
    }
  }

  private mutating func report(_ kind: Kind, _ name: String, when isThere: Bool) {
    if isThere, !carried.contains(kind) { notices.warn(name, kind.rawValue) }
  }

  private mutating func walk(_ folder: ImportedCollection.Folder, isRoot: Bool) {
    let settings = folder.settings
    let name = folder.name
    report(.folders, name, when: !isRoot)
    report(.folderDocs, name, when: !settings.docs.isEmpty)
    report(.folderScripts, name, when: settings.scripts.contains { !$0.isOfCalls })
    report(.callScripts, name, when: settings.scripts.contains(where: \.isOfCalls))
    report(.folderCaptures, name, when: !settings.captures.isEmpty)
    // Variables of the collection itself are written at the top of the file.
    report(.folderVariables, name, when: !isRoot && !settings.variables.isEmpty)
    report(.folderGraphQL, name, when: settings.graphQL != GraphQLSettings())
    report(.certificates, name, when: settings.certificates.contains(where: \.isEnabled))
    report(.proxy, name, when: settings.proxy.map { $0.use != .inherited } == true)
    look(settings.trust, of: name)
    let rows = settings.headers + settings.variables
    report(.off, name, when: rows.contains { !$0.isEnabled })
    report(.notes, name, when: rows.contains { !$0.note.isEmpty })
    report(.blanks, name, when: rows.contains(where: \.omitsBlank))
    for item in folder.items {
      switch item {
      case .folder(let inner): walk(inner, isRoot: false)
      case .request(let request, _): look(request)
      }
    }
  }

  private mutating func look(_ trust: ServerTrust, of name: String) {
    report(.unverified, name, when: trust.verifies == false)
    report(.authorities, name, when: trust.authorities != nil)
    report(.revocations, name, when: trust.revocations != nil)
    report(.trusted, name, when: !trust.certificates.isEmpty)
  }

  private mutating func look(_ graphQL: GraphQLSettings, of request: RequestDefinition) {
    guard case .graphql(let query, _) = request.body else { return }
    let name = request.name
    // A single operation is sent without its name.
    report(.operation, name, when: !graphQL.operation.isEmpty && OperationOutline(query).operations.count > 1)
    report(.uploads, name, when: graphQL.files.contains { $0.isEnabled && !$0.name.isEmpty })
    report(.subscription, name, when: request.operation?.kind == .subscription)
    report(.connectionInit, name, when: !graphQL.connectionInit.isEmpty)
    report(.schema, name, when: !graphQL.schema.isEmpty)
  }

  private mutating func look(_ request: RequestDefinition) {
    let name = request.name
    if let kind = request.kind.otherThanHTTP {
      if !carried.contains(.tlsVersions) {
        notices.warn(name, "a \(kind) request is not carried over")
      }
      return
    }
    let ofCalls = request.scripts.filter(\.isOfCalls)
    let others = request.scripts.filter { !$0.isOfCalls }
    report(.scripts, name, when: others.contains { format != .http || HTTPFileScript.text($0) == nil })
    report(.callScripts, name, when: !ofCalls.isEmpty)
    report(.assertions, name, when: !request.assertions.isEmpty)
    report(.captures, name, when: !request.captures.isEmpty)
    report(.tags, name, when: !request.tags.isEmpty)
    report(.docs, name, when: !request.docs.isEmpty)
    report(.examples, name, when: !request.examples.isEmpty)
    report(.variables, name, when: !request.variables.isEmpty)
    let settings = request.settings
    report(.timeout, name, when: (settings.timeout ?? 0) > 0)
    report(.encoding, name, when: settings.encodeURL == false)
    report(.redirects, name, when: settings.followRedirects == false)
    report(.redirectLimit, name, when: settings.maxRedirects != nil)
    report(.forwarding, name, when: settings.forwardAuthorization == true)
    report(.compression, name, when: settings.acceptsCompression == false)
    look(request.trust, of: name)
    report(.tlsVersions, name, when: settings.minimumTLS != nil || settings.maximumTLS != nil)
    look(request.graphQL, of: request)
    let rows = request.rows
    let isOff = request.assertions.contains { !$0.isEnabled } || request.captures.contains { !$0.isEnabled }
    report(.off, name, when: isOff || rows.contains { !$0.isEnabled })
    let hasNote = rows.contains { !$0.note.isEmpty } || request.assertions.contains { !$0.note.isEmpty }
    report(.notes, name, when: hasNote)
    report(.blanks, name, when: request.headers.contains { $0.isEnabled && $0.omitsBlank })
    report(.otherFiles, name, when: request.body.choices.count { !$0.path.isEmpty } > 1)
  }
}

extension RequestDefinition {
  fileprivate var rows: [Row] {
    let parts = body.parts.map { Row($0.name, "", isEnabled: $0.isEnabled, note: $0.note) }
    return params.map(\.row) + headers + body.rows + parts
  }
}
