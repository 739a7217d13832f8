/// A text after something was added to its selections or taken out of them.
package struct ToggledText: Hashable, Sendable {
  package var text: String
  /// Whether it is selected now.
  package var isSelected: Bool
  /// Where the change starts, in bytes of UTF-8.
  package var cursor: Int
}

/// Why a selection cannot be changed.
package struct ToggleError: Error, Hashable, Sendable, CustomStringConvertible {
  package var message: String
  package var description: String { message }
}

extension GraphQLSchema {
  /// Adds the end of a path to an operation, with what it needs: the fields on the way, a field of an object, variables for
  /// required arguments. Or, if the operation selects it, takes it out, with the fields around it that would be empty and
  /// variables that nothing else uses. Other lines stay as they are.
  /// - Parameters:
  ///   - path: from the root; not empty.
  ///   - kind: of the operation. Without one in the text, it is added.
  ///   - offset: the cursor, which tells several operations apart.
  /// - Throws: if the text cannot be read, the schema has no such path, or a fragment selects its end.
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
    case nil: return try SelectionAddition(self, text, operation).adding(path)
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
    return ToggledText(text: new + "}\n", isSelected: true, cursor: cursor)
  }
}
