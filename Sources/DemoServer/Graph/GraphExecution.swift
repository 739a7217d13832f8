import Basics
import GraphQL

/// Executes one operation of a valid document (October 2021, section 6).
struct GraphExecution: Sendable {
  let schema: GraphQLSchema
  let document: GraphQLDocument
  let operation: OperationDefinition
  /// With the defaults of the operation.
  let variables: JSONValue
  let records: GraphRecords

  private var introspection: GraphIntrospection { GraphIntrospection(schema: schema) }

  /// `{"data": …}`, with what failed in `errors`.
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

  /// One result of a subscription.
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
    if let found = introspection.value(of: name, arguments, on: node) { return found }
    switch node {
    case .root(let kind): return try await records.value(of: name, arguments, in: kind)
    case .record(let type, let record): return try await records.value(of: name, arguments, in: record, of: type)
    default: return .null
    }
  }

  /// The fields that are selected, by their names in the answer, in the order of the text.
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

  /// With the defaults of an input object's fields.
  private func completed(_ value: JSONValue, as type: TypeReference) -> JSONValue {
    guard case .object = value, let input = schema.type(of: type) else { return value }
    var whole = value
    for field in input.inputFields where whole[field.name] == nil {
      whole[field.name] = field.defaultValue.flatMap(Self.value)
    }
    return whole
  }

  /// `nil` for a variable without a value.
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
    // The words of enums are no JSON, but texts here.
    (try? JSONValue(parsing: text.utf8)) ?? .string(text)
  }
}
