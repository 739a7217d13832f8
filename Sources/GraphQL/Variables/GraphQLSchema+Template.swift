package import Basics

extension GraphQLSchema {
  /// Values for the variables of an operation to start from, which the server would accept: the default value, else `null`
  /// where that may be, else the simplest value of the type. Of an input object, the fields that must be there.
  package func variablesTemplate(of operation: OperationDefinition) -> JSONValue {
    var budget = 1_000
    return .object(
      operation.variables.map { variable in
        let value = variable.defaultValue?.constant ?? json(for: variable.type.type, depth: 0, &budget)
        return JSONValue.Member(variable.name.text, value)
      })
  }

  /// The simplest value. Input objects may contain each other in circles and by the thousand; a budget ends that.
  private func json(for reference: TypeReference, depth: Int, _ budget: inout Int) -> JSONValue {
    budget -= 1
    guard reference.isNonNull, budget > 0, depth < 20 else { return .null }
    if reference.isList { return .array([]) }
    guard let type = type(of: reference) else { return .string("") }
    switch type.kind {
    case .enum: return .string((type.values.first { $0.deprecation == nil } ?? type.values.first)?.name ?? "")
    case .input:
      if type.isOneOf {
        guard let field = type.inputFields.first else { return .object([]) }
        let value = json(for: .nonNull(field.type.nullable), depth: depth + 1, &budget)
        return .object([JSONValue.Member(field.name, value)])
      }
      var members: [JSONValue.Member] = []
      for field in type.inputFields where field.isRequired {
        members.append(JSONValue.Member(field.name, json(for: field.type, depth: depth + 1, &budget)))
      }
      return .object(members)
    default:
      switch type.name {
      case "Int", "Float": return .number("0")
      case "Boolean": return .bool(false)
      default: return .string("")
      }
    }
  }

  /// The simplest literal that is valid where the type is expected, for text that is inserted.
  func placeholder(for reference: TypeReference) -> String {
    var budget = 200
    return placeholder(for: reference, depth: 0, &budget)
  }

  private func placeholder(for reference: TypeReference, depth: Int, _ budget: inout Int) -> String {
    budget -= 1
    guard budget > 0, depth < 20 else { return "null" }
    if reference.isList { return "[]" }
    guard let type = type(of: reference) else { return "null" }
    switch type.kind {
    case .enum: return (type.values.first { $0.deprecation == nil } ?? type.values.first)?.name ?? "null"
    case .input:
      var fields = type.inputFields.filter(\.isRequired)
      if type.isOneOf { fields = Array(type.inputFields.prefix(1)) }
      var texts: [String] = []
      for field in fields {
        texts.append("\(field.name): \(placeholder(for: field.type, depth: depth + 1, &budget))")
      }
      return "{\(texts.joined(separator: ", "))}"
    default:
      switch type.name {
      case "Int", "Float": return "0"
      case "Boolean": return "false"
      default: return "\"\""
      }
    }
  }
}
