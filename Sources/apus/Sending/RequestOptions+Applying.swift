import Workspaces

extension RequestOptions {
  /// Lays what the command line says over the request: its method, its headers, its body.
  func apply(to plan: inout SendPlan) throws(Failure) {
    let body = try body()
    if let body { try apply(body, to: &plan) }
    try applyHeaders(to: &plan)
    if let method {
      plan.definition.method = method
    } else if body != nil, plan.requestID == nil {
      plan.definition.method = "POST"
    }
  }

  private func apply(
    _ body: (bytes: [UInt8], contentType: String), to plan: inout SendPlan
  ) throws(Failure) {
    let readsFile = (jsonBody.map { [$0] } ?? data).contains { $0.hasPrefix("@") }
    if !readsFile, let text = String(validating: body.bytes, as: UTF8.self) {
      // Typed text may hold variables; what comes from a file is sent as it is.
      plan.definition.body = .text(jsonBody == nil ? .text : .json, text)
    } else {
      plan.definition.body = .none
      plan.changes.append(.body(body.bytes))
    }
    let wanted = [("Content-Type", body.contentType)] + (jsonBody == nil ? [] : [("Accept", "application/json")])
    for (name, value) in wanted where !plan.definition.headers.contains(where: { $0.isNamed(name) }) {
      plan.definition.headers.append(Row(name, value))
    }
  }

  private func applyHeaders(to plan: inout SendPlan) throws(Failure) {
    var replaced: Set<String> = []
    for line in try headerLines() {
      // The first of a name replaces what the request has, further ones stand beside it.
      if replaced.insert(line.name.lowercased()).inserted {
        plan.definition.headers.removeAll { $0.isNamed(line.name) }
      }
      switch line.meaning {
      case .send(let value): plan.definition.headers.append(Row(line.name, value))
      case .remove: plan.changes.append(.suppress(line.name))
      }
    }
  }
}

extension Row {
  fileprivate func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}
