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

  package var kind: Kind
  package var name: String
  package var sequence: Double?
  package var tags: [String]
  /// Any token, as written.
  package var method: String
  /// As written, query included; `params` shows the same query as rows.
  package var url: String
  package var params: [Parameter]
  package var headers: [Row]
  package var body: BodyDefinition
  package var authentication: Authentication
  package var variables: [Row]
  package var assertions: [Assertion]
  package var captures: [Capture]
  package var scripts: [Script]
  package var settings: RequestSettings
  package var docs: String
  /// Answers stored in the file.
  package var examples: [RequestExample]
  /// The client certificates of a collection.
  package var certificates: [CertificateDefinition] = []
  /// The proxy of a collection; `nil` if its file does not mention one.
  package var proxy: ProxyDefinition?
  /// The import paths of a collection for `.proto` files.
  package var importPaths: [ImportPath] = []
  /// The servers that it trusts, as far as the file sets it.
  package var trust = ServerTrust()
  /// The condition for sending it in a run, as a `SendCondition` is written; empty for always.
  package var condition = ""
  /// The rules and the order of a collection's scripts.
  package var scripting = ScriptSettings()
  /// The messages and settings of its conversation, if it is one.
  package var conversation = ConversationDefinition()
  /// Its settings for operations, subscriptions and schema, if it is GraphQL.
  package var graphQL = GraphQLSettings()

  package init(
    kind: Kind = .http, name: String, sequence: Double? = nil, tags: [String] = [], method: String = "GET",
    url: String = "", params: [Parameter] = [], headers: [Row] = [], body: BodyDefinition = .none,
    authentication: Authentication = .inherit, variables: [Row] = [], assertions: [Assertion] = [],
    captures: [Capture] = [], scripts: [Script] = [], settings: RequestSettings = RequestSettings(), docs: String = "",
    examples: [RequestExample] = []
  ) {
    self.kind = kind
    self.name = name
    self.sequence = sequence
    self.tags = tags
    self.method = method
    self.url = url
    self.params = params
    self.headers = headers
    self.body = body
    self.authentication = authentication
    self.variables = variables
    self.assertions = assertions
    self.captures = captures
    self.scripts = scripts
    self.settings = settings
    self.docs = docs
    self.examples = examples
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

/// A script in the file; it runs with the sends of its request.
package struct Script: Hashable, Sendable {
  package var phase: String
  package var code: String
  /// The line of its file where the code begins, from 1; `nil` if it is not known. It is no part of the content.
  package var line: Int?
  /// The number of columns by which its lines are indented in the file. It is no part of the content.
  package var indent = 0

  package init(phase: String, code: String, line: Int? = nil, indent: Int = 0) {
    self.phase = phase
    self.code = code
    self.line = line
    self.indent = indent
  }

  package static func == (left: Script, right: Script) -> Bool { left.phase == right.phase && left.code == right.code }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(phase)
    hasher.combine(code)
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
