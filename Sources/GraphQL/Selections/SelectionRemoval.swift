/// Takes the end of a path out of an operation's text.
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
    return ToggledText(text: result, isSelected: false, cursor: min(cursor, result.utf8.count))
  }

  /// The selections that have to go, in the order of the text.
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
      // Nothing would be left of it.
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

  /// Takes out the definitions of variables that were used before and are not now.
  private func withoutUnused(_ names: Set<String>, in text: String) -> String {
    guard !operation.variables.isEmpty, !names.isEmpty else { return text }
    // What was a document is one without some of its selections; if not, the text stays as it is.
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
    // One after the other, so that the commas between them are taken out once.
    let variable = gone[0]
    if variable == changed.variables[0], !edited.isFirstOnLine(variable.range.lowerBound) {
      edited.replace(variable.range.lowerBound..<changed.variables[1].range.lowerBound, by: "")
    } else {
      edited.remove(variable.range)
    }
    return gone.count == 1 ? edited.result : withoutUnused(names, in: edited.result)
  }

  /// From parenthesis to parenthesis.
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
