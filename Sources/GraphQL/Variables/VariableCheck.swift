package import Basics

extension GraphQLSchema {
  /// What in the values of variables the operation does not allow (October 2021, sections 3 and 6.1.2).
  /// - Parameter isOpen: whether the value of a text is not known yet, because it contains variables of Apus: such a text may
  ///   stand for anything.
  package func check(
    variables json: JSONValue, of operation: OperationDefinition, isOpen: (String) -> Bool = { _ in false }
  ) -> [VariableIssue] {
    guard case .object(let members) = json else {
      return [VariableIssue(path: "", message: "the variables must be an object: { \"name\": value }")]
    }
    return withoutActuallyEscaping(isOpen) { isOpen in
      var check = VariableCheck(schema: self, isOpen: isOpen)
      let values = Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
      var known: Set<String> = []
      for variable in operation.variables {
        let name = variable.name.text
        guard known.insert(name).inserted else { continue }
        let type = variable.type.type
        // Validation says what is wrong with a type that is unknown or no input.
        guard self.type(of: type)?.isInput == true else { continue }
        if let value = values[name] {
          check.check(value, type, name)
        } else if type.isNonNull, variable.defaultValue == nil {
          check.report(name, "a value is missing: \(type)")
        }
      }
      for member in members where known.insert(member.name).inserted {
        check.report(member.name, "the operation has no variable $\(member.name)", isError: false)
      }
      return check.issues
    }
  }
}

/// Compares JSON values with types. As deep as the values nest, which the reader of JSON limits.
private struct VariableCheck {
  let schema: GraphQLSchema
  let isOpen: (String) -> Bool
  private(set) var issues: [VariableIssue] = []

  init(schema: GraphQLSchema, isOpen: @escaping (String) -> Bool) {
    (self.schema, self.isOpen) = (schema, isOpen)
  }

  mutating func report(_ path: String, _ message: String, isError: Bool = true) {
    guard issues.count < 200 else { return }
    issues.append(VariableIssue(path: path, message: message, isError: isError))
  }

  mutating func check(_ value: JSONValue, _ expected: TypeReference, _ path: String) {
    if case .null = value {
      if expected.isNonNull { report(path, "a \(expected) cannot be null") }
      return
    }
    if case .string(let text) = value, isOpen(text) { return }
    if let item = expected.item {
      // A value that is no list stands for a list with it alone.
      guard case .array(let items) = value else { return check(value, item, path) }
      for (index, element) in items.enumerated() { check(element, item, "\(path)[\(index)]") }
      return
    }
    guard let type = schema.type(of: expected) else { return }
    if type.kind == .input { return checkObject(value, type, path) }
    if !isLeaf(value, type) { report(path, "expected \(expected), found \(value.shortText)") }
  }

  private mutating func checkObject(_ value: JSONValue, _ type: SchemaType, _ path: String) {
    guard case .object(let members) = value else {
      return report(path, "expected an object, \(type.name), found \(value.shortText)")
    }
    let names = Set(members.map(\.name))
    for field in type.inputFields where field.isRequired && !names.contains(field.name) {
      report("\(path).\(field.name)", "a value is missing: \(field.type)")
    }
    for member in members {
      guard let field = type.inputField(member.name) else {
        report("\(path).\(member.name)", "\(type.name) has no field \"\(member.name)\"")
        continue
      }
      check(member.value, field.type, "\(path).\(member.name)")
    }
    if type.isOneOf {
      if names.count != 1 { report(path, "\(type.name) takes exactly one of its fields") }
      if names.count == 1, members[0].value == .null {
        report("\(path).\(members[0].name)", "the one field of \(type.name) cannot be null")
      }
    }
  }

  private func isLeaf(_ value: JSONValue, _ type: SchemaType) -> Bool {
    if type.kind == .enum { return value.string.map { type.value($0) != nil } ?? false }
    switch type.name {
    case "Int": return integer(value).map { $0.magnitude <= 0x8000_0000 && $0 != 0x8000_0000 } ?? false
    case "Float": return value.double?.isFinite ?? false
    case "String": return value.string != nil
    case "Boolean": return value.bool != nil
    case "ID": return value.string != nil || integer(value) != nil
    default: return true
    }
  }

  /// A number without a fraction, however it is written.
  private func integer(_ value: JSONValue) -> Double? {
    guard let number = value.double, number.isFinite, number.rounded() == number else { return nil }
    return number
  }
}

extension JSONValue {
  /// The value for a message, cut if it is long.
  fileprivate var shortText: String {
    switch self {
    case .object: return "an object"
    case .array: return "a list"
    default:
      let text = text
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
  }
}
