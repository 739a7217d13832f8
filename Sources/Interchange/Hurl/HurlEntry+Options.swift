import Networking
import Workspaces

extension HurlEntry {
  /// Boolean options.
  private static let switches: Set<String> = [
    "location", "location-trusted", "digest", "ntlm", "compressed", "insecure", "http1.0", "http1.1", "http2", "http3",
  ]

  mutating func addOption(_ pair: Pair) {
    let isOn = pair.value == "true"
    if Self.switches.contains(pair.name), !isOn, pair.value != "false" { return refuse(pair) }
    switch pair.name {
    case "location": request.settings.followRedirects = isOn
    case "location-trusted":
      request.settings.followRedirects = isOn
      request.settings.forwardAuthorization = isOn
    case "max-redirs":
      guard let count = Int(pair.value) else { return refuse(pair) }
      request.settings.maxRedirects = count
    case "max-time":
      guard let time = HurlText.milliseconds(pair.value) else { return refuse(pair) }
      request.settings.timeout = time
    case "user":
      let user = pair.value.prefix { $0 != ":" }
      let password = String(pair.value.dropFirst(user.count + 1))
      request.authentication = Authentication(
        .basic, [.init("username", String(user)), .init("password", password)])
    case "digest": isDigest = isOn
    case "ntlm": isNTLM = isOn
    case "aws-sigv4": signature = pair.value
    case "insecure":
      request.trust.verifies = !isOn
      options.tls = .init(verifies: !isOn)
    case "cacert": request.trust.authorities = pair.value
    case "compressed": request.settings.acceptsCompression = isOn
    case "variable":
      let name = pair.value.prefix { $0 != "=" }
      request.variables.append(Row(String(name), String(pair.value.dropFirst(name.count + 1))))
    case "header":
      let name = pair.value.prefix { $0 != ":" }
      let value = ForeignText.trimmed(String(pair.value.dropFirst(name.count + 1)))
      request.headers.append(Row(String(name), value))
    // Verbosity affects output only.
    case "verbose", "very-verbose", "verbosity": break
    default: if !addTransfer(pair, isOn) { refuse(pair) }
    }
  }

  private mutating func refuse(_ pair: Pair) {
    reader.tell("the option \(pair.name): \(pair.value) is not carried over", line: pair.line)
  }

  /// Options that a saved request cannot hold, but a transfer can.
  private mutating func addTransfer(_ pair: Pair, _ isOn: Bool) -> Bool {
    switch pair.name {
    case "http1.0": options.httpVersion = isOn ? .http10 : nil
    case "http1.1": options.httpVersion = isOn ? .http11 : nil
    case "http2": options.httpVersion = isOn ? .http2 : nil
    case "http3": options.httpVersion = isOn ? .http3 : nil
    case "proxy": options.proxy = pair.value
    case "noproxy": options.noProxy = pair.value
    case "unix-socket": options.unixSocket = pair.value
    case "resolve": options.resolve = (options.resolve ?? []) + [pair.value]
    case "connect-to": options.connectTo = (options.connectTo ?? []) + [pair.value]
    default: return false
    }
    reader.tell("the option \(pair.name): \(pair.value) cannot be saved in a request", line: pair.line)
    return true
  }

  /// With a signature, `user` is a key, which Basic would send in clear text.
  mutating func sign(_ signature: String) {
    let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.first != "aws" || parts.count > 1 && parts[1] != "amz" {
      reader.tell("aws-sigv4 is signed as aws:amz, the only one supported: \(signature)")
    }
    let key = request.authentication
    request.authentication = Authentication(
      .awsv4,
      [
        .init("accessKeyId", key["username"]), .init("secretAccessKey", key["password"]),
        .init("service", parts.count > 3 ? parts[3] : ""), .init("region", parts.count > 2 ? parts[2] : ""),
      ])
  }
}
