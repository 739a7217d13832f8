import Basics
import Workspaces

extension RequestDefinition {
  private static let tagsLine = "tags"
  private static let conditionLine = "if"
  private static let keepAliveLine = "keepAliveInterval"

  /// The lines of the options tab. An unset option shows its default, or the value from the user's or the workspace's
  /// settings.
  func optionLines(_ configuration: Configuration = Configuration()) -> [FieldLine] {
    let usual = configuration.completing(RequestSettings())
    if kind == .grpc { return callLines(configuration, usual) }
    var lines = SettingKind.shown.map { $0.line(settings, usual: usual, configuration) }
    if kind == .webSocket {
      let interval = conversation.keepAliveInterval
      let text = interval > 0 ? NumberText.text(interval) : ""
      lines.append(FieldLine(Self.keepAliveLine, "Ping every (ms)", .text(isSecret: false), text, placeholder: "never"))
    }
    if body.kind == .graphql {
      let errors = SettingKind.allowsGraphQLErrors.line(settings, usual: usual, configuration)
      lines = GraphQLLine.allCases.map { $0.line(graphQL) } + [errors] + lines
    }
    return lines + configuration.versionLines + runLines
  }

  private var runLines: [FieldLine] {
    [
      FieldLine(
        Self.conditionLine, "Run only if", .text(isSecret: false), condition, placeholder: "always"),
      FieldLine(
        Self.tagsLine, "Tags", .text(isSecret: false), tags.joined(separator: ", "), placeholder: "none"),
    ]
  }

  /// The settings that apply to a call, under their gRPC names, and those specific to calls.
  private func callLines(_ configuration: Configuration, _ usual: RequestSettings) -> [FieldLine] {
    let settings = SettingKind.shown.filter(\.isOfCalls).map { kind in
      kind.line(self.settings, usual: usual, configuration, title: kind.key == "timeout" ? "Deadline (ms)" : nil)
    }
    return settings + CallLine.allCases.map { $0.line(conversation.call) } + runLines
  }

  /// Sets an option; an invalid text changes nothing.
  mutating func setOption(_ id: String, _ text: String) {
    if id == Self.tagsLine {
      tags = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    } else if id == Self.conditionLine {
      condition = text.trimmed
    } else if let line = CallLine(rawValue: id) {
      line.set(text, in: &conversation.call)
    } else if let line = GraphQLLine(rawValue: id) {
      if line.problem(of: text) == nil { line.set(text, in: &graphQL) }
    } else if id == Self.keepAliveLine {
      if Self.problem(ofOption: id, text) == nil { conversation.keepAliveInterval = Double(text.trimmed) ?? 0 }
    } else {
      SettingKind.all.first { $0.key == id }?.type.set(text, in: &settings)
    }
  }

  /// The reason the text is not a valid value for an option; `nil` if it is.
  static func problem(ofOption id: String, _ text: String) -> String? {
    if id == conditionLine {
      let isMissing = !text.trimmed.isEmpty && SendCondition(words: text) == nil
      return isMissing ? "A text, an operator and a value, such as {{role}} eq admin" : nil
    }
    if id == keepAliveLine {
      let isValid = text.trimmed.isEmpty || Double(text.trimmed).map { $0.isFinite && $0 >= 0 } == true
      return isValid ? nil : "A number of milliseconds, such as 30000"
    }
    if let line = GraphQLLine(rawValue: id) { return line.problem(of: text) }
    return TrustField(rawValue: id)?.problem(of: text) ?? SettingKind.all.first { $0.key == id }?.type.problem(of: text)
  }
}

extension SettingKind {
  fileprivate func line(
    _ settings: RequestSettings, usual: RequestSettings, _ configuration: Configuration, title: String? = nil
  ) -> FieldLine {
    let configured = type.text(in: usual)
    var line = FieldLine(
      key, title ?? self.title, type.choices.map { .choice($0) } ?? .text(isSecret: false), type.text(in: settings),
      placeholder: configured.isEmpty ? type.usualText : configured)
    line.note = type.note(in: settings)
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
      let said = field.said(in: around)
      var line = FieldLine(
        field.rawValue, field.title, field.choices.map { .choice($0) } ?? .text(isSecret: false),
        field.text(in: trust), placeholder: said?.text ?? field.usualText)
      if line.value.isEmpty { line.note = said.map { "from \($0.place.words)" } ?? "" }
      if field == .verifies {
        line.isRisky = trust.verifies == false || line.value.isEmpty && around.verifies?.value == false
      }
      return line
    }
  }

  /// Sets a line of the TLS trust settings.
  /// - Returns: true if the identifier names such a line.
  mutating func setTrust(_ id: String, _ text: String) -> Bool {
    guard let field = TrustField(rawValue: id) else { return false }
    field.set(text, in: &trust)
    return true
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
      FieldLine("port", "Port", .text(isSecret: false), proxy.port, placeholder: "as usual for the protocol"),
      FieldLine(Self.loginLine, "Login", .choice(Self.login), login),
      FieldLine("username", "User name", .text(isSecret: false), proxy.username),
      FieldLine("password", "Password", .text(isSecret: true), proxy.password),
      FieldLine("bypassProxy", "Not for", .text(isSecret: false), proxy.bypass, placeholder: "none"),
    ]
  }

  /// Sets a line of the proxy tab.
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
    let setting = SettingKind.cookies
    var use = FieldLine(
      setting.key, setting.title, setting.type.choices.map { .choice($0) } ?? .fact, setting.type.text(in: settings),
      placeholder: kind == .folder ? "as above" : setting.type.usualText)
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
    let setting = SettingKind.history
    var use = FieldLine(
      setting.key, "Exchanges", setting.type.choices.map { .choice($0) } ?? .fact, setting.type.text(in: settings),
      placeholder: kind == .folder ? "as above" : setting.type.usualText)
    use.note =
      switch settings.history {
      case .keep: "recorded in the history"
      case .off: "never recorded"
      case nil: ""
      }
    return [use]
  }
}
