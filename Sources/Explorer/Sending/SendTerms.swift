package import HTTPModel
package import SessionModel
package import Workspaces

/// The conditions of a send besides the request itself.
package struct SendTerms: Hashable, Sendable {
  /// Root of the collection of a request without a file; `nil` if there is none, or if the file determines it.
  package var collection: String?
  /// The values that it inherits from that collection.
  package var inherits: Inheritance
  /// The name of the environment; `nil` for none.
  package var environment: String?
  /// `--var` values, answers to prompts, and captured variables.
  package var inputs: VariableInputs
  /// True if the user confirmed a non-reading send in a protected environment.
  package var isConfirmed: Bool
  /// The file of certificate authorities to trust instead of the system's.
  package var authorities: String?
  /// The requests, by their paths in the collection, that the user agreed to send again for their answers.
  package var agreedResends: Set<String> = []
  /// True to send without scripts.
  package var skipsScripts = false

  package init(
    environment: String? = nil, inputs: VariableInputs = VariableInputs(), isConfirmed: Bool = false,
    collection: String? = nil, inherits: Inheritance = .everything
  ) {
    self.collection = collection
    self.inherits = inherits
    self.environment = environment
    self.inputs = inputs
    self.isConfirmed = isConfirmed
  }
}

/// Network work that the state requests.
package enum TransferEffect: Equatable, Sendable {
  case send(RequestKey, send: Int, RequestDefinition, SendTerms)
  /// Sends under an environment other than the active one, in parallel with other sends.
  case sendUnder(Int, RequestKey, RequestDefinition, SendTerms)
  case cancel(send: Int)
  case say(RequestKey, send: Int, OutgoingMessage)
  /// Ends the input of an open conversation, whose output may continue.
  case endInput(send: Int)
  /// Resolves the request and formats it as a cURL command for the clipboard.
  case copyAsCurl(RequestKey, RequestDefinition, SendTerms, style: CurlCommand.Style, revealsSecrets: Bool)
  /// Looks at the certificate of the server of a URL, without sending the request.
  case inspectCertificate(RequestKey, RequestDefinition, SendTerms, url: String)
  /// Writes requests for another tool, to the clipboard or a file.
  case export(ExportJob)
  /// Records the user's consent; the request is then sent.
  case allow(ConsentQuestion, RequestKey)
  /// Records that the scripts of a collection may run; the request is then sent.
  case allowScripts(ScriptQuestion, RequestKey)
  /// Computes what a request would send now, without sending.
  case preview(serial: Int, RequestKey, RequestDefinition, SendTerms)
  /// Reads the stored schema of a GraphQL request, or fetches it.
  case readSchema(RequestKey, RequestDefinition, SendTerms, fetches: Bool)
  /// Finds out what a send would do for each reference to the answer of another request. Nothing is sent.
  case foreseeAnswers(RequestKey, RequestDefinition, SendTerms)
  /// Keeps the answer to a request without a file, which has been saved at the path.
  case adoptAnswer(draft: Int, path: String)
  case checkScript(RequestKey, ScriptSlot, String)
  /// Runs the scripts after the response again, on an answer that came.
  case rerunScripts(RequestKey, RequestDefinition, SendTerms, Exchange)
  /// Reads the content codings that the transport accepts.
  case readCodings
}

/// An export with all its inputs.
package struct ExportJob: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    case draft(RequestKey, RequestDefinition, SendTerms)
    /// A request that is not open, by the path of its file.
    case saved(String, SendTerms)
    /// A folder or a collection. A collection includes all its environments if the format has variables.
    case folder(String, SendTerms, isCollection: Bool)
  }

  package enum Destination: Equatable, Sendable {
    case clipboard
    /// Overwrites an existing file only if `replacing` is set.
    case file(String, replacing: Bool)
    /// A file in this folder for each request.
    case folder(String, replacing: Bool)
  }

  package var source: Source
  package var form: ExportForm
  package var destination: Destination
  /// The number of requests with unsaved changes, which are not in the exported files.
  package var drafts = 0

  package init(_ source: Source, as form: ExportForm, to destination: Destination, drafts: Int = 0) {
    self.source = source
    self.form = form
    self.destination = destination
    self.drafts = drafts
  }
}

