import Basics
import HTTPModel

/// The servers that a request's data goes to, for comparing a request before and after its scripts.
extension SendContext {
  /// The origins of the request's server, of the server that its `Host` header names, its login servers and its proxy.
  /// One that depends on a value of the user's, or on one that is not known yet, has the name of the variable in it.
  package func origins(of definition: RequestDefinition) -> Set<String> {
    let table = table(for: definition)
    let (login, _) = authentication(of: definition)
    var urls = [definition.url] + login.scheme.loginServers.map { login[$0] }
    if let proxy = ownProxy, proxy.use == .own {
      let port = proxy.port.isEmpty ? "" : ":\(proxy.port)"
      urls.append("\(proxy.scheme.isEmpty ? "http" : proxy.scheme)://\(proxy.hostname)\(port)")
    }
    let origins = urls.filter { !$0.isEmpty }.map { OriginWords(table.resolved($0)).text }
    return Set((origins + namedOrigins(of: definition, in: table)).filter { $0 != Receivers.nowhere })
  }

  /// The origins that `Host` headers name: behind a shared front, the header selects the server (RFC 9110, section 7.2).
  private func namedOrigins(of definition: RequestDefinition, in table: VariableTable) -> [String] {
    let rows = inheritedHeaders(of: definition).map(\.row) + definition.headers.filter(\.isEnabled)
    let hosts = rows.filter { table.resolved($0.name).text.equalsIgnoringCase("Host") }.map(\.value.trimmed)
    guard !hosts.isEmpty else { return [] }
    let scheme = URLParts(OriginWords(table.resolved(definition.url)).text).scheme ?? "http"
    return hosts.map { host in
      let text = table.resolved("\(scheme)://\(host)")
      // A text that is more than host and port is compared whole: a server may read it in another way.
      let isPlain = !table.resolved(host).text.utf8.contains { "/?#@\\".utf8.contains($0) }
      return isPlain ? OriginWords(text).text : OriginWords.shown(text, 0..<text.text.utf8.count)
    }
  }

  /// The same context without what scripts have set.
  package var beforeScripts: SendContext {
    var context = self
    context.setScripts(ScriptVariables(), of: nil)
    return context
  }
}

package typealias ReadValues = [UserValueSource: String]

extension SendContext {
  /// The values that a request contains as text, put there by a script. Those that a template names are not among them:
  /// they have their own consent.
  package func written(_ values: ReadValues, in definition: RequestDefinition) -> Set<UserValueSource> {
    let values = values.filter { $1.utf8.count >= Self.shortestSecret }
    guard !values.isEmpty else { return [] }
    let table = table(for: definition)
    var found: Set<UserValueSource> = []
    _ = RequestForm(definition, in: self).json(id: nil) { text in
      let resolved = table.resolved(text)
      for (source, value) in values where !resolved.outside.contains(source) && resolved.text.contains(value) {
        found.insert(source)
      }
      return text
    }
    return found
  }
}
