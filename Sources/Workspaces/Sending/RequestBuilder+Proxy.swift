import Basics
import HTTPModel

extension RequestBuilder {
  /// Adds the collection's proxy and its bypass list. Proxy options of the command line take precedence.
  mutating func addProxy(to config: inout RequestConfig) throws(SendRefusal) {
    guard let written = context.ownProxy else { return }
    guard written.use == .own else {
      config.options.proxy = ""
      return
    }
    var proxy = ProxyDefinition(use: .own)
    proxy.authenticates = written.authenticates
    proxy.scheme = try text("protocol", written.scheme)
    guard proxy.scheme.isEmpty || ProxyDefinition.schemes.contains(proxy.scheme.lowercased()) else {
      throw refusal("protocol", .invalid("\(proxy.scheme) is not one of http, https, socks4, socks5; correct it"))
    }
    proxy.hostname = try text("hostname", written.hostname)
    guard !proxy.hostname.isEmpty else {
      throw refusal("hostname", .invalid("empty; give the proxy's host, or `inherit: true`"))
    }
    if proxy.hostname.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || "/?#@\\".utf8.contains($0) }) {
      throw refusal(
        "hostname", .invalid("\(proxy.hostname) is not a host name; give the host without the rest of a URL"))
    }
    proxy.port = try text("port", written.port)
    guard proxy.port.isEmpty || UInt16(proxy.port).map({ $0 > 0 }) == true else {
      throw refusal("port", .invalid("\(proxy.port) is not a port; give a number from 1 to 65535"))
    }
    if proxy.authenticates {
      proxy.username = try text("username", written.username)
      proxy.password = try text("password", written.password)
      // Treated as a secret even if it is written in the file, also in its percent-encoded form.
      if !proxy.password.isEmpty { secrets.formUnion([proxy.password, PercentEncoding.component(proxy.password)]) }
    }
    config.options.proxy = proxy.address
    config.options.proxyExceptions = [HostPattern](proxyExceptions: try text("bypassProxy", written.bypass))
  }

  private mutating func text(_ name: String, _ written: String) throws(SendRefusal) -> String {
    let value = try resolve(written, context.proxyField, context.place(ofProxy: name), to: .proxy)
    if value.utf8.contains(0) { throw refusal(name, .invalid("it contains NUL; remove it")) }
    return value
  }

  private func refusal(_ name: String, _ problem: SendRefusal.Problem) -> SendRefusal {
    SendRefusal(context.proxyField, problem, context.place(ofProxy: name))
  }
}

extension SendContext {
  /// The proxy in the collection's file.
  package var proxy: ProxyDefinition? { layers.first?.settings.proxy }

  /// The collection's proxy if requests use it: neither the context nor the command line sets another one.
  package var ownProxy: ProxyDefinition? {
    guard let proxy, proxy.use != .inherited, options.proxy == nil, options.unixSocket == nil else { return nil }
    return proxy
  }

  var proxyField: SendRefusal.Field { .inherited(from: layers.first?.path ?? "", header: nil) }

  func place(ofProxy name: String) -> String { "proxy of \(layers.first?.name ?? "the collection"), \(name)" }

  var proxyTexts: [(SendRefusal.Field, String, String)] {
    guard let proxy = ownProxy, proxy.use == .own else { return [] }
    let unused = proxy.authenticates ? [] : ["username", "password"]
    return proxy.fields.filter { !$0.value.isEmpty && !unused.contains($0.name) }.map { field in
      (proxyField, place(ofProxy: field.name), field.value)
    }
  }
}

extension ProxyDefinition {
  package func resolved(in table: VariableTable) -> ProxyDefinition {
    func text(_ written: String) -> String { table.resolved(written).text }
    var made = ProxyDefinition(use: use, scheme: text(scheme), hostname: text(hostname), port: text(port))
    made.authenticates = authenticates
    made.username = text(username)
    made.password = text(password)
    made.bypass = text(bypass)
    return made
  }

  /// The text in the Options tab for a request to `url`; `nil` if the proxy is unchanged.
  package func words(for url: String, in table: VariableTable) -> String? {
    guard use == .own else { return use == .none ? "none, and none from the environment" : nil }
    func text(_ written: String) -> String { table.resolved(written).text(masked: "••••") }
    let shown = ProxyDefinition(use: .own, scheme: text(scheme), hostname: text(hostname), port: text(port))
    let isPassed = [HostPattern](proxyExceptions: table.resolved(bypass).text)
      .covers(URLParts(table.resolved(url).text))
    return isPassed ? "none, this host is in the bypass list of \(shown.place)" : shown.place
  }
}
