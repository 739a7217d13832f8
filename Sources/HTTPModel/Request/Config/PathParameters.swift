import Basics

/// Values for the `:name` and `{name}` segments of a path, each sent as one segment, so none may be empty.
public struct PathParameters: Hashable, Sendable {
  /// A value that could not be encoded is kept as its error, which building the request throws if the path uses it.
  private var values: [String: Result<String, RequestError>]

  /// Parameters with these names and values.
  package init(_ values: [String: String] = [:]) {
    self.values = values.mapValues { .success($0) }
  }

  /// The value of that name, before it is percent-encoded; `nil` removes it.
  public subscript(name: String) -> String? {
    get {
      // A value that cannot be encoded is not a text.
      try? values[name]?.get()
    }
    set { values[name] = newValue.map { .success($0) } }
  }

  /// The value of that name from a number, a `UUID`, an enumeration or another type that encodes as one value; `nil`
  /// removes it. If the value cannot be encoded, building the request throws the error.
  @_disfavoredOverload
  public subscript<Value: Encodable>(name: String) -> Value? {
    @available(*, unavailable, message: "path parameters are text: pathParameters[\"name\"] is a String?")
    get { nil }
    set { values[name] = newValue.map { value in Self.text(of: value, for: "the path parameter '\(name)'") } }
  }

  private static func text(of value: some Encodable, for part: String) -> Result<String, RequestError> {
    Result { () throws(RequestError) in
      let json = try JSONValue(encoding: value, for: part)
      switch json {
      case .string(let text): return text
      case .number, .bool: return json.text
      case .null, .array, .object: throw .configuration("\(part): \(json.text) is not one text or number")
      }
    }
  }

  /// The value of that name; `nil` if it has none.
  /// - Throws: the error of a value that could not be encoded.
  func value(of name: String) throws(RequestError) -> String? { try values[name]?.get() }

  /// These parameters, and those of `lower` with other names.
  func layered(over lower: PathParameters) -> PathParameters {
    var result = lower
    result.values.merge(values) { _, upper in upper }
    return result
  }
}

extension PathParameters: ExpressibleByDictionaryLiteral {
  /// Names and values: `["id": "42"]`. Of a repeated name, the last value counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { _, last in last })
  }
}
