/// The place of a field in the file of a request, a folder or a collection.
enum FieldPlace: Sendable {
  /// At the top of the file.
  case top(String)
  case info(String)
  /// In the block of the request; a call may use another key.
  case block(String, ofCall: String? = nil)
  /// In `runtime` of a request.
  case runtime(String)
  case settings(String)
  /// In `config` of a collection.
  case config([String])
  /// Below `extensions.apus`: a key of Apus, which Bruno ignores.
  case apus([String])
  /// Below `extensions.bruno`.
  case bruno([String])

  /// `nil` for a kind whose file has no such place.
  func keys(of kind: RequestDefinition.Kind) -> [String]? {
    switch self {
    case .top(let key): [key]
    case .info(let key): ["info", key]
    case .block(let key, let keyOfCall):
      switch kind {
      case .folder, .collection: ["request", key]
      case .unsupported: nil
      case .http, .graphql, .webSocket, .grpc: [kind.word, kind == .grpc ? keyOfCall ?? key : key]
      }
    case .runtime(let key): kind.isShared ? ["request", key] : ["runtime", key]
    case .settings(let key): kind.isShared ? ["extensions", "apus", key] : ["settings", key]
    case .config(let keys): ["config"] + keys
    case .apus(let keys): ["extensions", "apus"] + keys
    case .bruno(let keys): ["extensions", "bruno"] + keys
    }
  }
}

/// The order of keys in a file, by which a new one finds its place.
enum KeyOrder {
  static let top = [
    "opencollection", "info", "config", "request", "http", "graphql", "websocket", "grpc", "runtime", "settings",
    "examples", "docs", "bundled", "app", "extensions",
  ]
  private static let block = ["method", "url", "headers", "params", "body", "message", "auth"]

  /// The maps that exist only for the fields in them.
  static let containers = Set(below.keys).union([
    "extensions", "apus", "bruno", "scripts", "tls", "protobuf", "selector", "variable",
  ])

  /// The order of the keys below another key.
  static let below: [String: [String]] = [
    "info": ["name", "type", "seq", "tags", "description"],
    "http": block, "graphql": block, "websocket": block,
    "grpc": ["url", "method", "methodType", "protoFilePath", "metadata", "message", "auth"],
    // Of shared settings, or of an example, in which the URL comes before the method, as in Bruno.
    "request": ["url", "method", "headers", "params", "body", "auth", "variables", "actions", "scripts"],
    "response": ["status", "statusText", "headers", "body"],
    "body": ["type", "data"],
    "runtime": ["variables", "scripts", "assertions", "actions"],
    "settings": ["encodeUrl", "timeout", ConversationDefinition.keepAliveKey] + SettingKind.order.dropFirst(2),
    "config": ["protobuf", "proxy", "clientCertificates", "environments"],
  ]
}

extension RequestDefinition {
  /// Kinds of requests that have a field.
  struct Kinds: OptionSet, Sendable {
    let rawValue: Int

    static let http = Kinds(rawValue: 1)
    static let graphQL = Kinds(rawValue: 2)
    static let webSocket = Kinds(rawValue: 4)
    static let call = Kinds(rawValue: 8)
    static let unsupported = Kinds(rawValue: 16)
    /// The settings of a folder or a collection.
    static let folders = Kinds(rawValue: 32)

    static let overHTTP: Kinds = [.http, .graphQL]
    static let sent: Kinds = [.overHTTP, .webSocket, .call]
    static let requests: Kinds = [.sent, .unsupported]
    static let all: Kinds = [.requests, .folders]

    func contains(_ kind: Kind) -> Bool {
      let own: Kinds =
        switch kind {
        case .http: .http
        case .graphql: .graphQL
        case .webSocket: .webSocket
        case .grpc: .call
        case .unsupported: .unsupported
        case .folder, .collection: .folders
        }
      return isSuperset(of: own)
    }
  }
}

