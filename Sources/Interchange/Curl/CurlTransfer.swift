import Basics
import HTTPModel
import Workspaces

/// Converts curl's transfer options to ours.
enum CurlTransfer {
  static func options(_ operation: CurlOperation) -> TransferOptions {
    var options = TransferOptions()
    options.decompresses = operation.isOn("compressed")
    options.redirects = redirects(operation)
    options.tls = tls(operation)
    options.connectTimeout = duration(operation, "connect-timeout")
    options.totalTimeout = duration(operation, "max-time")
    if operation.last("speed-limit") != nil || operation.last("speed-time") != nil {
      options.idleTimeout = duration(operation, "speed-time") ?? .seconds(30)
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

  /// The effect of `-X` and `--post301` on redirects. With `--follow`, the response determines the method.
  private static func rules(_ operation: CurlOperation) -> TransferOptions.RedirectPolicy.CurlRules {
    let isForm = CurlForm.isUsed(by: operation)
    let namesType = operation.last("json") != nil && !isForm
    let written = operation.headerNames
    var rules = TransferOptions.RedirectPolicy.CurlRules(
      keepsMethod: operation.values("request").last?.isEmpty == false && !operation.isOn("follow"),
      isPost: isForm || CurlData.isUsed(by: operation) && !operation.isOn("get"),
      repeatsPostAt: Set([301, 302, 303].filter { operation.isOn("post\($0)") }),
      addsContentType: !namesType && !written.contains("content-type"))
    rules.sendsCookiesAnywhere = !written.contains("cookie") && operation.last("cookie") != nil
    return rules
  }

  private static func tls(_ operation: CurlOperation) -> TransferOptions.TLSOptions? {
    var tls = TransferOptions.TLSOptions(verifies: !operation.isOn("insecure"))
    tls.caFile = operation.values("cacert").last
    tls.revocationList = operation.values("crlfile").last
    tls.minimumVersion =
      TransferOptions.TLSVersion.allCases.last { operation.isOn("tlsv\($0.rawValue)") }
      ?? (operation.isOn("tlsv1") ? .tls10 : nil)
    tls.maximumVersion = operation.values("tls-max").last.flatMap { TransferOptions.TLSVersion(rawValue: $0) }
    if let (file, word) = operation.values("cert").last.map(TransferOptions.ClientCertificate.fileAndPassword) {
      tls.certificateFile = file
      tls.keyPassword = word
    }
    if tls.certificateFile != nil {
      tls.certificateFormat = operation.values("cert-type").last.flatMap {
        TransferOptions.ClientCertificate.Format(word: $0)
      }
    }
    tls.keyFile = operation.values("key").last
    tls.keyPassword = operation.values("pass").last ?? tls.keyPassword
    tls.pinnedPublicKeys = operation.values("pinnedpubkey").last
    return tls == TransferOptions.TLSOptions() ? nil : tls
  }

  /// The number was checked with the command line.
  static func duration(_ operation: CurlOperation, _ name: String) -> Duration? {
    operation.values(name).last.flatMap { Double($0) }.map { .milliseconds(Int(($0 * 1000).rounded())) }
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
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
      FormEncoding.encodePath(String($0))
    }
    guard let mark = address.utf8.range(ofBytes: "://") else {
      return "http://\(parts.joined(separator: ":"))@\(address)"
    }
    return "\(address[..<mark.upperBound])\(parts.joined(separator: ":"))@\(address[mark.upperBound...])"
  }
}

/// `--retry` and related options as a policy of the client.
enum CurlRetry {
  static func policy(_ operation: CurlOperation) -> RetryPolicy? {
    guard let count = operation.values("retry").last.flatMap({ Int($0) }),
      var policy = RequestSettings(retries: count).retryPolicy
    else { return nil }
    policy.maximum = count
    if let delay = CurlTransfer.duration(operation, "retry-delay"), delay > .zero {
      policy.strategy = .after(delay)
      policy.statuses = policy.statuses.mapValues { _ in .after(delay) }
    }
    if operation.isOn("retry-connrefused") { policy.categories.insert(.connect) }
    if operation.isOn("retry-all-errors") {
      policy.categories = Set(NetworkError.Category.allCases).subtracting([.cancelled, .url, .encoding, .bodyTooLarge])
    }
    policy.totalTime = CurlTransfer.duration(operation, "retry-max-time").flatMap { $0 > .zero ? $0 : nil }
    return policy
  }

  /// The options that a saved request cannot hold.
  static func unsaved(_ operation: CurlOperation) -> [String] {
    ["retry-delay", "retry-connrefused", "retry-all-errors", "retry-max-time"].filter {
      operation.isOn($0) || !operation.values($0).isEmpty
    }
    .map { "--\($0)" }
  }
}