/// The values of this run that every lookup and send receives, besides those in files.
package struct SendInputs: Equatable, Sendable {
  /// The `--var` values of the command line, and values set by the program, such as the demo server's address.
  var overrides: [String: String] = [:]
  /// Variables captured from responses, for later requests of the same scope.
  package var runtime: [AnswerScope: RuntimeVariables] = [:]
  /// Certificate authority files chosen by the user, by host and port.
  var authorities: [String: String] = [:]

  var variables: VariableInputs {
    VariableInputs(
      commandLine: overrides.sorted { $0.key < $1.key }.map { VariableInputs.Pair($0.key, $0.value) },
      runtime: runtime)
  }
}

/// The inputs of sends, and queries about them.
extension AppState {
  func terms(of session: RequestSession) -> SendTerms {
    let collection = session.key.path == nil ? session.collection : nil
    var terms = SendTerms(
      environment: environmentChosen(in: session.collection), inputs: inputs.variables, collection: collection,
      inherits: session.inherits)
    if !inputs.authorities.isEmpty, let host = VariableSpan.host(of: session.draft, in: session.variables) {
      terms.authorities = inputs.authorities[host]
    }
    return terms
  }

  /// Returns true if a driver can send requests of this kind.
  func sends(_ definition: RequestDefinition?) -> Bool {
    definition.map { program.sendableKinds.contains($0.kind.word) } ?? true
  }

  func sending(_ key: RequestKey) -> Sending? {
    if case .sending(let sending) = sessions[key]?.response.phase { return sending }
    return nil
  }

  /// The saved request that a history entry came from, if it still exists.
  func savedRequest(of key: RequestKey) -> RequestNode? {
    guard case .history = key, let id = sessions[key]?.id else { return nil }
    return request(named: id)
  }

  /// The saved request that made an exchange, if it still exists.
  func savedRequest(of entry: HistorySummary) -> RequestNode? {
    guard let id = entry.requestID else { return nil }
    guard let name = entry.collection else { return request(named: id) }
    let root = "\(workspace.historyBase)/\(name)"
    return workspace.collections.first { $0.path == root }?.requests.first { $0.node.id == id }?.node
  }

  /// The saved request with that path. Searches the collection of the open request first, and no other open folder.
  func request(named id: String) -> RequestNode? {
    let own = workspace.collections.first { $0.path == session?.collection }
    let folder = own.map { workspace.folder(of: $0.path) }
    let near = workspace.collections.filter { folder == nil || workspace.folder(of: $0.path) == folder }
    return ([own].compactMap(\.self) + near).lazy
      .compactMap { collection in collection.requests.first { $0.node.id == id }?.node }.first
  }

  /// The environment used to send requests of a collection. The chosen environment applies to the current collection
  /// only.
  func environmentChosen(in collection: String?) -> String? {
    guard let collection, let own = environment.collection, collection != own else { return environment.chosen }
    if let choice = environment.choices[collection] { return choice.name }
    let names = workspace.collections.first { $0.path == collection }?.environments ?? []
    return environment.chosen.flatMap { names.contains($0) ? $0 : nil }
  }

  /// The collection that lists a file or folder, or is that folder.
  func collection(around path: String) -> String? {
    workspace.collection(around: path)?.path
  }
}

extension RequestSession {
  /// The URL with its variables and path parameters, secrets masked.
  var shownURL: String {
    let filled = draft.url.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let name = part.prefix { $0 != "?" && $0 != "#" }
      let value = draft.params.first { $0.place == .path && $0.row.isEnabled && name == ":" + $0.row.name }?.row.value
      return value.map { $0 + part.dropFirst(name.count) } ?? String(part)
    }
    return VariableSpan.resolved(filled.joined(separator: "/"), in: variables)
  }

  /// True if the request goes to the server of a URL, with the current values of its variables.
  func sends(toServerOf url: String) -> Bool {
    // A URL without a host goes nowhere.
    let own = try? TypedURL(VariableSpan.resolved(draft.url, in: variables)).parts
    return own?.isSameOrigin(as: URLParts(url)) == true
  }
}
