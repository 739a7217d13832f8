import Basics
import Workspaces

extension RequestDefinition {
  /// The lines of the options tab. An unset option shows its default, or the value from the user's or the workspace's
  /// settings.
  func optionLines(_ configuration: Configuration = Configuration()) -> [FieldLine] {
    let usual = configuration.completing(RequestSettings())
    let settings = SettingKind.shown.filter { kind != .grpc || $0.isOfCalls }.map { setting in
      setting.line(of: self, usual: usual, configuration)
    }
    let own: [OptionLine] = kind == .grpc ? OptionLine.ofCalls : kind == .webSocket ? [OptionLine.keepAlive] : []
    var lines = settings + own.map { $0.line(of: self) }
    if body.kind == .graphql {
      let errors = SettingKind.allowsGraphQLErrors.line(of: self, usual: usual, configuration)
      lines = OptionLine.ofGraphQL.map { $0.line(of: self) } + [errors] + lines
    }
    if !scripts.isEmpty || self.settings.scriptTimeout != nil {
      lines.append(SettingKind.scriptTimeout.line(of: self, usual: usual, configuration))
    }
    if kind != .grpc { lines += configuration.versionLines }
    return lines + [OptionLine.condition, .tags].map { $0.line(of: self) }
  }

  /// True if every option has its default, which new files contain.
  var optionsAreEmpty: Bool {
    trust.isEmpty
      && optionLines().allSatisfy { line in
        line.value.isEmpty || SettingKind.shown.contains { $0.key == line.id && $0.isUsual(in: settings) }
      }
  }

  /// Sets an option; an invalid text changes nothing.
  mutating func setOption(_ id: String, _ text: String) { OptionLine.named(id)?.set(text, in: &self) }

  /// The reason the text is not a valid value for an option; `nil` if it is.
  static func problem(ofOption id: String, _ text: String) -> String? { OptionLine.named(id)?.problem(text) }
}

extension SettingKind {
  fileprivate func line(
    of definition: RequestDefinition, usual: RequestSettings, _ configuration: Configuration
  ) -> FieldLine {
    var line = self.line.line(of: definition)
    if definition.kind == .grpc, key == "timeout" { line.label = "Deadline (ms)" }
    let configured = type.text(in: usual)
    if !configured.isEmpty { line.placeholder = configured }
    line.note = type.note(in: definition.settings)
    if line.value.isEmpty, let origin = configuration.origin(of: key) { line.note = "from \(origin.rawValue)" }
    return line
  }
}

extension Configuration {
  /// The file that defines the default of a request's setting, by its key; `nil` if none does.
  fileprivate func origin(of key: String) -> ConfigurationOrigin? {
    switch key {
    case "timeout": timeout?.origin
    case "followRedirects": followRedirects?.origin
    case "maximumBodySize": maximumBody?.origin
    case SettingKind.scriptTimeout.key: scriptTimeout?.origin
    default: nil
    }
  }

  /// The HTTP version, which has no setting per request.
  fileprivate var versionLines: [FieldLine] {
    guard let httpVersion, httpVersion.value != "auto" else { return [] }
    var line = FieldLine("httpVersion", "HTTP version", .fact, httpVersion.value)
    line.note = "from \(httpVersion.origin.rawValue)"
    return [line]
  }
}

extension RequestDefinition {
  /// The lines of the TLS trust settings: in the options of a request, or the TLS tab of a folder or a collection.
  /// - Parameter around: the inherited settings that apply where the definition has none.
  func trustLines(_ around: EffectiveTrust = EffectiveTrust([])) -> [FieldLine] {
    TrustField.allCases.map { field in
      var line = field.line.line(of: self)
      guard line.value.isEmpty else {
        line.isRisky = field == .verifies && trust.verifies == false
        return line
      }
      if let said = field.said(in: around) {
        line.placeholder = said.text
        line.note = "from \(said.place.words)"
      }
      line.isRisky = field == .verifies && around.verifies?.value == false
      return line
    }
  }
}

