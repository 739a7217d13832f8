import Basics
package import HTTPModel

/// Builds one request's configuration from its definition, its inherited settings and its variables; for single use.
package struct RequestBuilder {
  let definition: RequestDefinition
  let context: SendContext
  let table: VariableTable
  let dynamic: DynamicValues
  let logins: Logins
  /// Values in the request that must not be shown.
  var secrets: Set<String> = []
  /// Gets other credentials after the server refused those of the request.
  var renewal: (@Sendable (Response) async throws -> Bool)?
  var notices: [String] = []
  /// The user's variables, files and commands that the request uses, with their receivers.
  var outside: [FoundUse] = []
  /// The resolved texts that determine receivers; resolving them again could give other values.
  var places = Receivers.Texts()
  /// The values of `Host` headers, as written.
  var hosts: [String] = []
  /// The trust settings that need the user's consent; they are not sources of values.
  var trust: [FoundUse] = []
  /// The operation of a GraphQL request.
  var operation: PreparedOperation?
  /// The parts of it that are sent in the URL.
  var graphQLQuery: [(name: String, value: String)] = []
  /// Indicates whether the body's file must be opened by exactly its path, which was checked.
  var hasCheckedFiles = false
  /// Indicates whether a secret, or a value that was allowed for one receiver, was resolved since the last reset. Such
  /// a value must not leave its origin.
  var hasMetSecret = false
  /// The headers that no redirect may take to another origin.
  private var stays: Set<String> = []
  /// The gRPC call.
  var call: PreparedCall?
  /// Indicates whether the request contains anything from outside of the collection: from the user, or from an answer.
  var holdsMore = false

  init(_ definition: RequestDefinition, _ context: SendContext, _ dynamic: DynamicValues, _ logins: Logins) {
    self.definition = definition
    self.context = context
    self.dynamic = dynamic
    self.logins = logins
    table = context.table(for: definition)
  }

  mutating func config() throws(SendRefusal) -> RequestConfig {
    let written = try resolve(definition.url, .url, "URL")
    var (url, values) = requested(written, settled(definition.url, .server).values)
    guard url.utf8.contains(where: { $0 != 0x20 }) else {
      throw SendRefusal(.url, .invalid("empty; enter where to send the request"), "URL")
    }
    try checkBase(of: url)
    call = try prepareCall(&url)
    var config = RequestConfig(url: url, encoding: encoding)
    config.values = values
    let method = try resolve(writtenMethod, .method, "method")
    do { try config.setMethod(RequestDefinition.standardCase(method)) } catch {
      // Consent is not yet checked, so the message quotes no value of a variable.
      throw Self.refusal(method == writtenMethod ? error : .method(writtenMethod))
    }
    try addPathParameters(to: &config)
    try addHeaders(to: &config)
    hasMetSecret = false
    config.body = try body()
    if operation?.kind == .subscription { config.accept("text/event-stream") }
    if operation?.isIncremental == true { config.accept(PreparedOperation.incrementalTypes) }
    for (name, value) in graphQLQuery { config.query.append(name, value) }
    config.credentials.body = hasMetSecret
    config.options = ownOptions
    try addCertificates(to: &config)
    try addProxy(to: &config)
    let trusted = try trusted(by: url)
    trusted.apply(to: &config.options)
    try addAuthentication(to: &config)
    try checkLogin(in: config)
    try checkQuery(in: config)
    noteTests()
    config.options = context.options.merging(over: config.options)
    trusted.apply(to: &config.options)
    if hasCheckedFiles { config.options.followsLinks = false }
    // Beyond the credentials in the file itself, its permission to send them to other hosts does not count.
    if config.options.redirects?.forwardsCredentials == true, holdsMore, context.consent?.forwardsCredentials == false {
      config.options.redirects?.forwardsCredentials = false
    }
    for source in Set(outside.map(\.source)) { stays.formUnion(context.keptTexts(of: source)) }
    config.credentials.texts = stays
    return config
  }

  /// Protocols without methods of their own, whose connection starts with HTTP, use GET (RFC 6455, section 4.1).
  var writtenMethod: String {
    switch definition.kind {
    case .webSocket: "GET"
    case .grpc: "POST"
    case .unsupported where definition.method.isEmpty: "GET"
    default: definition.method
    }
  }

  /// Refuses a URL that begins with a variable without a host, as imports leave it if the document has none; otherwise
  /// the first path segment would become the host.
  private func checkBase(of url: String) throws(SendRefusal) {
    let written = definition.url
    guard url.utf8.first == UInt8(ascii: "/"), written.hasPrefix("{{"),
      let end = written.utf8.range(ofBytes: "}}")
    else { return }
    let reference = String(written[..<end.upperBound])
    let resolved = table.resolved(reference, dynamic: dynamic)
    let base = resolved.text
    if base.hasPrefix("//"), base.utf8.contains(where: { $0 != UInt8(ascii: "/") }) { return }
    // Consent is not yet checked, so a value from outside of the collection is not quoted.
    let named = resolved.outside.isEmpty ? "\(reference) is \(base), which has no host" : "\(reference) has no host"
    let problem = base.isEmpty ? "\(reference) is empty" : named
    throw SendRefusal(.url, .invalid("\(problem); set it to an address such as https://HOST"), "URL")
  }

  /// The request's setting takes precedence over the default.
  private var encoding: RequestConfig.Encoding {
    definition.settings.encodeURL.map { $0 ? .encoded : .verbatim } ?? context.urlEncoding
  }

  mutating func resolve(
    _ text: String, _ field: SendRefusal.Field, _ place: String, to aim: Receivers.Destination = .server
  ) throws(SendRefusal) -> String {
    guard text.utf8.has(UInt8(ascii: "{")) else { return text }
    let isSettled = field == .url || aim != .server || places[text, aim] != nil
    let resolved = isSettled ? settled(text, aim) : table.resolved(text, dynamic: dynamic)
    var missing = resolved.unresolved
    // A template in a body may be literal text; elsewhere tags are refused.
    if !field.isBody, missing.isEmpty, let tag = TemplateScanner.tag(in: text) {
      missing = [TemplateTag.unresolved(tag)]
    }
    guard missing.isEmpty else { throw SendRefusal(field, .unresolved(missing), place) }
    for segment in resolved.segments {
      var isMasked = false
      if case .resolved(let value, let origin, let isSecret) = segment.kind {
        isMasked = isSecret && SecretReach(of: value.utf8) == .anywhere
        if isSecret {
          secrets.insert(value)
          hasMetSecret = true
          remember(answers: segment.own, in: value)
        }
        if isSecret || segment.outside.contains(where: \.isValue) { stays.insert(value) }
        if isSecret || !origin.scope.isOfTheCollection { holdsMore = true }
      }
      for source in segment.outside {
        if source.isValue {
          hasMetSecret = true
          holdsMore = true
        }
        outside.append(FoundUse(source: source, aim: aim, field: field, place: place, isMasked: isMasked))
      }
    }
    return resolved.text
  }

  /// Hidden answers are stored nowhere, so that only the session can mask them in later requests.
  private func remember(answers pieces: [OwnPiece], in value: String) {
    for piece in pieces where piece.isAnswer {
      logins.issue(String(decoding: Array(value.utf8)[piece.range], as: UTF8.self))
    }
  }

  /// Resolves a text that determines a receiver once, so that consent covers the actual receiver.
  @discardableResult
  mutating func settled(_ text: String, _ aim: Receivers.Destination) -> ResolvedText {
    if let known = places[text, aim] { return known }
    let resolved = table.resolved(text, dynamic: dynamic)
    places.add(resolved, text, aim)
    return resolved
  }

  private mutating func addPathParameters(to config: inout RequestConfig) throws(SendRefusal) {
    for parameter in definition.params where parameter.place == .path && parameter.row.isEnabled {
      let name = parameter.row.name
      let value = try resolve(parameter.row.value, .pathParameter(name: name), "path parameter \(name)")
      // `/users//orders` is a different resource, so an empty value counts as missing. If two rows have the same name,
      // the first is sent, as shown on the screen.
      if !value.isEmpty, config.pathParameters[name] == nil { config.pathParameters[name] = value }
    }
  }

  private mutating func addHeaders(to config: inout RequestConfig) throws(SendRefusal) {
    for (row, index, layer) in context.inheritedHeaders(of: definition) {
      let place = "header \(index + 1), \(row.name), of \(layer.name)"
      try addHeader(row, .inherited(from: layer.path, header: index), place, to: &config)
    }
    for (index, row) in definition.headers.enumerated() where row.isEnabled {
      if row.name.isEmpty, row.value.isEmpty { continue }
      try addHeader(row, .header(row: index), "header \(index + 1), \(row.name)", to: &config)
    }
    for name in context.omittedHeaders(of: definition) where name.utf8.allSatisfy(\.isToken) {
      if config.headers[name] == nil { config.suppress(Headers.Name(name)) }
    }
  }

  private mutating func addHeader(
    _ row: Row, _ field: SendRefusal.Field, _ place: String, to config: inout RequestConfig
  ) throws(SendRefusal) {
    hasMetSecret = false
    let header = try header(row, field, place)
    config.headers.fields.append(header)
    if hasMetSecret { config.credentials.mark(header: header.name) }
  }

  private mutating func header(
    _ row: Row, _ field: SendRefusal.Field, _ place: String
  ) throws(SendRefusal) -> Header {
    let name = try resolve(row.name, field, place)
    if name.lowercased() == "host" {
      settled(row.value, .server)
      hosts.append(row.value)
    }
    let value = try resolve(row.value, field, place)
    guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { throw SendRefusal(field, .invalidName, place) }
    let bad: [Unicode.Scalar: String] = ["\r": "CR", "\n": "LF", "\0": "NUL"]
    if let character = value.unicodeScalars.lazy.compactMap({ bad[$0] }).first {
      throw SendRefusal(field, .lineBreak(character: character), place)
    }
    return Header(name, value, omitsBlank: row.omitsBlank)
  }

  /// The options of the request, completed by the settings of the user and the workspace.
  private var ownOptions: TransferOptions {
    let configuration = context.configuration
    var options = TransferOptions(configuration.completing(definition.settings))
    configuration.apply(to: &options, trustIsGiven: !context.trustLevels(of: definition).isEmpty)
    return options
  }

  static func refusal(_ error: RequestError) -> SendRefusal {
    switch error {
    case .method: SendRefusal(.method, .invalid(error.description), "method")
    case .missingPathParameter(let name, _):
      SendRefusal(.pathParameter(name: name), .missingPathParameter, "path parameter \(name)")
    case .headerName(_, let row, _), .headerValue(_, let row, _, _):
      SendRefusal(.header(row: max(0, row - 1)), .invalid(error.description), "header \(row)")
    case .text: SendRefusal(.settings, .invalid(error.description), "settings")
    case .file(let path, let reason):
      SendRefusal(.body(row: nil), .unreadableFile(path: path, reason: reason), "body")
    case .body, .contentLength: SendRefusal(.body(row: nil), .invalid(error.description), "body")
    default: SendRefusal(.url, .invalid(error.description), "URL")
    }
  }
}