extension Field<RequestDefinition> {
  /// - Parameters:
  ///   - place: the place in the file.
  ///   - older: another place that the file may use.
  ///   - kinds: the kinds that have the field.
  ///   - kindsInFiles: the kinds whose files have it, if not all.
  ///   - variant: the type in the files of some kinds, if it differs.
  ///   - json: the keys in our JSON; by default the last one in the file.
  ///   - bru: the value in a file of Bruno's older format; `nil` if it has none.
  init<Value: Hashable>(
    _ name: String, _ path: Path<Value>, _ type: FieldType<Value>, at place: FieldPlace, or older: FieldPlace? = nil,
    of kinds: RequestDefinition.Kinds, inFilesOf kindsInFiles: RequestDefinition.Kinds? = nil,
    variant: (kinds: RequestDefinition.Kinds, type: FieldType<Value>)? = nil, json: [String]? = nil,
    what: String? = nil, bru: (@Sendable (inout BruReader, RequestDefinition.Kind) -> Value)? = nil
  ) {
    let key = place.keys(of: .http)?.last ?? name
    self.init(
      name, path, type, json: json ?? [key], what: what ?? key,
      keys: { (kindsInFiles ?? kinds).contains($0.kind) ? place.keys(of: $0.kind) : nil },
      older: { older?.keys(of: $0.kind) }, isInJSON: { kinds.contains($0.kind) },
      fileType: { record in variant.flatMap { $0.kinds.contains(record.kind) ? $0.type : nil } })
    guard let bru else { return }
    readBru = { if kinds.contains($1.kind) { $1[keyPath: path] = bru(&$0, $1.kind) } }
  }
}

extension RequestDefinition {
  /// The fields of a request, a folder or a collection, in the order of our JSON and of the conflict page.
  package static let fields: [Field<RequestDefinition>] =
    about + docs + line + request + runtime + conversation + SettingKind.all.map(\.field) + sharedFields

  /// The fields that the tree shows.
  static let fieldsInTree = about + line

  private static let about: [Field<RequestDefinition>] = [
    Field("name", \.name, .filledText, at: .info("name"), of: .requests, what: "info.name"),
    Field("place", \.sequence, .number, at: .info("seq"), of: .requests) { reader, _ in reader.sequence },
    Field("tags", \.tags, .tags, at: .info("tags"), of: .requests) { reader, _ in reader.tags },
  ]

  private static let docs: [Field<RequestDefinition>] = [
    Field("docs", \.docs, .prose, at: .top("docs"), of: .all, variant: (.folders, .markdown)) { reader, _ in
      reader.text("docs") ?? ""
    }
  ]

  private static let line: [Field<RequestDefinition>] = [
    Field("method", \.method, .filledText, at: .block("method"), of: .requests, inFilesOf: [.overHTTP, .call]) {
      reader, _ in
      reader.method
    },
    Field("URL", \.url, .text.always, at: .block("url"), of: .requests) { reader, _ in reader.url },
  ]

  private static let request: [Field<RequestDefinition>] = [
    Field(
      "parameter", \.params, .parameters, at: .block("params"), of: .requests, inFilesOf: .overHTTP,
      bru: { reader, _ in reader.params }
    ).withParameterJSON(\.params, url: \.url),
    Field(
      "parameter", \.parametersBesideURL, .parameters, at: .apus(["params"]), of: .webSocket
    ).inFilesOnly,
    Field(
      "header", \.headers, .rows(Row.shape), at: .block("headers", ofCall: "metadata"), or: .block("headers"),
      of: .all
    ) { reader, _ in reader.headers },
    Field(
      "body", \.body, .body(isGraphQL: false), at: .block("body"), of: .requests, inFilesOf: .overHTTP,
      variant: (.graphQL, .body(isGraphQL: true))
    ) { reader, kind in kind.isConversation ? .none : reader.body(isGraphQL: kind == .graphql) },
    Field(
      "authentication", \.authentication, .authentication, at: .block("auth"), or: .runtime("auth"), of: .all
    ) { reader, kind in reader.authentication(isShared: kind.isShared) },
  ]

