extension RequestDefinition {
  /// The settings of a folder or a collection, to be edited like a request.
  package init(
    _ settings: SharedSettings, of kind: Kind, named name: String, sequence: Double? = nil
  ) {
    self.init(
      kind: kind, name: name, sequence: sequence, headers: settings.headers, authentication: settings.authentication,
      variables: settings.variables, captures: settings.captures, scripts: settings.scripts, docs: settings.docs)
    certificates = settings.certificates
    proxy = settings.proxy
    trust = settings.trust
    graphQL = settings.graphQL
    self.settings.cookies = settings.cookies
    self.settings.history = settings.history
  }

  /// Its part that a folder or a collection can share.
  package var shared: SharedSettings {
    SharedSettings(
      headers: headers, authentication: authentication, variables: variables, docs: docs, captures: captures,
      scripts: scripts, certificates: certificates, proxy: proxy, cookies: self.settings.cookies,
      history: self.settings.history, trust: trust, graphQL: graphQL)
  }
}
