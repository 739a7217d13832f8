package import Basics

/// The reason why a text is not a valid schema.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  package var message: String
  package var description: String { message }

  package init(_ message: String) { self.message = message }
}

extension GraphQLSchema {
  /// Reads the result of an introspection query, with or without `data` and `__schema` around it.
  package init(introspection bytes: some Collection<UInt8>) throws(SchemaError) {
    let json: JSONValue
    do { json = try JSONValue(parsing: bytes) } catch { throw SchemaError("the schema is \(error)") }
    try self.init(introspection: json)
  }

  /// Reads the result of an introspection query. A type without a name or of an unknown kind is skipped, and so is
  /// anything with an invalid name: no query can ask for it, and in a query's text it would mean something else.
  package init(introspection json: JSONValue) throws(SchemaError) {
    let data = json["data"] ?? json
    let schema = data["__schema"] ?? data
    guard let types = schema["types"]?.array else {
      if let first = json["errors"]?.array?.first?["message"]?.string {
        throw SchemaError("the server refused introspection: \(first)")
      }
      throw SchemaError("not an introspection result: there is no __schema with types")
    }
    var roots: [OperationKind: String] = [:]
    for kind in OperationKind.allCases { roots[kind] = IntrospectionReader.readName(schema["\(kind.rawValue)Type"]) }
    guard roots[.query] != nil else { throw SchemaError("the schema has no type for queries (queryType)") }
    self.init(
      types: types.compactMap(IntrospectionReader.type),
      directives: schema["directives"]?.array?.compactMap(IntrospectionReader.directive)
        ?? BuiltInDefinitions.directives,
      roots: roots, description: schema["description"]?.string)
  }
}

/// Reads the parts of an introspection result.
private enum IntrospectionReader {
  static func type(_ json: JSONValue) -> SchemaType? {
    guard let name = readName(json), let kind = json["kind"]?.string.flatMap(SchemaType.Kind.init(rawValue:))
    else { return nil }
    var type = SchemaType(name: name, kind: kind, description: json["description"]?.string)
    type.fields = list(json["fields"], field)
    type.inputFields = list(json["inputFields"], input)
    type.values = list(json["enumValues"]) { value in
      readName(value).map {
        SchemaEnumValue(name: $0, description: value["description"]?.string, deprecation: deprecation(value))
      }
    }
    type.interfaces = list(json["interfaces"]) { readName($0) }
    if kind == .union { type.members = list(json["possibleTypes"]) { readName($0) } }
    type.specifiedBy = json["specifiedByURL"]?.string ?? json["specifiedByUrl"]?.string
    type.isOneOf = json["isOneOf"]?.bool ?? false
    return type
  }

  /// The name, if it is valid (October 2021, section 2.1.9).
  static func readName(_ json: JSONValue?) -> String? {
    guard let name = json?["name"]?.string, let first = name.utf8.first, Lexer.startsName(first),
      name.utf8.allSatisfy(Lexer.continuesName)
    else { return nil }
    return name
  }

  private static func list<Element>(_ json: JSONValue?, _ read: (JSONValue) -> Element?) -> [Element] {
    (json?.array ?? []).compactMap(read)
  }

  private static func field(_ json: JSONValue) -> SchemaField? {
    guard let name = readName(json), let type = json["type"].flatMap(reference) else { return nil }
    return SchemaField(
      name: name, description: json["description"]?.string, arguments: list(json["args"], input), type: type,
      deprecation: deprecation(json))
  }

  private static func input(_ json: JSONValue) -> SchemaInput? {
    guard let name = readName(json), let type = json["type"].flatMap(reference) else { return nil }
    return SchemaInput(
      name: name, description: json["description"]?.string, type: type, defaultValue: json["defaultValue"]?.string,
      deprecation: deprecation(json))
  }

  private static func deprecation(_ json: JSONValue) -> String? {
    json["isDeprecated"]?.bool == true ? json["deprecationReason"]?.string ?? "" : nil
  }

  /// The recursion depth is that of the JSON text, which its reader limits.
  private static func reference(_ json: JSONValue) -> TypeReference? {
    switch json["kind"]?.string {
    case "NON_NULL": json["ofType"].flatMap(reference).map { .nonNull($0.nullable) }
    case "LIST": json["ofType"].flatMap(reference).map { .list($0) }
    default: readName(json).map { .named($0) }
    }
  }

  static func directive(_ json: JSONValue) -> SchemaDirective? {
    guard let name = readName(json) else { return nil }
    return SchemaDirective(
      name: name, description: json["description"]?.string, arguments: list(json["args"], input),
      locations: Set(list(json["locations"]) { $0.string.flatMap(DirectiveLocation.init(rawValue:)) }),
      isRepeatable: json["isRepeatable"]?.bool ?? false)
  }
}

/// The introspection queries, from the newest to the oldest.
package enum IntrospectionQuery: CaseIterable, Sendable {
  /// The current specification: repeatable directives, deprecated arguments, specifications of scalars, one-of input
  /// objects.
  case current
  /// October 2021, for servers that do not know `isOneOf`.
  case october2021
  /// June 2018, for old servers.
  case june2018

  /// The query to try if a server rejects this one for an unknown field; `nil` for the oldest.
  package var fallback: IntrospectionQuery? {
    switch self {
    case .current: .october2021
    case .october2021: .june2018
    case .june2018: nil
    }
  }

  /// The name of the operation, which servers show in their logs.
  package static let operationName = "IntrospectionQuery"

  /// The text of the query. Type references nest up to nine lists and exclamation marks, as in other clients.
  package var text: String {
    let isRecent = self != .june2018
    let arguments = isRecent ? "(includeDeprecated: true)" : ""
    return """
      query \(Self.operationName) {
        __schema {
      \(isRecent ? "    description\n" : "")    queryType { name }
          mutationType { name }
          subscriptionType { name }
          types { ...FullType }
          directives {
            name
            description
      \(isRecent ? "      isRepeatable\n" : "")      locations
            args\(arguments) { ...InputValue }
          }
        }
      }

      fragment FullType on __Type {
        kind
        name
        description
      \(self == .current ? "  isOneOf\n" : "")\(isRecent ? "  specifiedByURL\n" : "")  fields(includeDeprecated: true) {
          name
          description
          args\(arguments) { ...InputValue }
          type { ...TypeRef }
          isDeprecated
          deprecationReason
        }
        inputFields\(arguments) { ...InputValue }
        interfaces { ...TypeRef }
        enumValues(includeDeprecated: true) {
          name
          description
          isDeprecated
          deprecationReason
        }
        possibleTypes { ...TypeRef }
      }

      fragment InputValue on __InputValue {
        name
        description
        type { ...TypeRef }
        defaultValue
      \(isRecent ? "  isDeprecated\n  deprecationReason\n" : "")}

      fragment TypeRef on __Type {
        \(Self.nestedType)
      }
      """
  }

  private static let nestedType = (0..<9).reduce("kind name") { inner, _ in "kind name ofType { \(inner) }" }
}
