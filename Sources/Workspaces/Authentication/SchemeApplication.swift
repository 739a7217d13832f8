package import Networking

/// How a scheme adds to a request what it sends: options of the transport, a step that signs, or headers, which it appends.
/// Whoever calls it keeps those from other hosts, and lets a header written by hand win.
package protocol SchemeApplication: Sendable {
  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal)
}

/// The fields of one authentication while it is applied, and what a scheme needs of the sender beside them.
package protocol SchemeFields {
  /// Names the field, and why it cannot be sent.
  associatedtype Refusal: Error

  /// As written, with variables unresolved.
  var authentication: Authentication { get }

  /// A field's value with its variables replaced. The value of a secret field is masked from then on.
  mutating func value(_ name: String) throws(Refusal) -> String

  /// Masks a value that the request contains.
  mutating func hide(_ secret: String)

  /// Has an OAuth 2 token fetched, or read from the store, just before the request is sent.
  mutating func addToken(to config: inout RequestConfig) throws(Refusal)

  /// - Parameter message: what is wrong with the field, and what to do about it.
  func refusal(_ name: String, _ message: String) -> Refusal
}

extension SchemeFields {
  /// `nil` if the field is empty.
  package mutating func optional(_ name: String) throws(Refusal) -> String? {
    let value = try value(name)
    return value.isEmpty ? nil : value
  }
}

extension RequestConfig {
  /// Whether the request has an `Authorization` header of its own or an inherited one.
  package var hasAuthorization: Bool { headers["Authorization"] != nil }

  /// Adds `Authorization` unless the request has it.
  package mutating func addAuthorization(_ value: String) {
    if !hasAuthorization { headers.append("Authorization", value) }
  }
}
