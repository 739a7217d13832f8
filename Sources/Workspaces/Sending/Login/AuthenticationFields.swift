package import HTTPModel

/// The fields of one authentication while it is applied, and the location to name in a refusal.
struct AuthenticationFields {
  let authentication: Authentication
  let layer: SendContext.Layer?

  /// A field's value with its variables replaced. The value of a secret field is masked from then on.
  func value(_ name: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String {
    let found = refusal(name, .invalid(""))
    let field = authentication.scheme.field(named: name)
    let value = try builder.resolve(
      authentication[name], found.field, found.place, to: field?.isForLogin == true ? .login : .server)
    if authentication.scheme.isSecret(name), !value.isEmpty { builder.hide(value) }
    if field?.hasLines == true { return value }
    if let bad = value.unicodeScalars.first(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) {
      throw refusal(name, .lineBreak(character: bad == "\r" ? "CR" : bad == "\n" ? "LF" : "NUL"))
    }
    return value
  }

  /// `nil` if the field is empty.
  func optional(_ name: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String? {
    let value = try value(name, &builder)
    return value.isEmpty ? nil : value
  }

  func refusal(_ name: String, _ problem: SendRefusal.Problem) -> SendRefusal {
    guard let layer else { return SendRefusal(.authentication(field: name), problem, "auth, \(name)") }
    return SendRefusal(.inherited(from: layer.path, header: nil), problem, "auth of \(layer.name), \(name)")
  }
}

extension RequestBuilder {
  /// Applies the request's authentication scheme, its own or an inherited one.
  mutating func addAuthentication(to config: inout RequestConfig) throws(SendRefusal) {
    let (authentication, layer) = context.authentication(of: definition)
    let fields = AuthenticationFields(authentication: authentication, layer: layer)
    guard let application = authentication.scheme.application else {
      throw fields.refusal("type", .unsupported("authentication \(authentication.scheme.word)"))
    }
    var applied = SchemeFields(builder: self, fields: fields)
    // A refusal is masked with the secrets resolved before it.
    defer { self = applied.builder }
    let own = config.headers
    try application(&applied, &config)
    addHeaders(Array(config.headers.fields.dropFirst(own.fields.count)), to: own, of: &config)
  }

  /// Adds the headers of a scheme. They are credentials, whatever they are called: no other host gets them. A header
  /// written by hand takes precedence.
  private func addHeaders(_ added: [Header], to own: Headers, of config: inout RequestConfig) {
    config.headers = own
    for header in added where own[header.name] == nil {
      config.headers.append(header.name, header.value)
      // Redirects have separate rules for it, which differ for curl.
      if !header.name.equalsIgnoringCase("Authorization") { config.credentials.mark(header: header.name) }
    }
  }

  mutating func hide(_ secret: String) { secrets.insert(secret) }
}

/// The fields of one authentication while it is applied, and what a scheme needs from the builder of its request.
package struct SchemeFields {
  fileprivate var builder: RequestBuilder
  fileprivate let fields: AuthenticationFields

  /// As written, with variables unresolved.
  package var authentication: Authentication { fields.authentication }

  /// A field's value with its variables replaced. The value of a secret field is masked from then on.
  package mutating func value(_ name: String) throws(SendRefusal) -> String { try fields.value(name, &builder) }

  /// `nil` if the field is empty.
  package mutating func optional(_ name: String) throws(SendRefusal) -> String? {
    try fields.optional(name, &builder)
  }

  /// Masks a value that the request contains.
  package mutating func hide(_ secret: String) { builder.hide(secret) }

  /// Adds a step that fetches an OAuth 2 token, or reads it from the store, just before the request is sent.
  package mutating func addToken(to config: inout RequestConfig) throws(SendRefusal) {
    // The token belongs to the user, whatever the source of the login's settings.
    builder.holdsMore = true
    try builder.addOAuth(fields, to: &config)
  }

  /// - Parameter message: what is wrong with the field, and what to do about it.
  package func refusal(_ name: String, _ message: String) -> SendRefusal { fields.refusal(name, .invalid(message)) }
}