extension RequestSession {
  /// The trust settings inherited from the folders, the active environment and the collection.
  var trustAround: EffectiveTrust { EffectiveTrust(outerTrust) }

  /// The trust settings that apply to its sends.
  var effectiveTrust: EffectiveTrust {
    EffectiveTrust([(.request(draft.name), draft.trust)] + outerTrust)
  }

  private var outerTrust: [(place: TrustPlace, trust: ServerTrust)] {
    SendContext.trustLevels(
      around: surroundings?.layers ?? [], environment: trust.map { (trustedBy, $0) })
  }
}

extension ProxyDefinition.Use {
  /// The title in the proxy tab.
  fileprivate var title: String {
    switch self {
    case .inherited: "from the environment"
    case .own: "this one"
    case .none: "none"
    }
  }
}

extension RequestDefinition {
  private static let useLine = "use"
  private static let loginLine = "login"
  private static let login = ["sent", "not sent"]

  /// The lines of the proxy tab: the kind of proxy and its address.
  var proxyLines: [FieldLine] {
    let uses = ProxyDefinition.Use.allCases.map(\.title)
    let use = FieldLine(Self.useLine, "Proxy", .choice(uses), proxy?.use.title ?? "", placeholder: uses[0])
    guard let proxy, proxy.use == .own else { return [use] }
    let login = Self.login[proxy.authenticates ? 0 : 1]
    return [
      use,
      FieldLine("protocol", "Protocol", .choice(ProxyDefinition.schemes), proxy.scheme, placeholder: "http"),
      FieldLine("hostname", "Host", .text(isSecret: false), proxy.hostname),
      FieldLine("port", "Port", .text(isSecret: false), proxy.port, placeholder: "default of the protocol"),
      FieldLine(Self.loginLine, "Login", .choice(Self.login), login),
      FieldLine("username", "User name", .text(isSecret: false), proxy.username),
      FieldLine("password", "Password", .text(isSecret: true), proxy.password),
      FieldLine("bypassProxy", "No proxy for", .text(isSecret: false), proxy.bypass, placeholder: "none"),
    ]
  }

  mutating func setProxy(_ id: String, _ text: String) {
    var changed = proxy ?? ProxyDefinition(use: .inherited)
    switch id {
    case Self.useLine: changed.use = ProxyDefinition.Use.allCases.first { $0.title == text } ?? changed.use
    case "protocol": changed.scheme = text
    case "hostname": changed.hostname = text
    case "port": changed.port = text
    case Self.loginLine: changed.authenticates = text == Self.login[0]
    case "username": changed.username = text
    case "password": changed.password = text
    case "bypassProxy": changed.bypass = text
    default: return
    }
    proxy = changed
  }
}

extension RequestDefinition {
  /// The lines of the cookies tab of a folder or a collection: how its requests use cookies, and the way to the stored
  /// cookies.
  var cookieLines: [FieldLine] {
    var use = SettingKind.cookies.line.line(of: self)
    if kind == .folder { use.placeholder = "as above" }
    use.note = settings.cookies?.note ?? ""
    return [use, FieldLine("kept", "Kept", .list, "cookies of the collection")]
  }
}

extension CookieUse {
  fileprivate var note: String {
    switch self {
    case .keep: "kept for the collection and environment; sent with later requests"
    case .session: "sent until Apus quits"
    case .off: "none are kept or sent"
    }
  }
}

extension RequestDefinition {
  /// The line of the history tab of a folder or a collection: whether the history records its requests' exchanges.
  var historyLines: [FieldLine] {
    var use = SettingKind.history.line.line(of: self)
    use.label = "Exchanges"
    if kind == .folder { use.placeholder = "as above" }
    use.note =
      switch settings.history {
      case .keep: "recorded in the history"
      case .off: "never recorded"
      case nil: ""
      }
    return [use]
  }
}
