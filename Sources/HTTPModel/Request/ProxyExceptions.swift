import Basics
import Libc

extension [HostPattern] {
  /// The hosts that bypass a proxy, in Bruno's syntax: separated by commas, semicolons or spaces, each with an optional
  /// port; `.example.com` is short for `*.example.com`. An entry without a host matches nothing.
  package init(proxyExceptions text: String) {
    self = text.split { ",; \t\r\n".contains($0) }.map { entry in
      HostPattern(entry.hasPrefix(".") && entry != "." ? "*\(entry)" : String(entry))
    }
  }

  /// True if a request to this URL bypasses the proxy.
  package func covers(_ url: URLParts) -> Bool { contains { $0.matches(url) } }

  /// An argument for curl's `--noproxy` with the same effect for a request to `url`. After a redirect curl applies its
  /// own matching.
  package func curlList(for url: URLParts) -> String {
    guard let host = url.comparableHost, !host.isEmpty else { return "" }
    let isCovered = covers(url)
    var names: [String] = []
    for entry in self where !entry.host.isEmpty {
      let name = String(decoding: entry.host.drop { $0 == UInt8(ascii: "*") }, as: UTF8.self)
      if name.isEmpty, entry.port == nil { return "*" }
      // Omits entries that curl would match although they do not apply here, and entries for another port.
      let isMeant = entry.matches(url)
      let isTaken = HostPattern.isTakenByCurl(name, host)
      let isSaid = entry.port == nil || isMeant
      // curl knows no other star.
      let isName = !name.isEmpty && !name.contains("*")
      if isName, isSaid, isMeant || !isTaken, !names.contains(name) { names.append(name) }
    }
    if isCovered, !names.contains(where: { HostPattern.isTakenByCurl($0, host) }) { names.append(host) }
    return names.joined(separator: ",")
  }

}

extension HostPattern {
  /// curl matches a name, with or without a leading dot, against the host itself and every host below it.
  package static func isTakenByCurl(_ name: String, _ host: String) -> Bool {
    let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
    return host == bare || host.hasSuffix("." + bare)
  }
}

extension TransferOptions {
  /// The options of one hop, with `proxy` and `noProxy` set according to `proxyExceptions`.
  package func routed(to url: String) -> TransferOptions {
    guard let proxyExceptions else { return self }
    var options = self
    options.proxyExceptions = nil
    if proxyExceptions.covers(URLParts(url)) { options.proxy = "" }
    // The `no_proxy` list of the environment does not apply to a proxy that has its own.
    options.noProxy = ""
    return options
  }

  /// The options that belong to the route rather than to one request: trust, client certificates, proxy, addresses and
  /// the connect timeout. A request made on behalf of another, such as a login, uses these.
  package var connectionOptions: TransferOptions {
    var options = TransferOptions()
    options.connectTimeout = connectTimeout
    options.tls = tls
    // The pinned key is for the original server only.
    options.tls?.pinnedPublicKeys = nil
    options.clientCertificates = clientCertificates
    options.proxy = proxy
    options.noProxy = noProxy
    options.proxyExceptions = proxyExceptions
    options.resolve = resolve
    options.connectTo = connectTo
    options.interface = interface
    return options
  }
}

/// The logins in the texts of proxies.
package enum ProxyLogin {
  /// The `user:password` before the last `@` of a proxy's text, as intended by the user.
  package static func login(in proxy: String) -> String? {
    let start = proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex
    guard let end = proxy.lastIndex(of: "@"), end > start else { return nil }
    return String(proxy[start..<end])
  }

  /// The passwords of the proxies that a request may use, raw and decoded.
  static func passwords(for request: Request) -> Set<String> {
    var found: Set<String> = []
    for login in texts(for: request).compactMap(login) {
      guard let colon = login.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let password = login[login.utf8.index(after: colon)...]
      found.formUnion([String(password), PercentEncoding.decodedText(password)])
    }
    return found
  }

  /// The proxies that libcurl may use: the one in the request, else those of the environment.
  package static func texts(for request: Request) -> [String] {
    if let proxy = request.options.proxy { return [proxy] }
    let scheme = URLParts(request.url).scheme?.asciiLowercased ?? "http"
    // For http only in lower case: CGI turns a `Proxy` header into `HTTP_PROXY`.
    let names = ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["HTTPS_PROXY"]) + ["all_proxy", "ALL_PROXY"]
    return names.compactMap { name in getenv(name).map { String(cString: $0) } }
  }
}
