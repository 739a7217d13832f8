import Basics

/// A text after a selection was added or removed.
package struct ToggledText: Hashable, Sendable {
  package var text: String
  /// The start of the change, in bytes of UTF-8.
  package var cursor: Int
}

/// The reason why a selection cannot be changed.
package struct ToggleError: Error, Hashable, Sendable, CustomStringConvertible {
  package var message: String
  package var description: String { message }
}

extension GraphQLSchema {
  /// Toggles the last field of a path in an operation. Adding includes the fields on the way, a field of an object, and
  /// variables for required arguments. Removing includes parents that would become empty and variables that are no
  /// longer used. Other lines stay unchanged.
  /// - Parameters:
  ///   - path: the fields from the root; not empty.
  ///   - kind: the kind of operation; it is added if the text has none.
  ///   - offset: the cursor, which selects one of several operations.
  /// - Throws: if the text does not parse, the schema lacks the path, or a fragment selects its end.
  package func toggle(
    _ path: [SelectionStep], of kind: OperationKind = .query, in text: String, near offset: Int = 0
  ) throws(ToggleError) -> ToggledText {
    guard !path.isEmpty else { throw ToggleError(message: "nothing to select") }
    guard Lexer.tokens(of: Array(text.utf8)).count > 1 else {
      return try newOperation(path, kind, after: text, isFirst: true)
    }
    let document: GraphQLDocument
    do { document = try GraphQLDocument(parsing: text) } catch {
      throw ToggleError(message: "the query cannot be read: \(error)")
    }
    let operations = document.operations.filter { $0.kind == kind }
    guard let operation = operations.last(where: { $0.range.lowerBound <= offset }) ?? operations.first else {
      return try newOperation(path, kind, after: text, isFirst: document.operations.isEmpty)
    }
    let marks = SelectionMarks(self, document, operation).steps(at: Array(path.dropLast()))
    switch path.last.flatMap({ marks[$0] }) {
    case .direct: return SelectionRemoval(schema: self, text: text, operation: operation).removing(path)
    case .byFragment(let name):
      throw ToggleError(message: "the fragment \"\(name)\" selects it; change it there")
    case nil:
      return try SelectionAddition(schema: self, operation: operation, text: EditedText(text)).adding(path)
    }
  }

  private func newOperation(
    _ path: [SelectionStep], _ kind: OperationKind, after text: String, isFirst: Bool
  ) throws(ToggleError) -> ToggledText {
    guard let root = root(kind) else { throw ToggleError(message: "the schema has no \(kind.rawValue)") }
    var builder = SelectionBuilder(self, variables: [])
    let lines = try builder.lines(path[...], of: root, avoiding: [:])
    let variables = builder.added.isEmpty ? "" : "(\(builder.added.joined(separator: ", ")))"
    let name = isFirst ? "" : " New\(root.name)"
    var new = text
    if !new.isEmpty, !new.hasSuffix("\n") { new += "\n" }
    if !isFirst { new += "\n" }
    let cursor = new.utf8.count
    new += "\(kind.rawValue)\(name)\(variables) {\n"
    for line in lines { new += String(repeating: "  ", count: line.depth + 1) + line.text + "\n" }
    return ToggledText(text: new + "}\n", cursor: cursor)
  }
}

/// Adds the last field of a path to an operation's text.
struct SelectionAddition {
  let schema: GraphQLSchema
  let operation: OperationDefinition
  let text: EditedText

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
      // An object field without a selection set.
      cursor = bare.range.upperBound
      text.insert(" { \(lines.map(\.text).joined(separator: " ")) }", at: cursor)
    } else {
      cursor = text.insert(lines, into: set)
    }
    define(builder.added, in: &text)
    return ToggledText(text: text.result, cursor: cursor + text.shift(before: cursor))
  }

  /// Finds the selection for a step, also through inline fragments for the same type.
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

  /// The response names, and the fields that have them.
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

/// Writes selections: the fields of a path with their required arguments and selections.
struct SelectionBuilder {
  /// An added line with its nesting depth.
  struct Line {
    var depth: Int
    var text: String
  }

  private let schema: GraphQLSchema
  private var names: Set<String>
  /// Definitions of the variables for required arguments: `$id: ID!`.
  private(set) var added: [String] = []

  /// - Parameter variables: the names of the operation's variables.
  init(_ schema: GraphQLSchema, variables: [String]) {
    self.schema = schema
    names = Set(variables)
  }

  /// - Parameter taken: the response names in use beside the first line, with their fields.
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

/// Removes the last field of a path from an operation's text.
struct SelectionRemoval {
  let schema: GraphQLSchema
  let text: String
  let operation: OperationDefinition

