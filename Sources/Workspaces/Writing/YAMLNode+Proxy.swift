extension YAMLNode {
  private static var proxyOrder: [String] { ["inherit", "config", "disabled"] }
  private static var proxyConfigOrder: [String] { ["protocol", "hostname", "port", "auth", "bypassProxy"] }
  private static var proxyAuthOrder: [String] { ["username", "password", "disabled"] }

  /// Applies the edit of `proxy` to a collection's `config`; what did not change keeps its form.
  mutating func putProxy(from old: ProxyDefinition?, to new: ProxyDefinition?, order: [String]) {
    guard let new else { return put("proxy", nil) }
    // An invalid proxy, which was ignored, is replaced.
    var proxy = old == nil ? .map([]) : self["proxy"] ?? .map([])
    proxy.forgetAlias()
    if old?.use != new.use || proxy["inherit"] == nil {
      // While it is disabled, `inherit` has no effect and is left as it is.
      if new.use != .none || proxy["inherit"] == nil {
        proxy.put("inherit", .bool(new.use == .inherited), order: Self.proxyOrder)
      }
      proxy.put("disabled", new.use == .none ? .bool(true) : nil, order: Self.proxyOrder)
    }
    var config = proxy["config"] ?? .map([])
    let before = config
    config.forgetAlias()
    let isPort = UInt16(new.port).map { String($0) == new.port } == true
    config.putText("protocol", old?.scheme, new.scheme, order: Self.proxyConfigOrder)
    config.putText("hostname", old?.hostname, new.hostname, order: Self.proxyConfigOrder)
    config.putText("port", old?.port, new.port, isBare: isPort, order: Self.proxyConfigOrder)
    var auth = config["auth"].flatMap { $0.entries == nil ? nil : $0 } ?? .map([])
    let authBefore = auth
    auth.forgetAlias()
    auth.putText("username", old?.username, new.username, order: Self.proxyAuthOrder)
    auth.putText("password", old?.password, new.password, order: Self.proxyAuthOrder)
    if old?.authenticates != new.authenticates { auth.putEnabled(new.authenticates, order: Self.proxyAuthOrder) }
    if auth != authBefore { config.put("auth", auth, order: Self.proxyConfigOrder) }
    config.putText("bypassProxy", old?.bypass, new.bypass, order: Self.proxyConfigOrder)
    if config != before || proxy["config"] == nil { proxy.put("config", config, order: Self.proxyOrder) }
    put("proxy", proxy, order: order)
  }

  /// Only if it changed, so that an unchanged text keeps its form.
  private mutating func putText(
    _ name: String, _ old: String?, _ new: String, isBare: Bool = false, order: [String]
  ) {
    if old != new { put(name, isBare ? .bare(new) : .string(new), order: order) }
  }
}
