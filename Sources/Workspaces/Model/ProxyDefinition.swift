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

  /// What `protocol` may say.
  package static let schemes = ["http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"]

  package var use: Use
  /// `http`, `https`, `socks4` or `socks5`; empty for `http`.
  package var scheme = ""
  package var hostname = ""
  package var port = ""
  /// Whether user name and password are sent to it.
  package var authenticates = true
  package var username = ""
  package var password = ""
  /// The hosts that bypass it, in the syntax of `ProxyExceptions`.
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
