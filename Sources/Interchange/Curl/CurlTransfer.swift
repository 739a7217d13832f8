import Basics
import Networking
import Workspaces

/// curl's transfer options as ours.
enum CurlTransfer {
  static func options(_ operation: CurlOperation, notices: inout [ImportNotice]) -> TransferOptions {
    var options = TransferOptions()
    options.decompresses = operation.isOn("compressed")
    options.redirects = redirects(operation)
    options.tls = tls(operation, &notices)
    options.connectTimeout = duration(operation, "connect-timeout", &notices)
    options.totalTimeout = duration(operation, "max-time", &notices)
    if operation.last("speed-limit") != nil || operation.last("speed-time") != nil {
      options.idleTimeout = duration(operation, "speed-time", &notices) ?? .seconds(30)
      if let limit = operation.last("speed-limit"), limit.value != "1" {
        notices.append(
          ImportNotice(.warning, line: limit.line, "--speed-limit is read as: no byte at all for --speed-time seconds"))
      }
    }
    options.httpVersion = version(operation)
    options.proxy = proxy(operation)
    options.noProxy = operation.values("noproxy").last
    options.unixSocket = operation.values("unix-socket").last
    let resolve = operation.values("resolve")
    options.resolve = resolve.isEmpty ? nil : resolve
    let connectTo = operation.values("connect-to")
    options.connectTo = connectTo.isEmpty ? nil : connectTo
    options.interface = operation.values("interface").last
    options.requestTarget = operation.values("request-target").last
    return options
  }

  private static func redirects(_ operation: CurlOperation) -> TransferOptions.RedirectPolicy {
    let trusts = operation.isOn("location-trusted")
    var policy = TransferOptions.RedirectPolicy(
      follows: trusts || operation.isOn("location") || operation.isOn("follow"), maximum: 50,
      forwardsCredentials: trusts)
    if policy.follows { policy.curl = rules(operation) }
    if let maximum = operation.values("max-redirs").last.flatMap({ Int($0) }) {
      policy.maximum = maximum < 0 ? Int(Int32.max) : maximum
    }
    return policy
  }

  /// The effect of `-X` and `--post301` on redirects. With `--follow` the answer decides the method.
  private static func rules(_ operation: CurlOperation) -> TransferOptions.RedirectPolicy.CurlRules {
    let isForm = CurlFormReader.isUsed(by: operation)
    let namesType = operation.last("json") != nil && !isForm
    let writesType = CurlHeaders.names(operation).contains { $0.lowercased() == "content-type" }
    var rules = TransferOptions.RedirectPolicy.CurlRules(
      keepsMethod: operation.values("request").last?.isEmpty == false && !operation.isOn("follow"),
      isPost: isForm || CurlData.isUsed(by: operation) && !operation.isOn("get"),
      repeatsPostAt: Set([301, 302, 303].filter { operation.isOn("post\($0)") }),
      addsContentType: !namesType && !writesType)
    let writesCookie = CurlHeaders.names(operation).contains { $0.lowercased() == "cookie" }
    rules.sendsCookiesAnywhere = !writesCookie && operation.last("cookie") != nil
    let writesReferer = CurlHeaders.names(operation).contains { $0.lowercased() == "referer" }
    rules.keepsDots = operation.isOn("path-as-is")
    if !CurlHeaders.names(operation).contains(where: { $0.lowercased() == "range" }) {
      rules.range = CurlHeaders.range(of: operation).map { "bytes=\($0)" }
      rules.addsContentRange = !CurlHeaders.names(operation).contains { $0.lowercased() == "content-range" }
    }
    rules.refersToLast = !writesReferer && operation.values("referer").last?.hasSuffix(";auto") == true
    return rules
  }

  private static func tls(
    _ operation: CurlOperation, _ notices: inout [ImportNotice]
  ) -> TransferOptions.TLSOptions? {
    var tls = TransferOptions.TLSOptions(verifies: !operation.isOn("insecure"))
    tls.caFile = operation.values("cacert").last
    tls.revocationList = operation.values("crlfile").last
    tls.minimumVersion =
      TransferOptions.TLSVersion.allCases.last { operation.isOn("tlsv\($0.rawValue)") }
      ?? (operation.isOn("tlsv1") ? .tls10 : nil)
    if let limit = operation.last("tls-max"), limit.value != "default" {
      tls.maximumVersion = TransferOptions.TLSVersion(rawValue: limit.value)
      if tls.maximumVersion == nil {
        notices.append(ImportNotice(.error, line: limit.line, "--tls-max takes a version of TLS, not \(limit.value)"))
      }
    }
    if let (file, word) = operation.values("cert").last.map(ClientCertificate.fileAndPassword) {
      tls.certificateFile = file
      tls.keyPassword = word
    }
    if tls.certificateFile != nil {
      tls.certificateFormat = operation.values("cert-type").last.flatMap { ClientCertificate.Format(word: $0) }
    }
    tls.keyFile = operation.values("key").last
    tls.keyPassword = operation.values("pass").last ?? tls.keyPassword
    tls.pinnedPublicKeys = operation.values("pinnedpubkey").last
    return tls == TransferOptions.TLSOptions() ? nil : tls
  }

  private static func duration(
    _ operation: CurlOperation, _ name: String, _ notices: inout [ImportNotice]
  ) -> Duration? {
    guard let setting = operation.last(name) else { return nil }
    guard let seconds = Double(setting.value), seconds >= 0, seconds < 1e9 else {
      notices.append(
        ImportNotice(.error, line: setting.line, "--\(name) takes a number of seconds, not \(setting.value)"))
      return nil
    }
    return .milliseconds(Int((seconds * 1000).rounded()))
  }

  private static func version(_ operation: CurlOperation) -> TransferOptions.HTTPVersion? {
    let versions: [String: TransferOptions.HTTPVersion] = [
      "http1.0": .http10, "http1.1": .http11, "http2": .http2, "http2-prior-knowledge": .http2PriorKnowledge,
      "http3": .http3, "http3-only": .http3,
    ]
    return operation.settings.last { versions[$0.option.name] != nil }.flatMap { versions[$0.option.name] }
  }

  private static func proxy(_ operation: CurlOperation) -> String? {
    let kinds = [
      "proxy": "", "proxy1.0": "http://", "socks4": "socks4://", "socks4a": "socks4a://", "socks5": "socks5://",
      "socks5-hostname": "socks5h://",
    ]
    guard let setting = operation.settings.last(where: { kinds[$0.option.name] != nil }),
      let scheme = kinds[setting.option.name]
    else { return nil }
    let address = !setting.value.utf8.holds("://") ? scheme + setting.value : setting.value
    guard let user = operation.values("proxy-user").last, !address.isEmpty else { return address }
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { escaped(String($0)) }
    guard let mark = address.utf8.range(ofBytes: "://") else {
      return "http://\(parts.joined(separator: ":"))@\(address)"
    }
    return "\(address[..<mark.upperBound])\(parts.joined(separator: ":"))@\(address[mark.upperBound...])"
  }

  private static func escaped(_ text: String) -> String {
    FormEncoding.encode(text).utf8.map { $0 == UInt8(ascii: "+") ? "%20" : String(Unicode.Scalar($0)) }.joined()
  }
}
