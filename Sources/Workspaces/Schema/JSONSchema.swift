package import Basics
import Documents

/// A JSON Schema (2020-12 or draft 7), compiled, with everything that it refers to.
package struct JSONSchema: Sendable {
  struct Program: Sendable {
    var nodes: [SchemaNode]
    var expressions: [LinearRegex]
    var dynamicAnchors: [[String: Int]]
    var needsEvaluated: Bool
  }

  let program: Program

  /// Compiles a schema; one that does not say its draft is of 2020-12.
  ///
  /// - Parameters:
  ///   - address: where it comes from, the base of its references.
  ///   - load: gives the documents that it refers to; `nil` if there is none at that address. Nothing is ever fetched.
  package init(
    _ value: JSONValue, at address: String = "",
    load: @escaping (_ address: String) throws(SchemaFault) -> JSONValue? = { _ throws(SchemaFault) in nil }
  ) throws(SchemaFault) {
    try self.init(value, at: address, usual: .draft2020, isOurs: false, load: load)
  }

  /// - Parameter isOurs: whether the schema is a constant of this program: known to be valid, and needed whoever asks.
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

  /// The reasons why a value does not fit, in the order of the schema; none if it does.
  ///
  /// - Parameters:
  ///   - limit: no more reasons are looked for.
  ///   - steps: how many schemas may be applied to parts of the value: `steps(forBytes:)`.
  package func problems(
    in value: JSONValue, limit: Int = 20, steps: Int = Self.steps(forBytes: 0)
  ) throws(SchemaFault) -> [SchemaProblem] {
    var steps = steps
    return try problems(in: value, limit: limit, spending: &steps)
  }

  /// The same, with the steps that many checks share.
  func problems(
    in value: JSONValue, limit: Int = 20, spending steps: inout Int
  ) throws(SchemaFault) -> [SchemaProblem] {
    var evaluator = SchemaEvaluator(program, steps: steps)
    var (seen, sink) = (SchemaEvaluator.Seen(), SchemaEvaluator.Sink(limit: max(1, limit)))
    defer { steps = evaluator.steps }
    _ = try evaluator.apply(0, to: value, &seen, &sink)
    return sink.problems
  }

  /// What its compilation has cost, in steps.
  var cost: Int { 25 * program.nodes.count }

  /// Enough to look many times at each value of a document of that many bytes, and a few seconds at most beyond.
  package static func steps(forBytes count: Int) -> Int { 20_000_000 + 4 * count }

  /// Checks the schema by the schema of its draft, which names what is wrong better than a compiler can.
  private static func check(_ value: JSONValue, as dialect: SchemaDialect) throws(SchemaFault) {
    let isOlder = dialect.draft == .draft7
    guard isOlder || dialect == .draft2020, let meta = isOlder ? meta7 : meta2020 else { return }
    // One that is too deep for that is compiled all the same.
    guard let first = (try? meta.problems(in: value, limit: 1, steps: 50_000_000))?.first else { return }
    let pointer = first.path.steps.map { step -> String in
      switch step {
      case .name(let name): return "/\(SchemaAddress.escaped(name))"
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
