import Basics

/// Rules about selections: which fields, fragments and arguments there are.
extension ValidationWalk {
  /// As deep as selections nest, which the parser limits.
  /// - Parameter parent: `nil` where it is not known; then most rules have nothing to say.
  mutating func checkSelections(_ set: SelectionSet, of parent: SchemaType?) {
    for selection in set.selections {
      switch selection {
      case .field(let field): checkField(field, of: parent)
      case .spread(let spread): checkSpread(spread, in: parent)
      case .inline(let inline): checkInline(inline, in: parent)
      }
    }
  }

  // Selections nest, so what is checked of each stands beside, and leaves the stack before those within it are looked at.
  private mutating func checkField(_ field: FieldSelection, of parent: SchemaType?) {
    let type = checkedType(field, of: parent)
    if let set = field.selectionSet { checkSelections(set, of: type) }
  }

  private mutating func checkInline(_ inline: InlineFragment, in parent: SchemaType?) {
    let type = checkedType(inline, in: parent)
    checkSelections(inline.selectionSet, of: type)
  }

  /// Checks all of a field but its selections.
  /// - Returns: the type of those.
  private mutating func checkedType(_ field: FieldSelection, of parent: SchemaType?) -> SchemaType? {
    let name = field.name.text
    let definition = parent.flatMap { schema.field(name, of: $0) }
    if let parent, definition == nil { reportUnknownField(field.name, of: parent) }
    let type = definition.flatMap { schema.type(of: $0.type) }
    if let definition, let type {
      if type.isLeaf, field.selectionSet != nil {
        report(.scalarLeafs, "\(name) is \(definition.type) and has no fields to select", field.name.range)
      } else if !type.isLeaf, field.selectionSet == nil {
        report(
          .scalarLeafs, "\(name) is \(definition.type): select fields of it, as in \(name) { … }", field.name.range)
      }
    }
    if name == "__schema" || name == "__type" { checkIntrospectionDepth(of: field) }
    checkArguments(field, of: parent, definition)
    checkDirectives(field.directives, at: .field, field: definition)
    return type?.isComposite == true ? type : nil
  }

  private mutating func reportUnknownField(_ name: NamePlace, of parent: SchemaType) {
    let owners = parent.isAbstract && issues.count < 20 ? schema.possibleTypes(of: parent).prefix(500) : []
    if let owner = owners.first(where: { schema.type($0)?.field(name.text) != nil }) {
      let hint = "; \(owner) has: select it in ... on \(owner) { \(name.text) }"
      report(.fieldsOnCorrectType, "\(parent.name) has no field \"\(name.text)\"\(hint)", name.range)
    } else {
      let hint = suggestion(for: name.text, among: parent.fields.map(\.name))
      report(
        .fieldsOnCorrectType, "\(parent.name) has no field \"\(name.text)\"" + hint, name.range)
    }
  }

  private mutating func checkSpread(_ spread: FragmentSpread, in parent: SchemaType?) {
    uses.spreads.append(spread)
    let name = spread.name.text
    if let fragment = fragments[name] {
      if let parent, let type = schema.type(fragment.typeCondition.text), type.isComposite,
        !schema.overlap(type, parent)
      {
        report(
          .possibleFragmentSpreads,
          "the fragment \"\(name)\" is for \(type.name), and no \(parent.name) is one", spread.name.range)
      }
    } else {
      let hint = suggestion(for: name, among: Array(fragments.keys))
      report(.knownFragmentNames, "there is no fragment \"\(name)\"" + hint, spread.name.range)
    }
    checkDirectives(spread.directives, at: .fragmentSpread, field: nil)
  }

  private mutating func checkedType(_ inline: InlineFragment, in parent: SchemaType?) -> SchemaType? {
    var type = parent
    if let condition = inline.typeCondition {
      type = checkTypeCondition(condition, of: nil)
      if let type, let parent, !schema.overlap(type, parent) {
        report(.possibleFragmentSpreads, "no \(parent.name) is a \(type.name)", condition.range)
      }
    }
    checkDirectives(inline.directives, at: .inlineFragment, field: nil)
    return type
  }

  private mutating func checkArguments(
    _ field: FieldSelection, of parent: SchemaType?, _ definition: SchemaField?
  ) {
    checkUniqueNames(of: field.arguments)
    for argument in field.arguments {
      let known = definition?.argument(argument.name.text)
      if let definition, let parent, known == nil {
        let hint = suggestion(for: argument.name.text, among: definition.arguments.map(\.name))
        report(
          .knownArgumentNames,
          "\(parent.name).\(definition.name) has no argument \"\(argument.name.text)\"" + hint,
          argument.name.range)
      }
      checkValue(argument.value, of: known)
    }
    guard let definition else { return }
    for required in definition.arguments where required.isRequired {
      guard !field.arguments.contains(where: { $0.name.text == required.name }) else { continue }
      report(
        .providedRequiredArguments, "\(definition.name) needs the argument \(required.name): \(required.type)",
        field.name.range)
    }
  }

  private mutating func checkUniqueNames(of arguments: [ArgumentUse]) {
    guard arguments.count > 1 else { return }
    var names: Set<String> = []
    for argument in arguments where !names.insert(argument.name.text).inserted {
      report(
        .uniqueArgumentNames, "the argument \"\(argument.name.text)\" is given twice", argument.name.range)
    }
  }

  /// - Parameter field: the field that the directives stand at: the arguments of an unknown directive are looked up in it, as
  ///   graphql-js does.
  mutating func checkDirectives(
    _ directives: [DirectiveUse], at location: DirectiveLocation, field: SchemaField?
  ) {
    var seen: Set<String> = []
    for directive in directives {
      let name = directive.name.text
      let known = schema.directive(name)
      checkUniqueNames(of: directive.arguments)
      if let known, !known.locations.isEmpty {
        if !known.locations.contains(location) {
          report(.knownDirectives, "@\(name) cannot stand here (\(location.rawValue))", directive.name.range)
        }
      } else {
        let hint = suggestion(for: name, among: schema.directives.map(\.name))
        report(.knownDirectives, "there is no directive @\(name)" + hint, directive.name.range)
      }
      if let known {
        if !known.isRepeatable, !seen.insert(name).inserted {
          report(.uniqueDirectivesPerLocation, "@\(name) can stand here only once", directive.name.range)
        }
        checkArguments(of: directive, known)
      }
      for argument in directive.arguments {
        checkValue(
          argument.value,
          of: known.map { $0.argument(argument.name.text) } ?? field?.argument(argument.name.text))
      }
    }
  }

  private mutating func checkArguments(of directive: DirectiveUse, _ known: SchemaDirective) {
    for argument in directive.arguments where known.argument(argument.name.text) == nil {
      let hint = suggestion(for: argument.name.text, among: known.arguments.map(\.name))
      report(
        .knownArgumentNames,
        "@\(known.name) has no argument \"\(argument.name.text)\"" + hint, argument.name.range)
    }
    for required in known.arguments where required.isRequired {
      guard !directive.arguments.contains(where: { $0.name.text == required.name }) else { continue }
      report(
        .providedRequiredArguments, "@\(known.name) needs the argument \(required.name): \(required.type)",
        directive.range)
    }
  }
}
