import Workspaces

extension ProxyDefinition.Use {
  /// In the words of the proxy tab.
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

  /// The lines of the proxy tab: which proxy, and where it is.
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
