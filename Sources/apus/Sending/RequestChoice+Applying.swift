import Sessions
import Workspaces

extension RequestChoice {
  /// Applies the command line to the request.
  func apply(to plan: inout SendPlan) throws(Failure) {
    try checkConversation(of: plan)
    if let url { plan.definition.url = TargetFinder.isURL(url) ? url : "http://\(url)" }
    let encoding: SettingOption? = encodeURL ? .encodeURL : noEncodeURL ? .noEncodeURL : nil
    encoding?.apply("", to: &plan.definition.settings)
    try applyParameters(to: &plan.definition)
    if plan.definition.kind.isConversation {
      try applyHeaders(to: &plan)
      try authentication.apply(to: &plan)
      return nameOutside(in: &plan, nil)
    }
    let content = try body.content()
    if let content { apply(content, to: &plan) }
    try applyHeaders(to: &plan)
    try authentication.apply(to: &plan)
    if let operation { try choose(operation, in: &plan) }
    if let method {
      plan.definition.method = method
    } else if let content, plan.requestID == nil {
      plan.definition.method = content.isUpload ? "PUT" : "POST"
    }
    nameOutside(in: &plan, content?.body)
  }

  private func choose(_ operation: String, in plan: inout SendPlan) throws(Failure) {
    guard case .graphql = plan.definition.body else {
      throw Failure(.usage, "--operation needs a GraphQL request; this one has no query")
    }
    plan.definition.graphQL.operation = operation
  }

  /// What the user names on the command line needs no consent.
  private func nameOutside(in plan: inout SendPlan, _ body: BodyDefinition?) {
    guard plan.context.consent != nil else { return }
    let words = [url ?? ""] + parameters + headers + self.body.words + authentication.words
    let files = OutsideSource.files(of: body ?? .none, in: plan.context.folder)
    plan.context.consent?.named.formUnion(OutsideSource.variables(in: words).union(files))
  }

  private func applyParameters(to definition: inout RequestDefinition) throws(Failure) {
    for (name, value) in try WorkspaceChoice.assignments(in: parameters) { definition.setParameter(name, value) }
    for name in noParam {
      definition.params.removeAll { $0.place == .query && $0.row.name == name }
      let pairs = QueryText.pairs(of: definition.url)
      definition.url = QueryText.url(definition.url, with: pairs.filter { $0.name != name })
    }
  }

  private func apply(_ content: BodyChoice.Content, to plan: inout SendPlan) {
    plan.definition.body = content.body
    plan.definition.variables += content.variables
    plan.changes.append(.extras(content.extras, standardInput: StandardInputStream.body))
    for row in content.headers where !plan.definition.headers.contains(where: { $0.isNamed(row.name) }) {
      plan.definition.headers.append(row)
    }
  }

  private func applyHeaders(to plan: inout SendPlan) throws(Failure) {
    var replaced: Set<String> = []
    for line in try headerLines() {
      // The first header with a name replaces the request's own; further ones are added.
      if replaced.insert(line.name.lowercased()).inserted {
        plan.definition.headers.removeAll { $0.isNamed(line.name) }
      }
      switch line.meaning {
      case .send(let header): plan.definition.headers.append(Row(header))
      case .remove: plan.changes.append(.suppress(line.name))
      }
    }
  }
}

extension Row {
  fileprivate func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}

extension RequestDefinition {
  /// Sets the path parameter `:name` if there is one, else the query parameters with that name.
  fileprivate mutating func setParameter(_ name: String, _ value: String) {
    if QueryText.pathNames(of: url).contains(name)
      || params.contains(where: { $0.place == .path && $0.row.name == name })
    {
      params.removeAll { $0.place == .path && $0.row.name == name }
      params.append(Parameter(.path, Row(name, value)))
      return
    }
    var pairs = QueryText.pairs(of: url)
    let pair = QueryText.Pair(name, Self.component(value))
    if let first = pairs.firstIndex(where: { $0.name == name }) {
      pairs.removeAll { $0.name == name }
      pairs.insert(pair, at: min(first, pairs.count))
    } else {
      pairs.append(pair)
    }
    url = QueryText.url(url, with: pairs)
  }

  /// Encodes characters that would end the value; the rest depends on how the request encodes its URL.
  private static func component(_ value: String) -> String {
    let marks: [Character: String] = ["&": "%26", "#": "%23", "+": "%2B", "%": "%25", " ": "%20"]
    return value.map { marks[$0] ?? String($0) }.joined()
  }
}
