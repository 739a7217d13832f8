import Basics

/// Adds the end of a path to an operation's text.
struct SelectionAddition {
  private let schema: GraphQLSchema
  private let operation: OperationDefinition
  private var text: EditedText

  init(_ schema: GraphQLSchema, _ text: String, _ operation: OperationDefinition) {
    (self.schema, self.operation, self.text) = (schema, operation, EditedText(text))
  }

  func adding(_ path: [SelectionStep]) throws(ToggleError) -> ToggledText {
    var set = operation.selectionSet
    var type = schema.root(operation.kind)
    var bare: FieldSelection?
    var rest = path[...]
    while rest.count > 1, let step = rest.first, let found = Self.find(step, in: set, of: type) {
      type = schema.type(below: type, step)
      rest = rest.dropFirst()
      guard let inner = found.set else {
        bare = found.field
        break
      }
      set = inner
    }
    guard let type else { throw ToggleError(message: "the schema has no type there") }
    var builder = SelectionBuilder(schema, variables: operation.variables.map(\.name.text))
    let lines = try builder.lines(rest, of: type, avoiding: bare == nil ? Self.names(in: set) : [:])
    var text = text
    let cursor: Int
    if let bare {
      // A field of an object that selects nothing yet.
      cursor = bare.range.upperBound
      text.insert(" { \(lines.map(\.text).joined(separator: " ")) }", at: cursor)
    } else {
      cursor = text.insert(lines, into: set)
    }
    define(builder.added, in: &text)
    return ToggledText(text: text.result, isSelected: true, cursor: cursor + text.shift(before: cursor))
  }

  /// The selection that a step leads to, also through fragments for the same type that have no name.
  private static func find(
    _ step: SelectionStep, in set: SelectionSet, of type: SchemaType?
  ) -> (field: FieldSelection?, set: SelectionSet?)? {
    for selection in set.selections {
      switch selection {
      case .field(let field): if step == .field(field.name.text) { return (field, field.selectionSet) }
      case .spread: break
      case .inline(let inline):
        if let condition = inline.typeCondition?.text, condition != type?.name {
          if step == .on(condition) { return (nil, inline.selectionSet) }
        } else if let found = find(step, in: inline.selectionSet, of: type) {
          return found
        }
      }
    }
    return nil
  }

  /// The names in the answer, and the fields that have them.
  private static func names(in set: SelectionSet) -> [String: String] {
    var names: [String: String] = [:]
    for selection in set.selections {
      switch selection {
      case .field(let field): names[field.responseName] = field.name.text
      case .inline(let inline): names.merge(Self.names(in: inline.selectionSet)) { own, _ in own }
      case .spread: break
      }
    }
    return names
  }

  private func define(_ variables: [String], in text: inout EditedText) {
    guard !variables.isEmpty else { return }
    if let last = operation.variables.last {
      let onOwnLine = text.isFirstOnLine(last.range.lowerBound)
      let separator = onOwnLine ? text.lineEnd + text.indentation(at: last.range.lowerBound) : ", "
      text.insert(variables.map { separator + $0 }.joined(), at: last.range.upperBound)
      return
    }
    let list = "(\(variables.joined(separator: ", ")))"
    let start = operation.range.lowerBound
    if let name = operation.name {
      text.insert(list, at: name.range.upperBound)
    } else if start == operation.selectionSet.range.lowerBound {
      text.insert("query\(list) ", at: start)
    } else {
      text.insert(list, at: start + operation.kind.rawValue.utf8.count)
    }
  }
}
