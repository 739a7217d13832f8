/// Writes selections: the fields of a path with what they need.
struct SelectionBuilder {
  /// One line of what is added, how deep it stands in it.
  struct Line {
    var depth: Int
    var text: String
  }

  private let schema: GraphQLSchema
  private var names: Set<String>
  /// Definitions of the variables for required arguments: `$id: ID!`.
  private(set) var added: [String] = []

  /// - Parameter variables: the names that the operation has.
  init(_ schema: GraphQLSchema, variables: [String]) {
    self.schema = schema
    names = Set(variables)
  }

  /// - Parameter taken: the names in the answer that are taken next to the first line, with the fields that have them.
  mutating func lines(
    _ path: ArraySlice<SelectionStep>, of parent: SchemaType, avoiding taken: [String: String]
  ) throws(ToggleError) -> [Line] {
    var lines: [Line] = []
    var type: SchemaType? = parent
    for (depth, step) in path.enumerated() {
      guard let around = type else { throw ToggleError(message: "the schema has no type there") }
      var head: String
      switch step {
      case .on(let name):
        guard schema.type(name)?.isComposite == true else {
          throw ToggleError(message: "there is no type \(name) to select from")
        }
        head = "... on \(name)"
      case .field(let name):
        guard let field = schema.field(name, of: around) else {
          throw ToggleError(message: "\(around.name) has no field \"\(name)\"")
        }
        head = alias(for: name, depth == 0 ? taken : [:]) + name + arguments(of: field)
      }
      type = schema.type(below: around, step)
      if type?.isComposite == true { head += " {" }
      lines.append(Line(depth: depth, text: head))
    }
    var open = lines.count
    if let type, type.isComposite {
      lines.append(Line(depth: open, text: schema.firstLeaf(of: type)))
    } else {
      open -= 1
    }
    for depth in (0..<open).reversed() { lines.append(Line(depth: depth, text: "}")) }
    return lines
  }

  private func alias(for name: String, _ taken: [String: String]) -> String {
    guard let field = taken[name], field != name else { return "" }
    var number = 2
    while taken["\(name)\(number)"] != nil { number += 1 }
    return "\(name)\(number): "
  }

  private mutating func arguments(of field: SchemaField) -> String {
    let required = field.arguments.filter(\.isRequired)
    guard !required.isEmpty else { return "" }
    var texts: [String] = []
    for argument in required {
      let name = variable(for: argument, of: field)
      added.append("$\(name): \(argument.type)")
      texts.append("\(argument.name): $\(name)")
    }
    return "(\(texts.joined(separator: ", ")))"
  }

  private mutating func variable(for argument: SchemaInput, of field: SchemaField) -> String {
    var name = argument.name
    if names.contains(name) { name = field.name + argument.name.prefix(1).uppercased() + argument.name.dropFirst() }
    let base = name
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}
