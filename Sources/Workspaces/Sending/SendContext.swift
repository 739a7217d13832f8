package import HTTPModel

extension RequestDefinition {
  /// The origin of its own variables, as seen by a request that has them in scope.
  package var variableOrigin: VariableTable.Origin {
    switch kind {
    case .folder: .folder(name)
    case .collection: .collection
    case .http, .graphql, .webSocket, .grpc, .unsupported: .request
    }
  }
}

/// The context of a request that determines what is sent: inherited settings, variables, the folder of its files.
///
/// A plain value: made once per request and environment by `Workspace.context`, then used for every view of the request
/// (resolved URL, headers, warnings) and for the send itself.
package struct SendContext: Hashable, Sendable {
  /// The settings that a folder or the collection shares, with its location.
  package struct Layer: Hashable, Sendable {
    /// Absolute path of the folder.
    package var path: String
    package var name: String
    package var settings: SharedSettings
    package var file: String

    package init(path: String, name: String, settings: SharedSettings, file: String = "folder.yml") {
      self.path = path
      self.name = name
      self.settings = settings
      self.file = file
    }
  }

  /// From the collection inwards.
  package var layers: [Layer]
  /// Without the request's own variables, which come from the definition as edited.
  package var variables: VariableTable
  /// The base of relative file paths.
  package var folder: String
  package var environment: Environment?
  /// Options that override the request's settings (`-k`, `--max-time`, proxy…).
  package var options: TransferOptions
  /// The default URL encoding of a request.
  package var urlEncoding = RequestConfig.Encoding.encoded
  /// The folder of stored tokens; `nil` to keep them in memory.
  package var tokenFolder: String?
  /// The folder of stored gRPC descriptors; `nil` to store none.
  package var schemaFolder: SchemaFolder?
  /// The settings of the user and the workspace, which apply if nothing more specific is set.
  @Indirect package var configuration = Configuration()
  /// Decides which of the user's variables, files and commands may be used; `nil` if the user wrote the request.
  @Indirect package var consent: ConsentPolicy? = nil

  package init(
    layers: [Layer] = [], variables: VariableTable = VariableTable(), folder: String = "/",
    environment: Environment? = nil, options: TransferOptions = TransferOptions()
  ) {
    self.layers = layers
    self.variables = variables
    self.folder = folder
    self.environment = environment
    self.options = options
  }

  package func table(for definition: RequestDefinition) -> VariableTable {
    guard !definition.variables.isEmpty else { return variables }
    var table = variables
    let origin = definition.variableOrigin
    let declared = table.declaredSecrets
    let own = definition.variables.filter { $0.isEnabled && !$0.name.isEmpty }
    // Inserted before those of the same rank: a folder's own variables precede those of the folder above it.
    // Values of scripts stand directly above their scope.
    let split =
      table.entries.firstIndex {
        $0.origin.rank >= origin.rank && !($0.origin.isScript && $0.origin.rank == origin.rank)
      }
      ?? table.entries.count
    table.entries.insert(
      contentsOf: own.map { VariableTable.Entry($0, isSecret: declared.contains($0.name), origin: origin) }, at: split)
    for row in definition.variables where !row.isEnabled {
      table.disabled[row.name] = table.disabled[row.name] ?? origin
    }
    return table
  }

  /// The context of a definition; the settings of a collection are not inherited by themselves.
  package func around(_ definition: RequestDefinition) -> SendContext {
    guard definition.kind == .collection else { return self }
    var context = self
    context.layers = []
    context.variables.entries.removeAll { $0.origin == .collection }
    context.variables.disabled = context.variables.disabled.filter { $0.value != .collection }
    return context
  }

  /// The effective authentication and its layer; `nil` for the request itself.
  package func authentication(of definition: RequestDefinition) -> (Authentication, from: Layer?) {
    // A folder without authentication inherits it.
    let isOpen = definition.kind == .folder && definition.authentication.scheme == .none
    guard definition.authentication.scheme == .inherit || isOpen else { return (definition.authentication, nil) }
    for layer in layers.dropFirst().reversed() {
      let scheme = layer.settings.authentication.scheme
      if scheme != .none, scheme != .inherit { return (layer.settings.authentication, layer) }
    }
    guard let root = layers.first, root.settings.authentication.scheme != .inherit else { return (.none, nil) }
    return (root.settings.authentication, root)
  }

  /// The inherited headers, without those that `definition` or an inner folder overrides or omits.
  package func inheritedHeaders(of definition: RequestDefinition) -> [(row: Row, index: Int, layer: Layer)] {
    guard layers.contains(where: { !$0.settings.headers.isEmpty }) else { return [] }
    var taken = Set(definition.headers.filter(\.hidesInherited).map { $0.name.lowercased() })
    var found: [(row: Row, index: Int, layer: Layer)] = []
    for layer in layers.reversed() {
      let rows = layer.settings.headers.enumerated().filter { _, row in
        row.isEnabled && !row.name.isEmpty && !taken.contains(row.name.lowercased())
      }
      found = rows.map { ($0.element, $0.offset, layer) } + found
      taken.formUnion(layer.settings.headers.filter(\.hidesInherited).map { $0.name.lowercased() })
    }
    return found
  }

  /// The names of headers that the request or a folder omits, so that Apus does not add them.
  package func omittedHeaders(of definition: RequestDefinition) -> [String] {
    var names = definition.headers.filter(\.isOmission).map(\.name)
    for layer in layers { names += layer.settings.headers.filter(\.isOmission).map(\.name) }
    return names
  }
}

/// The parts of the collection that a request inherits besides variables.
package enum Inheritance: Hashable, Sendable {
  /// Headers, login, proxy, client certificates and server trust, for a request of the collection.
  case everything
  /// Proxy, client certificates and server trust. For an exchange of the history, which contains everything else as
  /// sent.
  case way
  /// None, for a URL or command of the user's. A collection must not add its login to it, nor route it through its
  /// proxy.
  case nothing
}

extension SendContext {
  /// The same variables, with only these parts of the collection.
  package func inheriting(_ what: Inheritance) -> SendContext {
    var context = self
    switch what {
    case .everything: break
    case .way:
      let history = layers.reversed().lazy.compactMap(\.settings.history).first
      context.layers = layers.map { layer in
        let settings = SharedSettings(
          certificates: layer.settings.certificates, proxy: layer.settings.proxy, history: history,
          trust: layer.settings.trust)
        return Layer(path: layer.path, name: layer.name, settings: settings)
      }
    case .nothing: context.layers = []
    }
    return context
  }
}

extension SendContext {
  /// The cookie setting of the request: its own, else that of the innermost folder that has one.
  package func cookieUse(for definition: RequestDefinition) -> CookieUse {
    definition.settings.cookies ?? layers.reversed().lazy.compactMap(\.settings.cookies).first ?? .keep
  }
}

extension SendContext {
  /// The history setting of the request, else that of the innermost folder that has one.
  package func historyUse(for definition: RequestDefinition) -> HistoryUse {
    definition.settings.history ?? layers.reversed().lazy.compactMap(\.settings.history).first ?? .keep
  }
}

extension SendContext {
  /// The limit on the scripts of one phase: the setting of the request, else that of the innermost folder that has one,
  /// else the user's; `nil` for the default.
  package func scriptTimeout(for definition: RequestDefinition) -> Duration? {
    let own = definition.settings.scriptTimeout ?? layers.reversed().lazy.compactMap(\.settings.scriptTimeout).first
    return (own ?? configuration.scriptTimeout?.value).map { .milliseconds($0) }
  }
}
