import Basics
package import HTTPModel
package import Workspaces

/// Writes a saved request as a curl command.
package enum CurlExport {
  /// The treatment of `{{variables}}`: replaced, or written as shell variables.
  package enum Variables: String, CaseIterable, Sendable {
    case resolved, shell
  }

  /// The command, and notices of everything it cannot express.
  package struct Result: Hashable, Sendable {
    package var text: String
    package var notices: [String]
    /// The program that runs the command, if it is not curl.
    package var tool: String?
  }

  /// The command that sends the same request as `prepared`.
  /// - Parameter defaults: the additions of the client to each request (`Client.defaults`), which only the exact
  ///   command contains.
  package static func command(
    for prepared: PreparedRequest, style: CurlCommand.Style = .exact, defaults: RequestConfig? = nil,
    shell: CurlCommand.Shell = .sh, revealsSecrets: Bool = false
  ) -> Result {
    let request = layered(prepared.request, style == .exact ? defaults : nil)
    let command = CurlCommand(request, style: style, redaction: revealsSecrets ? .none : prepared.redaction)
    return Result(text: command.text(for: shell), notices: command.limits(of: shell))
  }

  /// The command for a saved request.
  /// - Throws: `SendRefusal`, for the same reasons as sending.
  package static func command(
    for definition: RequestDefinition, in context: SendContext, style: CurlCommand.Style = .exact,
    defaults: RequestConfig? = nil, shell: CurlCommand.Shell = .sh, variables: Variables = .resolved,
    revealsSecrets: Bool = false
  ) throws(SendRefusal) -> Result {
    guard variables == .shell else {
      let prepared = try PreparedRequest(definition, in: context)
      return command(for: prepared, style: style, defaults: defaults, shell: shell, revealsSecrets: revealsSecrets)
    }
    let placeholders = Placeholders(definition, context)
    let prepared = try PreparedRequest(placeholders.definition, in: placeholders.context)
    let command = CurlCommand(
      layered(prepared.request, style == .exact ? defaults : nil), style: style,
      redaction: revealsSecrets ? .none : .standard, variables: placeholders.names)
    return Result(text: command.text(for: shell), notices: command.limits(of: shell))
  }

  private static func layered(_ request: Request, _ defaults: RequestConfig?) -> Request {
    guard let defaults else { return request }
    // Invalid defaults are an error of the client, which reports them when it sends.
    return (try? request.layered(over: defaults)) ?? request
  }
}

/// A request whose variables resolve to texts that survive every encoding, so that they can be found in the finished
/// request and written as shell variables.
private struct Placeholders {
  private(set) var definition: RequestDefinition
  private(set) var context: SendContext
  /// Each placeholder text and its variable.
  private(set) var names: [String: String] = [:]

  init(_ definition: RequestDefinition, _ context: SendContext) {
    self.definition = definition
    self.context = context
    self.definition.variables = []
    var entries: [VariableTable.Entry] = []
    // Chosen before the placeholders, because it depends on the host; its path may contain variables.
    let certificate = context.certificate(for: definition)
    let shown = certificate?.definition.fields.dropFirst().map(\.value) ?? []
    let proxy = context.ownProxy
    let more = shown + (proxy?.fields.dropLast().map(\.value) ?? [])
    let texts = definition.importedTexts + Self.inherited(context) + definition.params.map(\.row.value) + more
    for name in Self.variables(in: texts) {
      let number = entries.count + 1
      // A placeholder for a port must be a number, or the URL would be invalid.
      let isPort = definition.url.utf8.holds(":{{\(name)}}")
      let text = isPort ? String(61_000 + number) : "apusvar\(number)rav"
      entries.append(VariableTable.Entry(name, text, origin: .commandLine))
      names[text] = name
      // A variable at the start of the URL includes its scheme.
      if definition.url.hasPrefix("{{\(name)}}") { names["http://" + text] = name }
    }
    let table = context.table(for: definition)
    self.context.variables = VariableTable(entries)
    for index in self.context.layers.indices {
      self.context.layers[index].settings.variables = []
      self.context.layers[index].settings.certificates = []
      self.context.layers[index].settings.proxy = nil
    }
    if let certificate { show(certificate.definition) }
    if let proxy { show(proxy, table) }
  }

  /// Replaces the variables in the certificate.
  private mutating func show(_ certificate: CertificateDefinition) {
    let (table, folder) = (context.variables, context.folder)
    func text(_ written: String) -> String { table.resolved(written).text }
    func path(_ written: String) -> String {
      written.hasPrefix("/") || written.hasPrefix("{{") ? text(written) : "\(folder)/\(text(written))"
    }
    var tls = context.options.tls ?? TransferOptions.TLSOptions()
    switch certificate.content {
    case .pem(let file, let key):
      (tls.certificateFile, tls.certificateFormat) = (path(file), .pem)
      if !key.isEmpty { tls.keyFile = path(key) }
    case .pkcs12(let file): (tls.certificateFile, tls.certificateFormat) = (path(file), .pkcs12)
    }
    if !certificate.passphrase.isEmpty { tls.keyPassword = text(certificate.passphrase) }
    context.options.tls = tls
  }

  /// Replaces the variables in the proxy; the bypass list is evaluated with the real host.
  private mutating func show(_ proxy: ProxyDefinition, _ known: VariableTable) {
    context.options.proxy = proxy.resolved(in: context.variables).address
    guard proxy.use == .own, context.options.noProxy == nil else { return }
    let exceptions = [HostPattern](proxyExceptions: known.resolved(proxy.bypass).text)
    context.options.noProxy = exceptions.curlList(for: URLParts(known.resolved(definition.url).text))
  }

  private static func inherited(_ context: SendContext) -> [String] {
    context.layers.flatMap { layer in
      layer.settings.headers.flatMap { [$0.name, $0.value] } + layer.settings.authentication.fields.map(\.value)
    }
  }

  private static func variables(in texts: [String]) -> [String] {
    var found: [String] = []
    for text in texts {
      for variable in VariableTable().resolved(text).unresolved where !found.contains(variable.name) {
        // Dynamic values (`$guid`) are generated for each command, as for each send.
        if variable.reason == .missing { found.append(variable.name) }
      }
    }
    return found
  }
}
