import Workspaces

extension RequestSurroundings {
  private static let apus = "Apus"

  /// The headers that are sent beside those of the request: inherited ones, that of the login, those of Apus.
  func headers(of draft: RequestDefinition, in table: VariableTable?) -> [InheritedRow] {
    let context = SendContext(layers: layers)
    let inherited = context.inheritedHeaders(of: draft)
    let written = draft.headers.filter(\.isEnabled) + inherited.map(\.row)
    var taken = Set(written.map { VariableSpan.resolved($0.name, in: table).lowercased() })
    var rows = inherited.map { row, _, layer in
      InheritedRow(
        row.name, row.value, from: origin(of: layer), isSecret: VariableTable.namesSecret(row.name),
        canBeOmitted: true)
    }
    if let login = login(of: draft), taken.insert(login.name.lowercased()).inserted { rows.append(login) }
    taken.formUnion(context.omittedHeaders(of: draft).map { $0.lowercased() })
    return rows + automatic(draft, in: table).filter { !taken.contains($0.name.lowercased()) }
  }

  /// The API key that the login adds to the query.
  func parameters(of draft: RequestDefinition) -> [InheritedRow] {
    let (authentication, layer) = SendContext(layers: layers).authentication(of: draft)
    guard case .query(let name, _) = authentication.carriage, !name.isEmpty else { return [] }
    let place = layer.map { origin(of: $0) } ?? "Auth"
    let advice = "Auth adds it to the URL: \(draft.authTab) shows it"
    return [
      InheritedRow(fixed: name, VariableSpan.mask, from: authentication.scheme.word(of: place), advice: advice)
    ]
  }

  /// In the words of the Auth tab whose login an inheriting request has.
  func inheritedLogin(of draft: RequestDefinition) -> String {
    let (authentication, layer) = SendContext(layers: layers).authentication(of: draft)
    guard authentication.scheme != .none, let layer else { return "nowhere: no login is inherited" }
    let kind = layer == layers.first ? "collection" : "folder"
    return "\(authentication.scheme.word(of: kind)) \(layer.name)"
  }

  /// The header of the login. Its own row begins with what is no credential of it.
  private func login(of draft: RequestDefinition) -> InheritedRow? {
    let (authentication, layer) = SendContext(layers: layers).authentication(of: draft)
    guard let name = authentication.headerName else { return nil }
    let origin = authentication.scheme.word(of: layer.map { self.origin(of: $0) } ?? "Auth")
    var row = InheritedRow(name, "", from: origin)
    row.value = VariableSpan.mask
    row.advice = "Auth adds it: \(draft.authTab) changes that"
    guard case .header(_, let template) = authentication.carriage else { return row }
    row.value = template
    row.ownValue = template
    for field in authentication.fields where authentication.scheme.isSecret(field.name) && !field.value.isEmpty {
      row.value = row.value.replacing(field.value, with: VariableSpan.mask)
      guard !VariableSpan.spans(of: field.value, in: nil).allSatisfy(\.isVariable) else { continue }
      row.ownValue = row.ownValue?.replacing(field.value, with: "")
    }
    return row
  }

  /// The headers that Apus and its transport add.
  private func automatic(_ draft: RequestDefinition, in table: VariableTable?) -> [InheritedRow] {
    var rows = defaults.map { InheritedRow($0.name, $0.value, from: Self.apus, canBeOmitted: true) }
    if draft.settings.acceptsCompression != false {
      var coding = InheritedRow(
        "Accept-Encoding", codings ?? "gzip and others", from: Self.apus, canBeOmitted: true)
      coding.ownValue = codings ?? ""
      rows.append(coding)
    }
    if let type = draft.body.contentType {
      rows.append(InheritedRow("Content-Type", type, from: "Body", canBeOmitted: true))
    }
    if draft.body.isSent {
      let length = BodyLength.of(draft.body, in: table).map(String.init) ?? "counted when it is sent"
      let advice = "It is counted when the request is sent"
      rows.append(InheritedRow(fixed: "Content-Length", length, from: "Body", advice: advice))
    }
    if let host = VariableSpan.host(of: draft, in: table) {
      var row = InheritedRow("Host", host, from: "URL")
      row.advice = "Every request has a Host: \(key: "enter") gives it another value"
      rows.append(row)
    }
    return rows
  }

  private func origin(of layer: SendContext.Layer) -> String {
    layer == layers.first ? "collection" : "\(layer.name) folder"
  }
}

extension AuthenticationScheme {
  /// `Bearer from Auth`.
  fileprivate func word(of place: String) -> String { "\(word == "bearer" ? "Bearer" : title) from \(place)" }
}

extension BodyDefinition {
  /// Whether there is a body to send.
  fileprivate var isSent: Bool {
    switch self {
    case .none: false
    case .file(let choices): choices.contains { $0.isSelected && !$0.path.isEmpty }
    case .text, .form, .multipart, .graphql: true
    }
  }

  /// The type that is sent unless a header says another; `nil` where none is.
  fileprivate var contentType: String? {
    switch self {
    case .none: nil
    case .text(let kind, _): kind.contentType
    case .form: "application/x-www-form-urlencoded"
    case .multipart: "multipart/form-data"
    case .graphql: "application/json"
    case .file(let choices):
      choices.first { $0.isSelected && !$0.path.isEmpty }.flatMap { $0.contentType.isEmpty ? nil : $0.contentType }
    }
  }
}

extension RequestDefinition {
  /// The key of the Auth tab.
  fileprivate var authTab: Int { (RequestTab.tabs(of: self).firstIndex(of: .auth) ?? 0) + 1 }
}
