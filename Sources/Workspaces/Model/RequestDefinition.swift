import Basics
import HTTPModel

/// A saved request as edited: everything that a user can change, with variables unresolved.
///
/// A plain value: the screen edits it, files are read into it and patched from it, importers create it. The settings of
/// a folder or a collection are also edited as one (`Kind.isShared`).
package struct RequestDefinition: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case http, graphql
    /// A conversation over WebSocket.
    case webSocket
    /// A call of gRPC.
    case grpc
    /// The settings that a folder or a collection shares with the requests below it; never sent by itself.
    case folder, collection
    /// Listed and preserved, but sent only if a driver knows it: `script`, or an unknown kind.
    case unsupported(String)

    /// The kind of a request by its word.
    package init(word: String) {
      self = [Kind.http, .graphql, .webSocket, .grpc].first { $0.word == word } ?? .unsupported(word)
    }

    /// The word in `info.type`.
    package var word: String {
      switch self {
      case .http: "http"
      case .graphql: "graphql"
      case .webSocket: "websocket"
      case .grpc: "grpc"
      case .folder: "folder"
      case .collection: "collection"
      case .unsupported(let word): word
      }
    }

    /// The word in at most five letters, for lists.
    package var shortWord: String {
      switch word.lowercased() {
      case "websocket", "ws": "WS"
      case "graphql": "GQL"
      case let word: String(word.uppercased().prefix(5))
      }
    }

    /// True if it is sent as a conversation of messages.
    package var isConversation: Bool { self == .webSocket || self == .grpc }

    /// The word of a kind that is not HTTP; `nil` for HTTP and for settings.
    package var otherThanHTTP: String? {
      switch self {
      case .http, .graphql, .folder, .collection: nil
      case .webSocket, .grpc, .unsupported: word
      }
    }

    /// True if these are the settings of a folder or a collection, without method, URL and body.
    package var isShared: Bool { self == .folder || self == .collection }

    /// The kinds sent over HTTP.
    package static let wordsOfHTTP: Set<String> = [Kind.http.word, Kind.graphql.word]
  }

  /// All fields in one reference: copying is cheap.
  @Indirect private var content: Fields

  private struct Fields: Hashable, Sendable {
    var kind: Kind
    var name: String
    var sequence: Double?
    var tags: [String]
    var method: String
    var url: String
    var params: [Parameter]
    var headers: [Row]
    var body: BodyDefinition
    var authentication: Authentication
    var variables: [Row]
    var assertions: [Assertion]
    var captures: [Capture]
    var scripts: [Script]
    var settings: RequestSettings
    var docs: String
    var examples: [RequestExample]
    var certificates: [CertificateDefinition] = []
    var proxy: ProxyDefinition?
    var importPaths: [ImportPath] = []
    var trust = ServerTrust()
    var condition = ""
    var conversation = ConversationDefinition()
    var graphQL = GraphQLSettings()
  }

  package init(
    kind: Kind = .http, name: String, sequence: Double? = nil, tags: [String] = [], method: String = "GET",
    url: String = "", params: [Parameter] = [], headers: [Row] = [], body: BodyDefinition = .none,
    authentication: Authentication = .inherit, variables: [Row] = [], assertions: [Assertion] = [],
    captures: [Capture] = [], scripts: [Script] = [], settings: RequestSettings = RequestSettings(), docs: String = "",
    examples: [RequestExample] = []
  ) {
    content = Fields(
      kind: kind, name: name, sequence: sequence, tags: tags, method: method, url: url, params: params,
      headers: headers, body: body, authentication: authentication, variables: variables, assertions: assertions,
      captures: captures, scripts: scripts, settings: settings, docs: docs, examples: examples)
  }

  package var kind: Kind {
    get { content.kind }
    _modify { yield &content.kind }
  }

  package var name: String {
    get { content.name }
    _modify { yield &content.name }
  }

  package var sequence: Double? {
    get { content.sequence }
    _modify { yield &content.sequence }
  }

  package var tags: [String] {
    get { content.tags }
    _modify { yield &content.tags }
  }

  /// Any token, as written.
  package var method: String {
    get { content.method }
    _modify { yield &content.method }
  }

  /// As written, query included; `params` shows the same query as rows.
  package var url: String {
    get { content.url }
    _modify { yield &content.url }
  }

  package var params: [Parameter] {
    get { content.params }
    _modify { yield &content.params }
  }

  package var headers: [Row] {
    get { content.headers }
    _modify { yield &content.headers }
  }

  package var body: BodyDefinition {
    get { content.body }
    _modify { yield &content.body }
  }

  package var authentication: Authentication {
    get { content.authentication }
    _modify { yield &content.authentication }
  }

  package var variables: [Row] {
    get { content.variables }
    _modify { yield &content.variables }
  }

  package var assertions: [Assertion] {
    get { content.assertions }
    _modify { yield &content.assertions }
  }

  package var captures: [Capture] {
    get { content.captures }
    _modify { yield &content.captures }
  }

  package var scripts: [Script] {
    get { content.scripts }
    _modify { yield &content.scripts }
  }

  package var settings: RequestSettings {
    get { content.settings }
    _modify { yield &content.settings }
  }

  package var docs: String {
    get { content.docs }
    _modify { yield &content.docs }
  }

  /// Answers stored in the file.
  package var examples: [RequestExample] {
    get { content.examples }
    _modify { yield &content.examples }
  }

  /// The client certificates of a collection.
  package var certificates: [CertificateDefinition] {
    get { content.certificates }
    _modify { yield &content.certificates }
  }

  /// The proxy of a collection; `nil` if its file does not mention one.
  package var proxy: ProxyDefinition? {
    get { content.proxy }
    _modify { yield &content.proxy }
  }

  /// The import paths of a collection for `.proto` files.
  package var importPaths: [ImportPath] {
    get { content.importPaths }
    _modify { yield &content.importPaths }
  }

  /// The servers that it trusts, as far as the file sets it.
  package var trust: ServerTrust {
    get { content.trust }
    _modify { yield &content.trust }
  }

  /// The messages and settings of its conversation, if it is one.
  package var conversation: ConversationDefinition {
    get { content.conversation }
    _modify { yield &content.conversation }
  }

  /// Its settings for operations, subscriptions and schema, if it is GraphQL.
  package var graphQL: GraphQLSettings {
    get { content.graphQL }
    _modify { yield &content.graphQL }
  }

  /// The condition for sending it in a run, as a `SendCondition` is written; empty for always.
  package var condition: String {
    get { content.condition }
    _modify { yield &content.condition }
  }
}

