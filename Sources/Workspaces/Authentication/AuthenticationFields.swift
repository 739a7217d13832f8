import Networking

/// The fields of one authentication while it is applied, and the place to name in a refusal.
package struct AuthenticationFields {
  package let authentication: Authentication
  private let layer: SendContext.Layer?

  init(_ authentication: Authentication, _ layer: SendContext.Layer?) {
    self.authentication = authentication
    self.layer = layer
  }

  /// A field's value with its variables replaced. The value of a secret field is masked from then on.
  package func value(_ name: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String {
    let found = refusal(name, .invalid(""))
    let isForLogin = authentication.scheme.field(named: name)?.isForLogin ?? false
    let value = try builder.resolve(
      authentication[name], found.field, found.place, to: isForLogin ? .login : .server)
    if authentication.scheme.isSecret(name), !value.isEmpty { builder.hide(value) }
    if let bad = value.unicodeScalars.first(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) {
      throw refusal(name, .lineBreak(character: bad == "\r" ? "CR" : bad == "\n" ? "LF" : "NUL"))
    }
    return value
  }

  /// `nil` if the field is empty.
  package func optional(_ name: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String? {
    let value = try value(name, &builder)
    return value.isEmpty ? nil : value
  }

  package func refusal(_ name: String, _ problem: SendRefusal.Problem) -> SendRefusal {
    guard let layer else { return SendRefusal(.authentication(field: name), problem, "auth, \(name)") }
    return SendRefusal(.inherited(from: layer.path, header: nil), problem, "auth of \(layer.name), \(name)")
  }
}

extension RequestBuilder {
  /// Lets the request's scheme, its own or an inherited one, add what it sends.
  mutating func addAuthentication(to config: inout RequestConfig) throws(SendRefusal) {
    let (authentication, layer) = context.authentication(of: definition)
    let fields = AuthenticationFields(authentication, layer)
    guard let apply = authentication.scheme.application else {
      throw fields.refusal("type", .unsupported("authentication \(authentication.scheme.word)"))
    }
    try apply(fields, &self, &config)
  }

  /// Masks a value that the request contains.
  package mutating func hide(_ secret: String) { secrets.insert(secret) }
}

extension RequestConfig {
  /// Whether the request has an `Authorization` header of its own or an inherited one.
  package var hasAuthorization: Bool { headers["Authorization"] != nil }

  /// Adds `Authorization` unless the request has it.
  package mutating func addAuthorization(_ value: String) {
    if !hasAuthorization { headers.append("Authorization", value) }
  }
}
