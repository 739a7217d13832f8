import Basics

/// Reads `config.proxy` of a collection, and the equivalent in Bruno's older `bruno.json`.
enum ProxyReader {
  /// - Parameter config: `config` in `opencollection.yml`.
  static func proxy(_ config: YAMLNode?, _ reader: inout NodeReader) -> ProxyDefinition? {
    guard let node = reader.map(config?["proxy"], "proxy") else { return nil }
    let isOff = node["disabled"]?.bool == true
    guard let inherits = node["inherit"]?.bool, let own = node["config"], own.entries != nil else {
      // As in Bruno: unless both are present, `proxy` counts as absent.
      if isOff || node["inherit"]?.bool != true {
        reader.hint(node, "a proxy needs both `inherit: true` or `false` and `config:`; this one is ignored")
      }
      return nil
    }
    var made = ProxyDefinition(use: isOff ? .none : inherits ? .inherited : .own)
    // A fault in an unused field is not reported.
    func text(_ node: YAMLNode?, _ name: String) -> String {
      made.use == .own ? reader.text(node, "\(name) of the proxy") : node?.text ?? ""
    }
    made.scheme = text(own["protocol"], "protocol")
    made.hostname = text(own["hostname"], "hostname")
    made.port = text(own["port"], "port")
    made.bypass = text(own["bypassProxy"], "bypassProxy")
    let auth = own["auth"]
    made.username = text(auth?["username"], "username")
    made.password = text(auth?["password"], "password")
    made.authenticates = auth?["disabled"]?.bool != true
    return made
  }

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