/// A condition on the answer; `operator` in the format's words (`eq`, `contains`, `isDefined`).
package struct Assertion: Hashable, Sendable {
  package var expression: String
  package var `operator`: String
  package var value: String
  package var isEnabled: Bool
  package var note: String

  package init(
    _ expression: String, _ operator: String, _ value: String = "", isEnabled: Bool = true, note: String = ""
  ) {
    self.expression = expression
    self.operator = `operator`
    self.value = value
    self.isEnabled = isEnabled
    self.note = note
  }
}

/// A variable that is set from the answer (`actions` of type `set-variable` in the format).
package struct Capture: Hashable, Sendable {
  package var variable: String
  package var scope: String
  package var expression: String
  package var isEnabled: Bool

  package init(variable: String, scope: String = "runtime", expression: String, isEnabled: Bool = true) {
    self.variable = variable
    self.scope = scope
    self.expression = expression
    self.isEnabled = isEnabled
  }
}

/// A script in the file: preserved and shown, never executed.
package struct Script: Hashable, Sendable {
  package var phase: String
  package var code: String

  package init(phase: String, code: String) {
    self.phase = phase
    self.code = code
  }
}

extension RequestDefinition {
  /// The settings of a folder or a collection, to be edited like a request.
  package init(
    _ settings: SharedSettings, of kind: Kind, named name: String, sequence: Double? = nil
  ) {
    self = settings.definition
    self.kind = kind
    self.name = name
    self.sequence = sequence
  }

  /// The part that a folder or a collection can share.
  package var shared: SharedSettings {
    var settings = SharedSettings()
    settings.definition = self
    settings.definition.kind = .collection
    settings.definition.name = ""
    settings.definition.sequence = nil
    return settings
  }
}

/// The operators of assertions that Apus adds to the format.
///
/// Bruno reads such a word as the start of a text to compare with, and saves it that way; it is restored on reading.
package enum OwnOperator: String, CaseIterable, Sendable {
  case matchesSchema, sameAsRecorded

  /// The operator as written; it may contain dashes.
  package init?(written word: String) {
    switch word {
    case Self.matchesSchema.rawValue, "matches-schema": self = .matchesSchema
    case Self.sameAsRecorded.rawValue, "same-as-recorded": self = .sameAsRecorded
    default: return nil
    }
  }

  /// The expectation in words.
  package func words(_ operand: String) -> String {
    switch self {
    case .matchesSchema: Self.isInlineSchema(operand) ? "matches the schema \(operand)" : "matches \(operand)"
    case .sameAsRecorded: operand.isEmpty ? "as recorded" : "as recorded, except \(operand)"
    }
  }

  /// True if an operand is a schema, not the path of one.
  package static func isInlineSchema(_ text: String) -> Bool {
    text.hasPrefix("{") || text == "true" || text == "false"
  }
}

extension Assertion {
  package var ownOperator: OwnOperator? { OwnOperator(written: `operator`) }

  /// Restores the operator from Bruno's spelling.
  mutating func restoreOwnOperator() {
    guard `operator` == "eq" else { return }
    for own in OwnOperator.allCases where value == own.rawValue || value.hasPrefix("\(own.rawValue) ") {
      (`operator`, value) = (own.rawValue, value.dropFirst(own.rawValue.count).trimmed)
    }
  }
}