extension RequestDefinition {
  /// The nine standard methods are sent in upper case; others exactly as written.
  package static func standardCase(_ method: String) -> String {
    let upper = method.uppercased()
    let standard = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
    return standard.contains(upper) ? upper : method
  }
}

extension RequestBuilder {
  mutating func body() throws(SendRefusal) -> RequestConfig.Body {
    switch definition.body {
    case .none: return .none
    case .text(let kind, let text):
      let sent = kind == .json ? try resolveJSON(text, "body") : try resolve(text, .body(row: nil), "body")
      return .text(sent, contentType: kind.contentType)
    case .form(let rows): return .form(try form(rows))
    case .multipart(let parts): return .multipart(try multipart(parts))
    case .file(let choices): return try file(choices)
    case .graphql(let query, let variables): return try graphQL(query, variables)
    }
  }

  /// Without the comments of the text.
  /// - Parameter row: of the message in its list.
  mutating func resolveJSON(_ text: String, row: Int? = nil, _ place: String) throws(SendRefusal) -> String {
    let sent = try JSONComments.sent(text) { text throws(SendRefusal) in try resolve(text, .body(row: row), place) }
    return sent ?? ""
  }

  private mutating func form(_ rows: [Row]) throws(SendRefusal) -> Form {
    var form = Form()
    for (index, row) in rows.enumerated() where row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) {
      let place = "form row \(index + 1), \(row.name)"
      form.append(
        try resolve(row.name, .body(row: index), place), try resolve(row.value, .body(row: index), place))
    }
    return form
  }

  private mutating func multipart(_ parts: [FormPart]) throws(SendRefusal) -> Multipart {
    var multipart = Multipart()
    for (index, part) in parts.enumerated() where part.isEnabled {
      let place = "form row \(index + 1), \(part.name)"
      let name = try resolve(part.name, .body(row: index), place)
      let written = try resolve(part.contentType, .body(row: index), place)
      let type = written.isEmpty ? nil : written
      switch part.content {
      case .text(let text):
        if name.isEmpty, text.isEmpty { continue }
        let value = try resolve(text, .body(row: index), place)
        multipart.parts.append(Multipart.Part(name, .text(value), fileName: part.fileName, contentType: type))
      case .files(let paths):
        for path in paths where !path.isEmpty {
          let full = try filePath(path, row: index, place)
          multipart.parts.append(
            Multipart.Part(name, .file(path: full.path), fileName: part.fileName ?? full.name, contentType: type))
        }
      }
    }
    return multipart
  }

  private mutating func file(_ choices: [BodyDefinition.FileChoice]) throws(SendRefusal) -> RequestConfig.Body {
    guard let index = choices.firstIndex(where: { $0.isSelected && !$0.path.isEmpty }) else { return .none }
    let path = try filePath(choices[index].path, row: index, "file \(index + 1)").path
    let type = try resolve(choices[index].contentType, .body(row: index), "file \(index + 1)")
    return .file(path, contentType: type.isEmpty ? nil : type)
  }

  /// The absolute path of a file; relative paths start from the collection. Also returns the file name to send, if it
  /// differs from the path's.
  mutating func filePath(
    _ path: String, row: Int, _ place: String, isRead: Bool = false
  ) throws(SendRefusal) -> (path: String, name: String?) {
    let resolved = try resolve(path, .body(row: row), place)
    let full = resolved.hasPrefix("/") ? resolved : FilePaths.join(context.folder, resolved)
    guard let checked = checkedFile(full, written: path, to: .server, .body(row: row), place, isRead: isRead) else {
      return (full, nil)
    }
    hasCheckedFiles = true
    let name = FilePaths.name(of: full)
    return (checked, name == FilePaths.name(of: checked) ? nil : name)
  }
}