  private static let runtime: [Field<RequestDefinition>] = [
    Field("variable", \.variables, .rows(Row.variableShape), at: .runtime("variables"), of: .all) { reader, _ in
      reader.variables()
    },
    Field("scripts", \.scripts, .scripts, at: .runtime("scripts"), of: .all) { reader, _ in reader.scripts() },
    Field(
      "rules of scripts", \.scripting.rules,
      .word(.bruno, fault: "extensions.apus.scripts is neither postman nor bruno; Bruno's rules hold"),
      at: .apus(["scripts"]), of: .folders, json: ["scriptRules"]),
    Field(
      "order of scripts", \.scripting.flow, .word(.sandwich), at: .bruno(["scripts", "flow"]), of: .folders,
      json: ["scriptFlow"]),
    Field("assertion", \.assertions, .rows(Assertion.shape), at: .runtime("assertions"), of: .requests) { reader, _ in
      reader.assertions()
    },
    Field(
      "capture", \.captures, .rows(Capture.shape).unlessEmpty, at: .runtime("actions"), of: .all,
      json: ["captures"]
    ) { reader, _ in reader.captures() },
    Field("condition", \.condition, .condition, at: .apus(["if"]), of: .requests, inFilesOf: .sent),
    Field(
      "example", \.examples, .examples(isGraphQL: false), at: .top("examples"), of: .requests, inFilesOf: .overHTTP,
      variant: (.graphQL, .examples(isGraphQL: true))
    ) { reader, kind in kind.isConversation ? [] : reader.examples() },
  ]

  private static let conversation: [Field<RequestDefinition>] = [
    Field(
      "message", \.conversation.messages, .messages, at: .block("message"), of: [.webSocket, .call],
      variant: (.call, .callMessages), json: ["messages"]
    ) { reader, _ in reader.messages() },
    ConversationDefinition.selectionField,
    Field(
      "keep-alive", \.conversation.keepAliveInterval, .number, at: .settings(ConversationDefinition.keepAliveKey),
      of: .webSocket
    ) { reader, _ in reader.setting(ConversationDefinition.keepAliveKey) { Double($0) } ?? 0 },
    Field("method type", \.conversation.call.methodType, .text, at: .block("methodType"), of: .call) { reader, _ in
      reader.call("methodType")
    },
    Field(
      "file of types", \.conversation.call.protoFile, .text, at: .block("protoFilePath"), of: .call,
      json: ["protoFile"]
    ) { reader, _ in reader.call("protoPath") },
    Field(
      "compression of messages", \.conversation.call.compresses, .flag, at: .apus(["grpc", "compress"]), of: .call),
    Field(
      "way of messages", \.conversation.call.carrier,
      .word(.http2, fault: "carrier is neither web nor web-text; the call is made over HTTP/2"),
      at: .apus(["grpc", "carrier"]), of: .call),
  ]

  /// The fields that a folder or a collection has, too, or has alone.
  private static let sharedFields: [Field<RequestDefinition>] =
    ServerTrust.fields.map { $0.lifted(\.trust, json: ["tls"], at: keys(of: [.sent, .folders], .apus(["tls"]))) }
    + [GraphQLSettings.operation.lifted(\.graphQL, json: [], at: keys(of: [.overHTTP, .folders], .apus(["graphql"])))]
    + GraphQLSettings.fields.map {
      $0.lifted(\.graphQL, json: ["graphql"], at: keys(of: [.overHTTP, .folders], .apus(["graphql"])))
    } + [
      Field(
        "certificate", \.certificates, .rows(CertificateDefinition.shape).unlessEmpty,
        at: .config(["clientCertificates"]), of: .folders),
      Field("proxy", \.proxy, .proxy, at: .config(["proxy"]), of: .folders),
      Field(
        "import path", \.importPaths, .rows(ImportPath.shape).unlessEmpty,
        at: .config(["protobuf", "importPaths"]), of: .folders),
    ]

  private static func keys(
    of kinds: Kinds, _ place: FieldPlace
  ) -> @Sendable (RequestDefinition) -> [String]? {
    { kinds.contains($0.kind) ? place.keys(of: $0.kind) : nil }
  }
}
