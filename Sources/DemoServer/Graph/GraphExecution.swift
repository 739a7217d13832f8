import Basics
import GraphQL

/// Executes one operation of a valid document (October 2021, section 6).
struct GraphExecution: Sendable {
  let schema: GraphQLSchema
  let document: GraphQLDocument
  let operation: OperationDefinition
  /// The variables with the defaults of the operation.
  let variables: JSONValue
  let records: GraphRecords

  /// `{"data": …}`, with failures in `errors`.
  func answer(on root: GraphNode) async -> JSONValue {
    do throws(GraphFault) {
      return ["data": try await shape(root, by: [operation.selectionSet])]
    } catch {
      return ["data": .null, "errors": .array(error.messages)]
    }
  }

  /// The only field of a subscription, and its arguments.
  func subscribed() throws(GraphFault) -> (name: String, arguments: JSONValue) {
    let field = try subscribedField()
    return (field.name.text, arguments(of: field, on: schema.roots[.subscription] ?? ""))
  }

  private func subscribedField() throws(GraphFault) -> FieldSelection {
    let type = schema.roots[.subscription] ?? ""
    guard let field = fields(of: [operation.selectionSet], on: type).first?.fields.first else {
      throw GraphFault("a subscription selects one field")
    }
    return field
  }

  func result(_ node: GraphNode) async -> JSONValue {
    do throws(GraphFault) {
      let field = try subscribedField()
      let value = try await shape(node, by: [field.selectionSet].compactMap(\.self))
      return ["data": .object([.init(field.responseName, value)])]
    } catch {
      return ["data": .null, "errors": .array(error.messages)]
    }
  }

  private func shape(_ node: GraphNode, by sets: [SelectionSet]) async throws(GraphFault) -> JSONValue {
    switch node {
    case .leaf(let value): return value
    case .list(let nodes):
      var shaped: [JSONValue] = []
      for node in nodes { shaped.append(try await shape(node, by: sets)) }
      return .array(shaped)
    default: break
    }
    let type = node.typeName(in: schema) ?? ""
    var members: [JSONValue.Member] = []
    for (name, found) in fields(of: sets, on: type) {
      guard let first = found.first else { continue }
      let value = try await value(of: first, on: node, type)
      members.append(JSONValue.Member(name, try await shape(value, by: found.compactMap(\.selectionSet))))
    }
    return .object(members)
  }

  private func value(of field: FieldSelection, on node: GraphNode, _ type: String) async throws(GraphFault) -> GraphNode
  {
    let name = field.name.text
    let arguments = arguments(of: field, on: type)
    if name == "__typename" { return .text(type) }
    if case .root(.query) = node {
      if name == "__schema" { return .schema }
      if name == "__type" {
        return arguments["name"]?.string.flatMap { schema.type($0) }.map { .type(.named($0.name)) } ?? .null
      }
    }
    if let found = GraphIntrospection(schema: schema).value(of: name, arguments, on: node) { return found }
    switch node {
    case .root(let kind): return try await records.value(of: name, arguments, in: kind)
    case .record(let type, let record): return try await records.value(of: name, arguments, in: record, of: type)
    default: return .null
    }
  }

  /// The selected fields by response name, in the order of the text.
  private func fields(of sets: [SelectionSet], on type: String) -> [(name: String, fields: [FieldSelection])] {
    var found: [(name: String, fields: [FieldSelection])] = []
    var seen: Set<String> = []
    func collect(_ set: SelectionSet) {
      for selection in set.selections where isIncluded(selection) {
        switch selection {
        case .field(let field):
          if let index = found.firstIndex(where: { $0.name == field.responseName }) {
            found[index].fields.append(field)
          } else {
            found.append((field.responseName, [field]))
          }
        case .spread(let spread):
          guard seen.insert(spread.name.text).inserted,
            let fragment = document.fragments.first(where: { $0.name.text == spread.name.text }),
            isType(type, fragment.typeCondition.text)
          else { continue }
          collect(fragment.selectionSet)
        case .inline(let inline):
          if inline.typeCondition.map({ isType(type, $0.text) }) ?? true { collect(inline.selectionSet) }
        }
      }
    }
    for set in sets { collect(set) }
    return found
  }

  private func isType(_ name: String, _ condition: String) -> Bool {
    name == condition || (schema.type(condition).map { schema.possibleTypes(of: $0).contains(name) } ?? false)
  }

  private func isIncluded(_ selection: Selection) -> Bool {
    selection.directives.allSatisfy { directive in
      let condition = directive.arguments.first { $0.name.text == "if" }.flatMap { value($0.value)?.bool }
      return directive.name.text == "skip" ? condition != true : directive.name.text != "include" || condition != false
    }
  }

  private func arguments(of field: FieldSelection, on type: String) -> JSONValue {
    var members: [JSONValue.Member] = []
    let described = schema.type(type).flatMap { schema.field(field.name.text, of: $0) }
    for argument in described?.arguments ?? [] {
      let given = field.arguments.first { $0.name.text == argument.name }.flatMap { value($0.value) }
      if let value = given ?? argument.defaultValue.flatMap(Self.value) {
        members.append(.init(argument.name, completed(value, as: argument.type)))
      }
    }
    return .object(members)
  }

