import Basics

/// A compiled schema: its rules, in the order in which they are checked.
struct SchemaNode: Sendable {
  enum Content: Sendable {
    /// `true` and `{}`.
    case anything
    /// `false`.
    case nothing
    case rules([SchemaRule])
  }

  /// `user.json#/properties/id`
  var location: String
  var resource: Int
  var content: Content
}

/// The types of values, as a set.
struct SchemaTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = SchemaTypes(rawValue: 1)
  static let boolean = SchemaTypes(rawValue: 2)
  static let object = SchemaTypes(rawValue: 4)
  static let array = SchemaTypes(rawValue: 8)
  static let number = SchemaTypes(rawValue: 16)
  static let string = SchemaTypes(rawValue: 32)
  static let integer = SchemaTypes(rawValue: 64)

  static let names: KeyValuePairs<String, SchemaTypes> = [
    "string": .string, "number": .number, "integer": .integer, "object": .object, "array": .array, "boolean": .boolean,
    "null": .null,
  ]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init?(name: String) {
    guard let found = Self.names.first(where: { $0.key == name }) else { return nil }
    self = found.value
  }

  func fits(_ value: JSONValue) -> Bool {
    switch value {
    case .null: contains(.null)
    case .bool: contains(.boolean)
    case .object: contains(.object)
    case .array: contains(.array)
    case .string: contains(.string)
    case .number(let text): contains(.number) || contains(.integer) && DecimalNumber(text).isInteger
    }
  }

  /// `a string or null`
  var words: String {
    let names = Self.names.filter { contains($0.value) }.map { Self.withArticle($0.key) }
    return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }

  private static func withArticle(_ name: String) -> String {
    switch name {
    case "null": "null"
    case "boolean": "true or false"
    case "integer", "object", "array": "an \(name)"
    default: "a \(name)"
    }
  }
}

/// One rule of a schema. Integers refer to nodes, expressions to those of the program.
enum SchemaRule: Sendable {
  case type(SchemaTypes)
  case values(Set<[UInt8]>, shown: String, keyword: String)
  case bound(SchemaBound, DecimalNumber, shown: String)
  case count(SchemaCount, Int)
  case pattern(Int, shown: String)
  case uniqueItems
  case items(prefix: [Int], rest: Int?, names: SchemaItemNames)
  case contains(Int, least: Int, most: Int?)
  case properties(known: [ExactText: Int], patterns: [(expression: Int, node: Int)], rest: Int?)
  case propertyNames(Int)
  case required([String])
  case dependentRequired([(name: String, needs: [String])], keyword: String)
  case dependentSchemas([(name: String, node: Int)], keyword: String)
  case all([Int])
  case any([Int])
  case one([Int])
  case not(Int)
  case condition(if: Int, then: Int?, else: Int?)
  case reference(Int)
  /// `initial` is the target if no resource on the path has such an anchor.
  case dynamicReference(initial: Int, anchor: String)
  case unevaluatedItems(Int)
  case unevaluatedProperties(Int)
}

/// The keywords that limit a number.
enum SchemaBound: String, Sendable {
  case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
}

/// The keywords that limit the size of a value.
enum SchemaCount: String, Sendable {
  case maxLength, minLength, maxItems, minItems, maxProperties, minProperties

  var isMost: Bool { self == .maxLength || self == .maxItems || self == .maxProperties }
}

/// The names of the keywords for items by position, and for the remaining items.
struct SchemaItemNames: Hashable, Sendable {
  var prefix: String
  var rest: String
}
