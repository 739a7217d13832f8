extension CurlOptionWriter {
  /// How the request is carried, where that was said.
  mutating func writeTransfer(_ transfer: TransferOptions) {
    writeTimeouts(transfer)
    if let version = transfer.httpVersion, let option = Self.option(for: version) { add(option) }
    if let redirects = transfer.redirects, redirects.follows {
      add(redirects.forwardsCredentials ? "--location-trusted" : "--location")
      add("--max-redirs", String(redirects.maximum))
      if redirects.keepsMethod { for status in ["301", "302", "303"] { add("--post" + status) } }
    }
    if let tls = transfer.tls { writeTLS(tls) }
    if let proxy = transfer.proxy {
      if proxy.isEmpty { add("--noproxy", "*") } else { add("--proxy", redaction.masked(url: proxy)) }
    }
    if let noProxy = transfer.noProxy, transfer.proxy != "" { add("--noproxy", noProxy) }
    if let socket = transfer.unixSocket { add("--unix-socket", socket) }
    for row in transfer.resolve ?? [] { add("--resolve", row) }
    for row in transfer.connectTo ?? [] { add("--connect-to", row) }
    if let interface = transfer.interface { add("--interface", interface) }
    if let authentication = transfer.authentication { writeAuthentication(authentication) }
  }

  private mutating func writeTimeouts(_ transfer: TransferOptions) {
    if let time = transfer.connectTimeout, time > .zero { add("--connect-timeout", Self.seconds(time)) }
    if let time = transfer.totalTimeout, time > .zero { add("--max-time", Self.seconds(time)) }
    if let time = transfer.idleTimeout, time > .zero {
      add("--speed-limit", "1")
      add("--speed-time", String(max(1, time.components.seconds)))
    }
  }

  private static func option(for version: TransferOptions.HTTPVersion) -> String? {
    switch version {
    case .automatic: nil
    case .http10: "--http1.0"
    case .http11: "--http1.1"
    case .http2: "--http2"
    case .http2PriorKnowledge: "--http2-prior-knowledge"
    case .http3: "--http3"
    }
  }

  private mutating func writeTLS(_ tls: TransferOptions.TLSOptions) {
    if !tls.verifies { add("--insecure") }
    if let file = tls.caFile { add("--cacert", file) }
    if let file = tls.certificateFile { add("--cert", file) }
    if let file = tls.keyFile { add("--key", file) }
    if let password = tls.keyPassword { add("--pass", redaction.isNone ? password : redaction.mask) }
    if let pins = tls.pinnedPublicKeys { add("--pinnedpubkey", pins) }
  }

  private mutating func writeAuthentication(_ authentication: TransportAuthentication) {
    switch authentication.scheme {
    case .basic: add("--basic")
    case .digest: add("--digest")
    case .ntlm: add("--ntlm")
    case .negotiate: add("--negotiate")
    case .any: add("--anyauth")
    case .awsSignature(let region, let service): add("--aws-sigv4", "aws:amz:\(region):\(service)")
    }
    let password = redaction.isNone || authentication.password.isEmpty ? authentication.password : redaction.mask
    add("--user", "\(authentication.user):\(password)")
    if let token = authentication.sessionToken {
      add("-H", "X-Amz-Security-Token: \(redaction.isNone ? token : redaction.mask)")
    }
  }

  /// As curl takes it: whole seconds or with up to three decimals.
  private static func seconds(_ duration: Duration) -> String {
    let (whole, fraction) = duration.components
    let millis = fraction / 1_000_000_000_000_000
    guard millis > 0 else { return String(whole) }
    var digits = String(1000 + millis).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
