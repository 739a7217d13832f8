import Workspaces

extension Authentication {
  /// The scheme, its fields, then any properties in the file that the scheme does not show.
  /// - Parameter unsaid: what it means that there is no scheme.
  func lines(inheritedFrom place: String, unsaid: FieldLine? = nil) -> [FieldLine] {
    var lines = [FieldLine("scheme", "Scheme", .list, scheme.title)]
    switch scheme {
    case .inherit: lines.append(FieldLine("place", "Comes from", .fact, place))
    case .none: lines.append(unsaid ?? FieldLine("place", "", .fact, "This request sends no credentials."))
    default: break
    }
    let shown = shownFields
    lines += shown.map { $0.line(self[$0.name]) }
    lines += fields.filter { field in !shown.contains { $0.name == field.name } }.map { field in
      FieldLine(field.name, field.name, .text(isSecret: scheme.isSecret(field.name)), field.value)
    }
    return lines
  }

  /// The header that carries the credentials, if any.
  var headerName: String? {
    switch carriage {
    case .header(let name, _): name.isEmpty ? nil : name
    case .login(_, _, let header), .computed(let header): header
    case .nothing, .query: nil
    }
  }
}

extension RequestDefinition {
  /// The lines of the auth tab.
  func authenticationLines(inheritedFrom place: String) -> [FieldLine] {
    let unsaid: FieldLine? =
      switch kind {
      // A folder that says nothing lets through what is above it.
      case .folder: FieldLine("place", "Comes from", .fact, place)
      case .collection: FieldLine("place", "", .fact, "Requests that inherit send no credentials.")
      case .http, .graphql, .webSocket, .grpc, .unsupported: nil
      }
    return authentication.lines(inheritedFrom: place, unsaid: unsaid)
  }
}

extension AuthenticationScheme.Field {
  fileprivate func line(_ value: String) -> FieldLine {
    let label = title ?? name
    guard case .choice(let choices) = kind else { return FieldLine(name, label, .text(isSecret: isSecret), value) }
    return FieldLine(name, label, .choice(choices), value, placeholder: choices[0])
  }
}
