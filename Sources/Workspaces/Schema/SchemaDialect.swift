import Basics

/// Which keywords a schema has: its draft and, in 2020-12, its vocabularies.
struct SchemaDialect: Hashable, Sendable {
  enum Draft: Hashable, Sendable { case draft7, draft2020 }

  enum Vocabulary: String, Hashable, Sendable, CaseIterable {
    case core, applicator, unevaluated, validation, content
    case metaData = "meta-data"
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
  }

  let draft: Draft
  var vocabularies: Set<Vocabulary>

  static let draft7 = SchemaDialect(draft: .draft7, vocabularies: [.core, .applicator, .validation])
  static let draft2020 = SchemaDialect(
    draft: .draft2020, vocabularies: [.core, .applicator, .unevaluated, .validation])

  private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

  static let draft7Address = "http://json-schema.org/draft-07/schema"
  static let draft2020Address = "https://json-schema.org/draft/2020-12/schema"

  /// The address in `$schema`, without an empty fragment; `nil` for any other.
  static func standard(_ address: String) -> SchemaDialect? {
    switch address {
    case draft7Address, "https://json-schema.org/draft-07/schema": draft7
    case draft2020Address, "http://json-schema.org/draft/2020-12/schema": draft2020
    default: nil
    }
  }

  /// Of the schema that a schema of one's own names in `$schema`.
  /// - Throws: if it demands a vocabulary that is not known.
  init(named address: String, by meta: JSONValue) throws(SchemaFault) {
    guard case .object(let members)? = meta["$vocabulary"] else {
      guard let next = meta["$schema"]?.string, let known = Self.standard(SchemaAddress.withoutFragment(next)) else {
        throw .dialect(address)
      }
      self = known
      return
    }
    var found: Set<Vocabulary> = [.core]
    for member in members {
      if member.name.hasPrefix(Self.prefix),
        let known = Vocabulary(rawValue: String(member.name.dropFirst(Self.prefix.count)))
      {
        found.insert(known)
      } else if member.value == .bool(true) {
        throw .dialect("\(address), which needs the vocabulary \(member.name)")
      }
    }
    self.init(draft: .draft2020, vocabularies: found)
  }

  private init(draft: Draft, vocabularies: Set<Vocabulary>) {
    self.draft = draft
    self.vocabularies = vocabularies
  }

  /// What the value of a keyword holds.
  enum Holding: Hashable, Sendable {
    case schema, list, map
    /// In draft 7, `items` is a schema or a list of them.
    case schemaOrList
    /// In draft 7, a member of `dependencies` is a schema or a list of names.
    case mapOfSchemas
  }

  func holding(_ keyword: String) -> Holding? {
    switch keyword {
    case "additionalProperties", "propertyNames", "not", "if", "then", "else", "contains": .schema
    case "items": draft == .draft7 ? .schemaOrList : .schema
    case "additionalItems": draft == .draft7 ? .schema : nil
    case "unevaluatedItems", "unevaluatedProperties": draft == .draft2020 ? .schema : nil
    case "contentSchema": draft == .draft2020 ? .schema : nil
    case "allOf", "anyOf", "oneOf": .list
    case "prefixItems": draft == .draft2020 ? .list : nil
    case "properties", "patternProperties", "definitions": .map
    case "$defs", "dependentSchemas": draft == .draft2020 ? .map : nil
    case "dependencies": .mapOfSchemas
    default: nil
    }
  }
}
