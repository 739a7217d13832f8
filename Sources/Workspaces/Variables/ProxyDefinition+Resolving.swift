import Networking

extension ProxyDefinition {
  /// With variables replaced if they have values.
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
    guard use == .own else { return use == .none ? "none, not even that of the environment" : nil }
    func text(_ written: String) -> String { table.resolved(written).text(masked: "••••") }
    let shown = ProxyDefinition(use: .own, scheme: text(scheme), hostname: text(hostname), port: text(port))
    let isPassed = ProxyExceptions(table.resolved(bypass).text).covers(URLParts(table.resolved(url).text))
    return isPassed ? "none, this host is in the bypass list of \(shown.place)" : shown.place
  }
}
