import Basics

/// Rules about values: that they have the expected type.
extension ValidationWalk {
  /// - Parameter input: the argument that receives the value; `nil` if unknown.
  mutating func checkValue(_ value: InputLiteral, of input: SchemaInput?) {
    checkValue(value, expected: input.flatMap { inputType($0.type) }, hasDefault: input?.defaultValue != nil)
  }

  /// The type, if the schema knows it and it is an input type.
  private func inputType(_ type: TypeReference) -> TypeReference? {
    schema.type(of: type)?.isInput == true ? type : nil
  }

  /// Checks a value recursively; the parser limits its depth.
  /// - Parameters:
  ///   - expected: `nil` if unknown.
  ///   - isInside: true inside a value that is already invalid: only variables and names are checked.
  mutating func checkValue(
    _ value: InputLiteral, expected: TypeReference?, hasDefault: Bool, isInside: Bool = false
  ) {
    switch value.kind {
    case .variable(let name):
      uses.variableUses.append(
        DefinitionUses.VariableUse(name: name, range: value.range, type: expected, hasDefault: hasDefault))
    case .list(let items):
      let item = expected?.item
      if item == nil, !isInside { checkLeaf(value, expected) }
      for element in items {
        checkValue(
          element, expected: item ?? expected?.nullable, hasDefault: false, isInside: isInside || item == nil)
      }
    case .object(let fields): checkObject(value, fields, expected, isInside: isInside)
    case .null:
      if !isInside, let expected, expected.isNonNull {
        report(.valuesOfCorrectType, "a \(expected) cannot be null", value.range)
      }
    default: if !isInside { checkLeaf(value, expected) }
    }
  }

  // Objects are recursive: their checks are separate functions, whose stack frames are gone before nested values.
  private mutating func checkObject(
    _ value: InputLiteral, _ fields: [InputLiteral.ObjectField], _ expected: TypeReference?, isInside: Bool
  ) {
    let type = checkFields(of: value, fields, expected, isInside: isInside)
    for field in fields {
      let place = expectation(of: field.name.text, in: type)
      checkValue(
        field.value, expected: place.type, hasDefault: place.hasDefault, isInside: isInside || type == nil)
    }
  }

  private func expectation(of field: String, in type: String?) -> (type: TypeReference?, hasDefault: Bool) {
    let known = type.flatMap { schema.type($0) }?.inputField(field)
    return (known.flatMap { inputType($0.type) }, known?.defaultValue != nil)
  }

  /// - Returns: the name of the expected input object; `nil` if none is expected.
  private mutating func checkFields(
    of value: InputLiteral, _ fields: [InputLiteral.ObjectField], _ expected: TypeReference?, isInside: Bool
  ) -> String? {
    var names: Set<String> = []
    for field in fields where !names.insert(field.name.text).inserted {
      report(.uniqueInputFieldNames, "the field \"\(field.name.text)\" is given twice", field.name.range)
    }
    guard let type = expected.flatMap({ schema.type(of: $0) }), type.kind == .input else {
      if !isInside { checkLeaf(value, expected) }
      return nil
    }
    guard !isInside else { return type.name }
    for required in type.inputFields where required.isRequired && !names.contains(required.name) {
      report(.valuesOfCorrectType, "\(type.name) needs the field \(required.name): \(required.type)", value.range)
    }
    if type.isOneOf { checkOneOf(value, fields, names, type) }
    for field in fields where type.inputField(field.name.text) == nil {
      let hint = suggestion(for: field.name.text, among: type.inputFields.map(\.name))
      report(
        .valuesOfCorrectType, "\(type.name) has no field \"\(field.name.text)\"" + hint, field.name.range)
    }
    return type.name
  }

  private mutating func checkOneOf(
    _ value: InputLiteral, _ fields: [InputLiteral.ObjectField], _ names: Set<String>, _ type: SchemaType
  ) {
    guard names.count == 1, let field = fields.last else {
      return report(.valuesOfCorrectType, "\(type.name) takes exactly one of its fields", value.range)
    }
    switch field.value.kind {
    case .null:
      report(.valuesOfCorrectType, "the one field of \(type.name) cannot be null", field.value.range)
    case .variable(let name):
      guard let variable = uses.variables?[name], !variable.type.type.isNonNull else { return }
      report(
        .valuesOfCorrectType, "$\(name) must be of a type with ! to be the one field of \(type.name)",
        field.value.range)
    default: break
    }
  }

  private mutating func checkLeaf(_ value: InputLiteral, _ expected: TypeReference?) {
    guard let expected, let type = schema.type(of: expected) else { return }
    if let fault = LeafLiteral.fault(of: value.kind, for: type) {
      report(.valuesOfCorrectType, "expected \(expected), found \(value.shortText)\(fault)", value.range)
    }
  }
}

extension InputLiteral {
  /// The value for a message, shortened if necessary.
  fileprivate var shortText: String {
    let text = description
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

/// The literals that enums and the built-in scalars accept (October 2021, sections 3.5 and 3.9).
enum LeafLiteral {
  /// The error in a literal beyond its kind; `nil` if the type accepts it.
  static func fault(of literal: InputLiteral.Kind, for type: SchemaType) -> String? {
    switch type.kind {
    case .enum: enumFault(literal, type)
    case .scalar: scalarFault(literal, type.name)
    default: ""
    }
  }

  private static func enumFault(_ literal: InputLiteral.Kind, _ type: SchemaType) -> String? {
    guard case .enumValue(let name) = literal else { return "" }
    guard type.value(name) == nil else { return nil }
    return NearestWord.of(name, in: type.values.map(\.name)).map { "; did you mean \($0)?" } ?? ""
  }

  private static func scalarFault(_ literal: InputLiteral.Kind, _ name: String) -> String? {
    switch (name, literal) {
    case ("Int", .int(let text)): Int32(text) == nil ? ", which is not a whole number of 32 bits" : nil
    case ("Float", .int), ("Float", .float), ("String", .string), ("Boolean", .bool), ("ID", .string), ("ID", .int):
      nil
    case ("Int", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _): ""
    default: nil
    }
  }
}
