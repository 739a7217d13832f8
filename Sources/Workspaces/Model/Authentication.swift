/// How a request, folder or collection authenticates: a scheme and its fields in the order they are written.
public struct Authentication: Hashable, Sendable {
  public enum Scheme: Hashable, Sendable {
    case none, inherit, basic, bearer, apikey, digest, ntlm, awsv4, oauth1, oauth2, wsse
    /// A scheme that is kept but not understood.
    case other(String)
  }

  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// One of oauth2's `additionalParameters`: kept in the file and sent, edited there only.
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

  public var scheme: Scheme
  /// Names as the OpenCollection format spells them (`username`, `token`, `placement`); nested ones with a dot.
  public var fields: [Field]
  public var parameters: [Parameter]

  public init(_ scheme: Scheme, _ fields: [Field] = [], parameters: [Parameter] = []) {
    self.scheme = scheme
    self.fields = fields
    self.parameters = parameters
  }

  /// The fields whose values are credentials, whatever the scheme.
  public static let secretFields: Set<String> = [
    "password", "token", "value", "secretAccessKey", "sessionToken", "credentials.clientSecret",
    "resourceOwner.password", "consumerSecret", "accessToken", "accessTokenSecret", "verifier",
  ]

  public static let none = Authentication(.none)
  public static let inherit = Authentication(.inherit)

  /// A field's value, empty where it is absent; setting appends where it is absent.
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

extension Authentication.Scheme {
  /// From the format's word; nothing is none.
  public init(word: String) {
    self =
      switch word {
      case "", "none": .none
      case "inherit": .inherit
      case "basic": .basic
      case "bearer": .bearer
      case "apikey": .apikey
      case "digest": .digest
      case "ntlm": .ntlm
      case "awsv4": .awsv4
      case "oauth1": .oauth1
      case "oauth2": .oauth2
      case "wsse": .wsse
      default: .other(word)
      }
  }

  /// As the format spells it.
  public var word: String {
    switch self {
    case .none: "none"
    case .inherit: "inherit"
    case .basic: "basic"
    case .bearer: "bearer"
    case .apikey: "apikey"
    case .digest: "digest"
    case .ntlm: "ntlm"
    case .awsv4: "awsv4"
    case .oauth1: "oauth1"
    case .oauth2: "oauth2"
    case .wsse: "wsse"
    case .other(let word): word
    }
  }
}
