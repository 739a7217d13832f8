import Basics
import GraphQL

/// The schema as an answer (October 2021, section 4).
struct GraphIntrospection: Sendable {
  let schema: GraphQLSchema

  /// The value of a field of a `__Type` and its like; `nil` for any other node.
  func value(of name: String, _ arguments: JSONValue, on node: GraphNode) -> GraphNode? {
    switch node {
    case .schema: described(name)
    case .type(let reference): described(reference, name, arguments)
    case .field(let field):
      switch name {
      case "args": .list(visible(field.arguments, arguments).map { .input($0) })
      case "type": .type(field.type)
      default: described(name, field.name, field.description, field.deprecation)
      }
    case .input(let input):
      switch name {
      case "type": .type(input.type)
      case "defaultValue": .text(input.defaultValue)
      default: described(name, input.name, input.description, input.deprecation)
      }
    case .value(let value): described(name, value.name, value.description, value.deprecation)
    case .directive(let directive):
      switch name {
      case "isRepeatable": .leaf(.bool(directive.isRepeatable))
      case "locations": .list(directive.locations.map(\.rawValue).sorted().map { .leaf(.string($0)) })
      case "args": .list(visible(directive.arguments, arguments).map { .input($0) })
      default: described(name, directive.name, directive.description, nil)
      }
    case .leaf, .list, .root, .record: nil
    }
  }

  private func described(_ name: String) -> GraphNode {
    switch name {
    case "description": .text(schema.description)
    case "types": .list(schema.types.map { .type(.named($0.name)) })
    case "directives": .list(schema.directives.map { .directive($0) })
    case "queryType": root(.query)
    case "mutationType": root(.mutation)
    case "subscriptionType": root(.subscription)
    default: .null
    }
  }

  private func root(_ kind: OperationKind) -> GraphNode { schema.roots[kind].map { .type(.named($0)) } ?? .null }

  private func described(
    _ field: String, _ name: String, _ description: String?, _ deprecation: String?
  ) -> GraphNode {
    switch field {
    case "name": .text(name)
    case "description": .text(description)
    case "isDeprecated": .leaf(.bool(deprecation != nil))
    case "deprecationReason": .text(deprecation)
    default: .null
    }
  }

  private func described(_ reference: TypeReference, _ field: String, _ arguments: JSONValue) -> GraphNode {
    switch (reference, field) {
    case (.nonNull(_), "kind"): return .text("NON_NULL")
    case (.list(_), "kind"): return .text("LIST")
    case (.nonNull(let inner), "ofType"), (.list(let inner), "ofType"): return .type(inner)
    case (.nonNull(_), _), (.list(_), _): return .null
    case (.named(let name), _):
      guard let type = schema.type(name) else { return .null }
      return described(type, field, arguments)
    }
  }

  private func described(_ type: SchemaType, _ field: String, _ arguments: JSONValue) -> GraphNode {
    func types(_ names: [String]) -> GraphNode { .list(names.map { .type(.named($0)) }) }
    switch field {
    case "kind": return .text(type.kind.rawValue)
    case "name": return .text(type.name)
    case "description": return .text(type.description)
    case "specifiedByURL": return .text(type.specifiedBy)
    case "isOneOf": return type.kind == .input ? .leaf(.bool(type.isOneOf)) : .null
    case "fields" where type.kind == .object || type.kind == .interface:
      return .list(type.fields.filter { isVisible($0.deprecation, arguments) }.map { .field($0) })
    case "interfaces" where type.kind == .object || type.kind == .interface: return types(type.interfaces)
    case "possibleTypes" where type.isAbstract: return types(schema.possibleTypes(of: type))
    case "enumValues" where type.kind == .enum:
      return .list(type.values.filter { isVisible($0.deprecation, arguments) }.map { .value($0) })
    case "inputFields" where type.kind == .input:
      return .list(visible(type.inputFields, arguments).map { .input($0) })
    default: return .null
    }
  }

  private func visible(_ inputs: [SchemaInput], _ arguments: JSONValue) -> [SchemaInput] {
    inputs.filter { isVisible($0.deprecation, arguments) }
  }

  private func isVisible(_ deprecation: String?, _ arguments: JSONValue) -> Bool {
    deprecation == nil || arguments["includeDeprecated"]?.bool == true
  }
}