/// A message of a conversation, ready to be sent.
package struct PreparedMessage: Equatable, Sendable {
  package var name: String
  package var kind: ConversationMessage.Kind
  package var bytes: [UInt8]
}

extension RequestDefinition {
  /// True for a JSON message, whose comments are not sent. Messages of a gRPC call always are; those of a WebSocket
  /// have a type.
  func isJSON(_ message: ConversationDefinition.Message) -> Bool {
    message.kind == "json" || kind == .grpc && message.kind != "binary"
  }
}

extension RequestBuilder {
  /// The selected messages of the file. A redirect must not take their secrets to another origin.
  mutating func messages(for config: inout RequestConfig) throws(SendRefusal) -> [PreparedMessage] {
    hasMetSecret = false
    var prepared: [PreparedMessage] = []
    for (index, message) in definition.conversation.messages.enumerated() where message.isSelected {
      let text =
        definition.isJSON(message)
        ? try resolveJSON(message.data, row: index, message.name)
        : try resolve(message.data, .body(row: index), message.name)
      guard message.kind == "binary" else {
        prepared.append(PreparedMessage(name: message.name, kind: .text, bytes: Array(text.utf8)))
        continue
      }
      guard let bytes = Base64.decodeLeniently(text.utf8.filter { !$0.isASCIIWhitespace }) else {
        throw SendRefusal(.body(row: index), .invalid("a binary message is Base64 in its file"), message.name)
      }
      prepared.append(PreparedMessage(name: message.name, kind: .binary, bytes: bytes))
    }
    if hasMetSecret { config.credentials.body = true }
    return prepared
  }

  /// The requested address; the handshake of a WebSocket is HTTP (RFC 6455, section 3).
  func requested(_ url: String, _ values: [Range<Int>]) -> (url: String, values: [Range<Int>]) {
    guard definition.kind.isConversation || definition.kind == .graphql else { return (url, values) }
    let changed = definition.kind == .grpc ? GRPCURL.http(url) : WebSocketURL.http(url)
    let shift = changed.utf8.count - url.utf8.count
    return (changed, values.map { ($0.lowerBound == 0 ? 0 : $0.lowerBound + shift)..<($0.upperBound + shift) })
  }
}
