/// How a request, folder or collection authenticates: a scheme and its fields in the order they are written.
package struct Authentication: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// One of oauth2's `additionalParameters`: kept in the file, sent, and edited only there.
  package struct Parameter: Hashable, Sendable {
    package enum Request: String, Hashable, Sendable, CaseIterable {
      case authorization = "authorizationRequest"
      case token = "accessTokenRequest"
      case refresh = "refreshTokenRequest"
    }

    package enum Placement: String, Hashable, Sendable {
      case header, query, body
    }

    package var request: Request
    package var placement: Placement
    package var name: String
    package var value: String

    package init(_ request: Request, _ placement: Placement, _ name: String, _ value: String) {
      self.request = request
      self.placement = placement
      self.name = name
      self.value = value
    }
  }

  package var scheme: AuthenticationScheme
  /// Names as OpenCollection spells them (`username`, `token`, `placement`); nested fields have a dot.
  package var fields: [Field]
  package var parameters: [Parameter]

  package init(_ scheme: AuthenticationScheme, _ fields: [Field] = [], parameters: [Parameter] = []) {
    self.scheme = scheme
    self.fields = fields
    self.parameters = parameters
  }

  package static let none = Authentication(.none)
  package static let inherit = Authentication(.inherit)

  /// The value of a field, or an empty text if it is absent; setting an absent field appends it.
  package subscript(name: String) -> String {
    get { fields.first { $0.name == name }?.value ?? "" }
    set {
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index].value = newValue
      } else {
        fields.append(Field(name, newValue))
      }
    }
  }
}
