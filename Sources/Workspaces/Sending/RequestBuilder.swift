import Basics
import Networking

/// Builds one request's configuration from its definition, its inherited settings and its variables; for single use.
package struct RequestBuilder {
  let definition: RequestDefinition
  let context: SendContext
  let table: VariableTable
  let dynamic: DynamicValues
  let logins: Logins
  /// Values in the request that must not be shown.
  var secrets: Set<String> = []
  var notices: [String] = []
  /// The user's variables, files and commands that the request uses, and where each is sent.
  var outside: [FoundUse] = []
  /// What the texts that say where it goes were resolved to: a value that is made at each use is another each time.
  var places = Receivers.Texts()
  /// Whom its environment believes besides authorities, as far as the user has to allow it: not a source of values.
  var trust: [FoundUse] = []
  /// Of a GraphQL request: what is sent of its document.
  var operation: PreparedOperation?
  /// Whether a file of the body is to be opened by exactly its path, which was looked at.
  var hasCheckedFiles = false
  /// Whether a secret, or something that was allowed for one receiver, was resolved since the last reset: it must stay
  /// at its origin.
  var hasMetSecret = false
  /// What no redirect may take to another origin.
  private var stays: Set<String> = []
  /// Of a call of gRPC.
  var call: PreparedCall?
  /// Whether the request contains anything that is not in the collection itself: from the user, from an answer.
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
    do { try config.setMethod(RequestDefinition.standardCase(method)) } catch { throw Self.refusal(error, definition) }
    try addPathParameters(to: &config)
    try addHeaders(to: &config)
    hasMetSecret = false
    config.body = try body()
    if operation?.kind == .subscription { config.acceptEvents() }
    config.credentials.body = hasMetSecret
    config.options = ownOptions
    try addCertificates(to: &config)
    try addProxy(to: &config)
    let believed = try believed(by: url)
    believed.apply(to: &config.options)
    try addAuthentication(to: &config)
    try checkLogin(in: config)
    try checkQuery(in: config)
    noteTests()
    config.options = context.options(over: config.options)
    believed.apply(to: &config.options)
    if hasCheckedFiles { config.options.followsLinks = false }
    keepHome(&config.options)
    for source in Set(outside.map(\.source)) { stays.formUnion(context.keptTexts(of: source)) }
    config.credentials.texts = stays
    return config
  }

  /// A protocol whose connection starts with HTTP and that has no methods of its own uses GET (RFC 6455, section 4.1).
  private var writtenMethod: String {
    switch definition.kind {
    case .webSocket: "GET"
    case .grpc: "POST"
    case .unsupported where definition.method.isEmpty: "GET"
    default: definition.method
    }
  }

  /// A file may say that credentials follow redirects to other hosts, but only for credentials that it contains itself.
  private mutating func keepHome(_ options: inout TransferOptions) {
    guard options.redirects?.forwardsCredentials == true, holdsMore, let consent = context.consent,
      !consent.forwardsCredentials
    else { return }
    options.redirects?.forwardsCredentials = false
  }

  /// Refuses a URL that begins with a variable that names no host, as imports leave it if the document has none: the
  /// first path segment must not become the host.
  private func checkBase(of url: String) throws(SendRefusal) {
    let written = definition.url
    guard url.utf8.first == UInt8(ascii: "/"), written.hasPrefix("{{"),
      let end = written.utf8.range(ofBytes: "}}")
    else { return }
    let reference = String(written[..<end.upperBound])
    let base = table.resolved(reference, dynamic: dynamic).text
    if base.hasPrefix("//"), base.utf8.contains(where: { $0 != UInt8(ascii: "/") }) { return }
    let problem = base.isEmpty ? "\(reference) is empty" : "\(reference) is \(base), which names no host"
    throw SendRefusal(.url, .invalid("\(problem); set it to an address such as https://HOST"), "URL")
  }

  /// The request's setting takes precedence over the default.
  private var encoding: URLEncoding {
    definition.settings.encodeURL.map { $0 ? .encoded : .verbatim } ?? context.urlEncoding
  }

  /// Resolves one text, or refuses with its field.
  mutating func resolve(
    _ text: String, _ field: SendRefusal.Field, _ place: String, to aim: Receivers.Aim = .server
  ) throws(SendRefusal) -> String {
    guard text.utf8.has(UInt8(ascii: "{")) else { return text }
    let resolved = field == .url || aim != .server ? settled(text, aim) : table.resolved(text, dynamic: dynamic)
    let missing = resolved.unresolved
    guard missing.isEmpty else { throw SendRefusal(field, .unresolved(missing), place) }
    for segment in resolved.segments {
      if case .resolved(let value, let origin, let isSecret) = segment.kind {
        if isSecret {
          secrets.insert(value)
          hasMetSecret = true
        }
        if isSecret || !segment.outside.isEmpty { stays.insert(value) }
        if isSecret || !origin.scope.isOfTheCollection { holdsMore = true }
      }
      for source in segment.outside {
        hasMetSecret = true
        holdsMore = true
        outside.append(FoundUse(source: source, aim: aim, field: field, place: place))
      }
    }
    return resolved.text
  }

  /// A text that says where the request goes, resolved once: who is asked about is who it goes to.
  @discardableResult
  mutating func settled(_ text: String, _ aim: Receivers.Aim) -> ResolvedText {
    if let known = places[text, aim] { return known }
    let resolved = table.resolved(text, dynamic: dynamic)
    places.add(resolved, text, aim)
    return resolved
  }

  private mutating func addPathParameters(to config: inout RequestConfig) throws(SendRefusal) {
    for parameter in definition.params where parameter.place == .path && parameter.row.isEnabled {
      let name = parameter.row.name
      let value = try resolve(parameter.row.value, .pathParameter(name: name), "path parameter \(name)")
      // `/users//orders` is another resource, so an empty value is not used: it is asked for. If two rows have the same
      // name, the first is sent, as the screen says.
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
      if config.headers[name] == nil { config.suppress(name) }
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
    let value = try resolve(row.value, field, place)
    guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { throw SendRefusal(field, .invalidName, place) }
    let bad: [Unicode.Scalar: String] = ["\r": "CR", "\n": "LF", "\0": "NUL"]
    if let character = value.unicodeScalars.lazy.compactMap({ bad[$0] }).first {
      throw SendRefusal(field, .lineBreak(character: character), place)
    }
    return Header(name, value, omitsBlank: row.omitsBlank)
  }

  /// What the request says, completed by the settings of the user and the workspace.
  private var ownOptions: TransferOptions {
    let configuration = context.configuration
    if configuration == Configuration() {
      return definition.settings == RequestSettings() ? Self.usualOptions : TransferOptions(definition.settings)
    }
    var options = TransferOptions(configuration.completing(definition.settings))
    configuration.apply(to: &options, trustIsGiven: !context.trustLevels(of: definition).isEmpty)
    return options
  }

  /// The options for empty settings.
  static let usualOptions = TransferOptions(RequestSettings())

  static func refusal(_ error: RequestError, _ definition: RequestDefinition) -> SendRefusal {
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
