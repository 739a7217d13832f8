import Basics
import GraphQL

/// A value of the answer before its fields are selected.
indirect enum GraphNode: Sendable {
  case leaf(JSONValue)
  case list([GraphNode])
  /// The value of a root type.
  case root(OperationKind)
  /// A record, and its type.
  case record(String, JSONValue)
  case schema
  case type(TypeReference)
  case field(SchemaField)
  case input(SchemaInput)
  case value(SchemaEnumValue)
  case directive(SchemaDirective)

  static let null = GraphNode.leaf(.null)

  static func text(_ text: String?) -> GraphNode { .leaf(text.map { .string($0) } ?? .null) }

  /// The name of its type; `nil` for what has no fields.
  func typeName(in schema: GraphQLSchema) -> String? {
    switch self {
    case .leaf, .list: nil
    case .root(let kind): schema.roots[kind]
    case .record(let type, _): type
    case .schema: "__Schema"
    case .type: "__Type"
    case .field: "__Field"
    case .input: "__InputValue"
    case .value: "__EnumValue"
    case .directive: "__Directive"
    }
  }
}

/// Why a query has no answer, in the words of its answer.
struct GraphFault: Error, Equatable {
  var messages: [JSONValue]

  init(_ message: String) { messages = [["message": .string(message)]] }

  init(_ faults: [(message: String, range: Range<Int>)], in text: String) {
    messages = faults.map { fault in
      let place = LineIndex(text).position(of: fault.range.lowerBound)
      return [
        "message": .string(fault.message), "locations": [["line": .int(place.line), "column": .int(place.column)]],
      ]
    }
  }

  var document: JSONValue { ["errors": .array(messages)] }
}