  /// Adds the defaults of an input object's fields.
  private func completed(_ value: JSONValue, as type: TypeReference) -> JSONValue {
    guard case .object = value, let input = schema.type(of: type) else { return value }
    var whole = value
    for field in input.inputFields where whole[field.name] == nil {
      whole[field.name] = field.defaultValue.flatMap(Self.value)
    }
    return whole
  }

  /// The value of a literal; `nil` for a variable without a value.
  private func value(_ literal: InputLiteral) -> JSONValue? {
    switch literal.kind {
    case .variable(let name): variables[name]
    case .list(let items): .array(items.map { value($0) ?? .null })
    case .object(let fields):
      .object(fields.compactMap { field in value(field.value).map { .init(field.name.text, $0) } })
    default: literal.constant
    }
  }

  /// A default value as the schema writes it.
  private static func value(_ text: String) -> JSONValue? {
    // Enum values are not JSON and become texts.
    (try? JSONValue(parsing: text.utf8)) ?? .string(text)
  }
}

/// A value in the response before its fields are selected.
indirect enum GraphNode: Sendable {
  case leaf(JSONValue)
  case list([GraphNode])
  case root(OperationKind)
  case record(String, JSONValue)
  case schema
  case type(TypeReference)
  case field(SchemaField)
  case input(SchemaInput)
  case value(SchemaEnumValue)
  case directive(SchemaDirective)

  static let null = GraphNode.leaf(.null)

  static func text(_ text: String?) -> GraphNode { .leaf(text.map { .string($0) } ?? .null) }

  /// The name of the type; `nil` for values without fields.
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

/// The error message of a failed query.
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

/// The schema as an answer (October 2021, section 4).
struct GraphIntrospection: Sendable {
  let schema: GraphQLSchema

  /// The value of a field of an introspection type, such as `__Type`; `nil` for other nodes.
  func value(of name: String, _ arguments: JSONValue, on node: GraphNode) -> GraphNode? {
    fields(of: node, all: arguments["includeDeprecated"]?.bool == true).map { $0[name] ?? .null }
  }

  /// - Parameter all: true to list deprecated parts, too.
  private func fields(of node: GraphNode, all: Bool) -> [String: GraphNode]? {
    switch node {
    case .schema:
      [
        "description": .text(schema.description), "types": types(schema.types.map(\.name)),
        "directives": .list(schema.directives.map { .directive($0) }), "queryType": root(.query),
        "mutationType": root(.mutation), "subscriptionType": root(.subscription),
      ]
    case .type(.nonNull(let inner)): ["kind": .text("NON_NULL"), "ofType": .type(inner)]
    case .type(.list(let inner)): ["kind": .text("LIST"), "ofType": .type(inner)]
    case .type(.named(let name)): schema.type(name).map { fields(of: $0, all) } ?? [:]
    case .field(let field):
      fields(
        field.name, field.description, field.deprecation,
        ["args": inputs(field.arguments, all), "type": .type(field.type)])
    case .input(let input):
      fields(
        input.name, input.description, input.deprecation,
        ["type": .type(input.type), "defaultValue": .text(input.defaultValue)])
    case .value(let value): fields(value.name, value.description, value.deprecation, [:])
    case .directive(let directive):
      [
        "name": .text(directive.name), "description": .text(directive.description),
        "isRepeatable": .leaf(.bool(directive.isRepeatable)), "args": inputs(directive.arguments, all),
        "locations": .list(directive.locations.map(\.rawValue).sorted().map { .text($0) }),
      ]
    case .leaf, .list, .root, .record: nil
    }
  }

  private func fields(of type: SchemaType, _ all: Bool) -> [String: GraphNode] {
    var fields: [String: GraphNode] = [
      "kind": .text(type.kind.rawValue), "name": .text(type.name), "description": .text(type.description),
      "specifiedByURL": .text(type.specifiedBy),
    ]
    switch type.kind {
    case .object, .interface:
      fields["fields"] = .list(type.fields.filter { all || $0.deprecation == nil }.map { .field($0) })
      fields["interfaces"] = types(type.interfaces)
    case .enum: fields["enumValues"] = .list(type.values.filter { all || $0.deprecation == nil }.map { .value($0) })
    case .input:
      fields["inputFields"] = inputs(type.inputFields, all)
      fields["isOneOf"] = .leaf(.bool(type.isOneOf))
    case .scalar, .union: break
    }
    if type.isAbstract { fields["possibleTypes"] = types(schema.possibleTypes(of: type)) }
    return fields
  }

  private func fields(
    _ name: String, _ description: String?, _ deprecation: String?, _ more: [String: GraphNode]
  ) -> [String: GraphNode] {
    let own: [String: GraphNode] = [
      "name": .text(name), "description": .text(description), "isDeprecated": .leaf(.bool(deprecation != nil)),
      "deprecationReason": .text(deprecation),
    ]
    return own.merging(more) { own, _ in own }
  }

  private func types(_ names: [String]) -> GraphNode { .list(names.map { .type(.named($0)) }) }

  private func inputs(_ inputs: [SchemaInput], _ all: Bool) -> GraphNode {
    .list(inputs.filter { all || $0.deprecation == nil }.map { .input($0) })
  }

  private func root(_ kind: OperationKind) -> GraphNode { schema.roots[kind].map { .type(.named($0)) } ?? .null }
}
