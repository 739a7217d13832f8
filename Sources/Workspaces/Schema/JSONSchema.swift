package import Basics
import Documents

/// A JSON Schema (2020-12 or draft 7), compiled with all schemas that it refers to.
package struct JSONSchema: Sendable {
  struct Program: Sendable {
    var nodes: [SchemaNode]
    var expressions: [LinearRegex]
    var dynamicAnchors: [[String: Int]]
    var needsEvaluated: Bool
  }

  let program: Program

  /// Compiles a schema; without `$schema`, it is 2020-12.
  ///
  /// - Parameters:
  ///   - address: the address of the schema, the base of its references.
  ///   - load: returns the documents that it refers to; `nil` if there is none at that address. Nothing is fetched.
  package init(
    _ value: JSONValue, at address: String = "",
    load: @escaping (_ address: String) throws(SchemaFault) -> JSONValue? = { _ throws(SchemaFault) in nil }
  ) throws(SchemaFault) {
    try self.init(value, at: address, usual: .draft2020, isOurs: false, load: load)
  }

  /// - Parameter isOurs: whether the schema is a constant of this program, known to be valid; compiling it ignores
  ///   cancellation.
  init(
    _ value: JSONValue, at address: String, usual: SchemaDialect, isOurs: Bool,
    load: @escaping (_ address: String) throws(SchemaFault) -> JSONValue?
  ) throws(SchemaFault) {
    var library = SchemaLibrary(load: load)
    let root = try library.add(value, at: address, usual: usual)
    if !isOurs { try Self.check(value, as: library.resources[root].dialect) }
    var compiler = SchemaCompiler(library)
    try compiler.compile(root, canBeCancelled: !isOurs)
    program = Program(
      nodes: compiler.nodes, expressions: compiler.expressions, dynamicAnchors: compiler.dynamicAnchors,
      needsEvaluated: compiler.needsEvaluated)
  }

  /// The reasons why a value does not match, in the order of the schema; empty if it does.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of reasons.
  ///   - steps: the maximum number of times that schemas are applied to parts of the value: `steps(forBytes:)`.
  package func problems(
    in value: JSONValue, limit: Int = 20, steps: Int = Self.steps(forBytes: 0)
  ) throws(SchemaFault) -> [SchemaProblem] {
    var steps = steps
    return try problems(in: value, limit: limit, spending: &steps)
  }

  /// Like `problems`, with a step limit that several checks share.
  func problems(
    in value: JSONValue, limit: Int = 20, spending steps: inout Int
  ) throws(SchemaFault) -> [SchemaProblem] {
    var evaluator = SchemaEvaluator(program, steps: steps)
    var (seen, sink) = (SchemaEvaluator.Seen(), SchemaEvaluator.Sink(limit: max(1, limit)))
    defer { steps = evaluator.steps }
    _ = try evaluator.apply(0, to: value, &seen, &sink)
    return sink.problems
  }

  /// The cost of its compilation, in steps.
  var cost: Int { 25 * program.nodes.count }

  /// Enough to visit each value in a document of this size many times; takes a few seconds at most.
  package static func steps(forBytes count: Int) -> Int { 20_000_000 + 4 * count }

  /// Checks the schema against its meta-schema, whose errors are clearer than a compiler's.
  private static func check(_ value: JSONValue, as dialect: SchemaDialect) throws(SchemaFault) {
    let isOlder = dialect.draft == .draft7
    guard isOlder || dialect == .draft2020, let meta = isOlder ? meta7 : meta2020 else { return }
    // A schema that is too deep for that is compiled anyway.
    guard let first = (try? meta.problems(in: value, limit: 1, steps: 50_000_000))?.first else { return }
    let pointer = first.path.steps.map { step -> String in
      switch step {
      case .name(let name): return "/\(JSONPointer.escaped(name))"
      case .index(let index): return "/\(index)"
      }
    }.joined()
    let draft = isOlder ? "draft 7" : "draft 2020-12; $schema can name draft 7"
    let actual = first.actual.map { ", got \($0)" } ?? ""
    throw .invalid(place: "#\(pointer)", reason: "\(first.reason)\(actual) (\(draft))")
  }

  private static let meta7 = meta(SchemaDialect.draft7Address, .draft7)
  private static let meta2020 = meta(SchemaDialect.draft2020Address, .draft2020)

  static func meta(_ address: String, _ dialect: SchemaDialect) -> JSONSchema? {
    MetaSchemas.documents[address].flatMap { value in
      // They are constants; the tests compile them.
      try? JSONSchema(value, at: address, usual: dialect, isOurs: true) { _ throws(SchemaFault) in nil }
    }
  }
}

/// The keywords available to a schema: its draft and, in 2020-12, its vocabularies.
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

  /// The dialect of a custom meta-schema that `$schema` names.
  /// - Throws: if it requires an unknown vocabulary.
  static func named(_ address: String, by meta: JSONValue) throws(SchemaFault) -> SchemaDialect {
    guard case .object(let members)? = meta["$vocabulary"] else {
      guard let next = meta["$schema"]?.string, let known = standard(SchemaAddress.withoutFragment(next)) else {
        throw .dialect(address)
      }
      return known
    }
    var found: Set<Vocabulary> = [.core]
    for member in members {
      if member.name.hasPrefix(prefix),
        let known = Vocabulary(rawValue: String(member.name.dropFirst(prefix.count)))
      {
        found.insert(known)
      } else if member.value == .bool(true) {
        throw .dialect("\(address), which needs the vocabulary \(member.name)")
      }
    }
    return SchemaDialect(draft: .draft2020, vocabularies: found)
  }

  /// The kind of value of a keyword.
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

/// The reason why a schema cannot be used, or a value cannot be checked by it.
package enum SchemaFault: Error, Hashable, Sendable, CustomStringConvertible {
  case invalid(place: String, reason: String)
  /// A `$ref` to a schema that does not exist, with its place.
  case unknown(reference: String, place: String)
  /// A `$ref` to another server, with its place.
  case remote(reference: String, place: String)
  /// A `$ref` to a file that cannot be used.
  case file(path: String, reason: String)
  /// `$schema` names an unsupported draft.
  case dialect(String)
  case endless(place: String)
  case tooLarge
  case tooDeep(place: String)
  case tooLong
  case cancelled

  package var description: String {
    switch self {
    case .invalid(let place, let reason): "the schema is wrong at \(place): \(reason)"
    case .unknown(let reference, let place): "\(place) refers to \(reference), which does not exist"
    case .remote(let reference, let place):
      "\(place) refers to \(reference), which is not fetched: copy it into the collection and refer to that file"
    case .file(let path, let reason): "a $ref to \(path): \(reason)"
    case .dialect(let name): "$schema is \(name): only draft 2020-12 and draft 7 are supported"
    case .endless(let place): "\(place) refers to itself endlessly, or the chain of references to it is too long"
    case .tooLarge: "the schema is too large"
    case .tooDeep(let place): "more than \(SchemaEvaluator.deepest) schemas apply within each other at \(place)"
    case .tooLong: "the schema takes too long on this value: use fewer alternatives or simpler patterns"
    case .cancelled: "cancelled"
    }
  }
}