  func removing(_ path: [SelectionStep]) -> ToggledText {
    var ranges = removals(in: operation.selectionSet, of: schema.root(operation.kind), path[...])
    var edited = EditedText(text)
    if ranges.count == operation.selectionSet.selections.count, let first = ranges.first,
      operation.selectionSet.selections.map(\.range) == ranges
    {
      // An operation must select something.
      edited.replace(first, by: "__typename")
      ranges.removeFirst()
    }
    for range in ranges { edited.remove(range) }
    let cursor = ranges.first?.lowerBound ?? operation.selectionSet.range.lowerBound
    let names = variables(in: ranges + [operation.selectionSet.range])
    let result = withoutUnused(names, in: edited.result)
    return ToggledText(text: result, cursor: min(cursor, result.utf8.count))
  }

  /// The selections to remove, in the order of the text.
  private func removals(
    in set: SelectionSet, of type: SchemaType?, _ path: ArraySlice<SelectionStep>
  ) -> [Range<Int>] {
    guard let step = path.first else { return [] }
    var ranges: [Range<Int>] = []
    for selection in set.selections {
      var inner: SelectionSet?
      var rest = path.dropFirst()
      switch selection {
      case .spread: continue
      case .field(let field):
        guard step == .field(field.name.text) else { continue }
        inner = field.selectionSet
      case .inline(let inline):
        inner = inline.selectionSet
        if let condition = inline.typeCondition?.text, condition != type?.name {
          guard step == .on(condition) else { continue }
        } else {
          rest = path
        }
      }
      guard !rest.isEmpty else {
        ranges.append(selection.range)
        continue
      }
      guard let inner else { continue }
      let below = rest.count == path.count ? type : schema.type(below: type, step)
      let removed = removals(in: inner, of: below, rest)
      // Removing all selections would leave an empty set.
      let isEmptied = !removed.isEmpty && removed == inner.selections.map(\.range)
      ranges += isEmptied ? [selection.range] : removed
    }
    return ranges
  }

  /// The names of the variables in some ranges of the text.
  private func variables(in ranges: [Range<Int>]) -> Set<String> {
    let bytes = Array(text.utf8)
    var names: Set<String> = []
    for range in ranges {
      let tokens = Lexer.tokens(of: Array(bytes[range]))
      for (token, next) in zip(tokens, tokens.dropFirst()) where token.kind == .dollar && next.kind == .name {
        let start = range.lowerBound
        let name = bytes[(next.range.lowerBound + start)..<(next.range.upperBound + start)]
        names.insert(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }

  /// Removes the definitions of variables that are no longer used.
  private func withoutUnused(_ names: Set<String>, in text: String) -> String {
    guard !operation.variables.isEmpty, !names.isEmpty else { return text }
    // Removing selections keeps a document valid. If it does not parse after all, the text stays unchanged.
    guard let document = try? GraphQLDocument(parsing: text),
      let changed = document.operations.last(where: { $0.range.lowerBound <= operation.range.lowerBound })
    else { return text }
    let unused = Set(
      schema.validate(document, limit: 10_000).filter { $0.rule == .noUnusedVariables }.map(\.range.lowerBound))
    let gone = changed.variables.filter {
      unused.contains($0.name.range.lowerBound) && names.contains($0.name.text)
    }
    guard !gone.isEmpty else { return text }
    var edited = EditedText(text)
    if gone.count == changed.variables.count, let list = variableList(of: changed, edited.bytes) {
      edited.replace(list, by: "")
      return edited.result
    }
    // One at a time, so that each comma between them is removed once.
    let variable = gone[0]
    if variable == changed.variables[0], !edited.isFirstOnLine(variable.range.lowerBound) {
      edited.replace(variable.range.lowerBound..<changed.variables[1].range.lowerBound, by: "")
    } else {
      edited.remove(variable.range)
    }
    return gone.count == 1 ? edited.result : withoutUnused(names, in: edited.result)
  }

  /// The variable list from parenthesis to parenthesis.
  private func variableList(of operation: OperationDefinition, _ bytes: [UInt8]) -> Range<Int>? {
    guard let first = operation.variables.first, let last = operation.variables.last else { return nil }
    let start = operation.range.lowerBound
    let head = Lexer.tokens(of: Array(bytes[start..<first.range.lowerBound])).last { $0.kind == .parenOpen }
    let tail = Lexer.tokens(of: Array(bytes[last.range.upperBound..<operation.selectionSet.range.lowerBound]))
      .first { $0.kind == .parenClose }
    guard let head, let tail else { return nil }
    return head.range.lowerBound + start..<tail.range.upperBound + last.range.upperBound
  }
}
