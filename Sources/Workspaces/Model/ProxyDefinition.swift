import Basics

/// The proxy of a collection as written in its file. Variables are unresolved.
package struct ProxyDefinition: Hashable, Sendable {
  package enum Use: String, Hashable, Sendable, CaseIterable {
    /// The one from the environment (`inherit: true`).
    case inherited
    /// The one defined here.
    case own
    /// None, not even the one from the environment (`disabled: true`).
    case none
  }

  /// The valid values of `protocol`.
  package static let schemes = ["http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"]

  package var use: Use
  /// `http`, `https`, `socks4` or `socks5`; empty for `http`.
  package var scheme = ""
  package var hostname = ""
  package var port = ""
  /// Indicates whether user name and password are sent to it.
  package var authenticates = true
  package var username = ""
  package var password = ""
  /// The hosts that bypass it, in the syntax of `[HostPattern].init(proxyExceptions:)`.
  package var bypass = ""

  package init(use: Use, scheme: String = "", hostname: String = "", port: String = "") {
    self.use = use
    self.scheme = scheme
    self.hostname = hostname
    self.port = port
  }

  /// Its texts with the format's names, in the order of the file.
  package var fields: [(name: String, value: String)] {
    [
      ("protocol", scheme), ("hostname", hostname), ("port", port), ("username", username), ("password", password),
      ("bypassProxy", bypass),
    ]
  }

  /// The argument of curl's `-x`; empty for no proxy, `nil` for the one from the environment.
  package var address: String? {
    guard use == .own else { return use == .none ? "" : nil }
    guard authenticates, !username.isEmpty || !password.isEmpty else { return place }
    return url(for: "\(PercentEncoding.component(username)):\(PercentEncoding.component(password))@")
  }

  /// Its address, without user name and password.
  var place: String { url(for: "") }

  private func url(for user: String) -> String {
    let kind = scheme.isEmpty ? "http" : scheme.lowercased()
    let usual = ["http": "80", "https": "443"][kind] ?? "1080"
    let host = hostname.contains(":") && !hostname.hasPrefix("[") ? "[\(hostname)]" : hostname
    // A scheme of `socks` alone resolves host names at the proxy, as in Bruno.
    return "\(kind == "socks" ? "socks5h" : kind)://\(user)\(host):\(port.isEmpty ? usual : port)"
  }
}

/// Reads the proxy in Bruno's older `bruno.json`.
enum ProxyReader {
  /// `false`, `"inherit"`, the current form, or the first one: `{enabled: true | false | "global", protocol, hostname,
  /// port, auth: {enabled, username, password}, bypassProxy}`. Anything else is ignored, as in Bruno.
  static func proxy(ofOlder json: JSONValue) -> ProxyDefinition? {
    if json.bool == false { return ProxyDefinition(use: .none) }
    guard case .object = json else { return nil }
    let use: ProxyDefinition.Use
    if json["disabled"]?.bool == true || json["enabled"]?.bool == false {
      use = .none
    } else if json["inherit"]?.bool == true || json["enabled"]?.string != nil {
      use = .inherited
    } else {
      use = .own
    }
    let own = json["config"] ?? json
    func text(_ node: JSONValue?) -> String { node?.string ?? node?.double.map { NumberText.text($0) } ?? "" }
    var made = ProxyDefinition(
      use: use, scheme: text(own["protocol"]), hostname: text(own["hostname"]), port: text(own["port"]))
    made.bypass = text(own["bypassProxy"])
    made.username = text(own["auth"]?["username"])
    made.password = text(own["auth"]?["password"])
    made.authenticates = own["auth"]?["disabled"]?.bool != true && own["auth"]?["enabled"]?.bool != false
    // Bruno writes an empty one if none was configured.
    if use == .own, made.hostname.isEmpty { return nil }
    return made
  }
}

extension FieldType where Value == ProxyDefinition? {
  /// `config.proxy` of a collection.
  static var proxy: FieldType {
    FieldType(
      empty: nil, words: { $0.map { $0.use == .own ? $0.place : $0.use.rawValue } ?? "" },
      read: { node, _, reader in ProxyDefinition(node, &reader) },
      put: { map, _, old, new, order in map.putProxy(from: old, to: new, order: order) },
      json: { $0.map(ProxyDefinition.jsonFields.json) },
      readJSON: { json, place, reader in
        guard let use = json["use"]?.string.flatMap(ProxyDefinition.Use.init) else {
          reader.report(place, "the proxy is neither own, inherited nor none: left out")
          return nil
        }
        var proxy = ProxyDefinition(use: use)
        ProxyDefinition.jsonFields.read(json, at: place, into: &proxy, &reader)
        return proxy
      })
  }
}

extension ProxyDefinition {
  fileprivate static let jsonFields: [Field<Self>] = [
    Field("use", \.use, .word(.own).always), Field("protocol", \.scheme, .text.always),
    Field("hostname", \.hostname, .text.always), Field("port", \.port, .text.always),
    Field("username", \.username, .text.always), Field("password", \.password, .text.always),
    Field("bypassProxy", \.bypass, .text.always), Field("authEnabled", \.authenticates, .flag.always),
  ]

  fileprivate init?(_ written: YAMLNode, _ reader: inout NodeReader) {
    guard let node = reader.map(written, "proxy") else { return nil }
    let isOff = node["disabled"]?.bool == true
    guard let inherits = node["inherit"]?.bool, let own = node["config"], own.entries != nil else {
      // As in Bruno: unless both are present, `proxy` counts as absent.
      if isOff || node["inherit"]?.bool != true {
        reader.hint(node, "a proxy needs both `inherit: true` or `false` and `config:`; this one is ignored")
      }
      return nil
    }
    self.init(use: isOff ? .none : inherits ? .inherited : .own)
    // A fault in an unused field is not reported.
    func text(_ node: YAMLNode?, _ name: String, _ reader: inout NodeReader) -> String {
      use == .own ? reader.text(node, "\(name) of the proxy") : node?.text ?? ""
    }
    scheme = text(own["protocol"], "protocol", &reader)
    hostname = text(own["hostname"], "hostname", &reader)
    port = text(own["port"], "port", &reader)
    bypass = text(own["bypassProxy"], "bypassProxy", &reader)
    let auth = own["auth"]
    username = text(auth?["username"], "username", &reader)
    password = text(auth?["password"], "password", &reader)
    authenticates = auth?["disabled"]?.bool != true
  }
}

extension YAMLNode {
  private static var proxyOrder: [String] { ["inherit", "config", "disabled"] }
  private static var proxyConfigOrder: [String] { ["protocol", "hostname", "port", "auth", "bypassProxy"] }
  private static var proxyAuthOrder: [String] { ["username", "password", "disabled"] }

  /// Applies the edit of `proxy` to a collection's `config`; unchanged parts keep their form.
  mutating func putProxy(from old: ProxyDefinition?, to new: ProxyDefinition?, order: [String]) {
    guard let new else { return put("proxy", nil) }
    // An invalid proxy, which was ignored, is replaced.
    var proxy = old == nil ? .map([]) : self["proxy"] ?? .map([])
    proxy.forgetAlias()
    if old?.use != new.use || proxy["inherit"] == nil {
      // While it is disabled, `inherit` has no effect and stays unchanged.
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

  /// Writes only a changed text, so that an unchanged one keeps its form.
  private mutating func putText(
    _ name: String, _ old: String?, _ new: String, isBare: Bool = false, order: [String]
  ) {
    if old != new { put(name, isBare ? .bare(new) : .string(new), order: order) }
  }
}
