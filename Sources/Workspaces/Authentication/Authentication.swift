/// How a request, folder or collection authenticates: a scheme and its fields in the order they are written.
public struct Authentication: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// One of oauth2's `additionalParameters`: kept in the file, sent, and edited only there.
  public struct Parameter: Hashable, Sendable {
    public enum Request: String, Hashable, Sendable, CaseIterable {
      case authorization = "authorizationRequest"
      case token = "accessTokenRequest"
      case refresh = "refreshTokenRequest"
    }

    public enum Placement: String, Hashable, Sendable {
      case header, query, body
    }

    public var request: Request
    public var placement: Placement
    public var name: String
    public var value: String

    public init(_ request: Request, _ placement: Placement, _ name: String, _ value: String) {
      self.request = request
      self.placement = placement
      self.name = name
      self.value = value
    }
  }

  public var scheme: AuthenticationScheme
  /// Names as OpenCollection spells them (`username`, `token`, `placement`); nested fields have a dot.
  public var fields: [Field]
  public var parameters: [Parameter]

  public init(_ scheme: AuthenticationScheme, _ fields: [Field] = [], parameters: [Parameter] = []) {
    self.scheme = scheme
    self.fields = fields
    self.parameters = parameters
  }

  public static let none = Authentication(.none)
  public static let inherit = Authentication(.inherit)

  /// The value of a field, or an empty text if it is absent; setting an absent field appends it.
  public subscript(name: String) -> String {
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
