import HTTPModel

/// The servers that a request's data goes to, for comparing a request before and after its scripts.
extension SendContext {
  /// The origins of the request's server, its login servers and its proxy. One that depends on a value of the user's,
  /// or on one that is not known yet, has the name of the variable in it.
  package func origins(of definition: RequestDefinition) -> Set<String> {
    let table = table(for: definition)
    let (login, _) = authentication(of: definition)
    var urls = [definition.url] + login.scheme.loginServers.map { login[$0] }
    if let proxy = ownProxy, proxy.use == .own {
      let port = proxy.port.isEmpty ? "" : ":\(proxy.port)"
      urls.append("\(proxy.scheme.isEmpty ? "http" : proxy.scheme)://\(proxy.hostname)\(port)")
    }
    let origins = urls.filter { !$0.isEmpty }.map { OriginWords(table.resolved($0)).text }
    return Set(origins.filter { $0 != Receivers.nowhere })
  }

  /// The same context without what scripts have set.
  package var beforeScripts: SendContext {
    var context = self
    context.setScripts(ScriptVariables(), of: nil)
    return context
  }
}

/// Values of the user's that scripts have read.
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
