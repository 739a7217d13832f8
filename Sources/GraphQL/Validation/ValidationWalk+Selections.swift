import Basics

/// Rules about selections: which fields, fragments and arguments exist.
extension ValidationWalk {
  /// Checks selections recursively; the parser limits their depth.
  /// - Parameter parent: `nil` if unknown; then most rules do not apply.
  mutating func checkSelections(_ set: SelectionSet, of parent: SchemaType?) {
    for selection in set.selections {
      switch selection {
      case .field(let field): checkField(field, of: parent)
      case .spread(let spread): checkSpread(spread, in: parent)
      case .inline(let inline): checkInline(inline, in: parent)
      }
    }
  }

  // Selections are recursive: the checks of each are separate functions, whose stack frames are gone before its
  // children.
  private mutating func checkField(_ field: FieldSelection, of parent: SchemaType?) {
    let type = checkedType(field, of: parent)
    if let set = field.selectionSet { checkSelections(set, of: type) }
  }

  private mutating func checkInline(_ inline: InlineFragment, in parent: SchemaType?) {
    let type = checkedType(inline, in: parent)
    checkSelections(inline.selectionSet, of: type)
  }

  /// Checks a field except for its selections.
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
          "the fragment \"\(name)\" is for \(type.name), which \(parent.name) never is", spread.name.range)
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
        report(.possibleFragmentSpreads, "\(parent.name) is never a \(type.name)", condition.range)
      }
    }
    checkDirectives(inline.directives, at: .inlineFragment, field: nil)
    return type
  }

  private mutating func checkArguments(
    _ field: FieldSelection, of parent: SchemaType?, _ definition: SchemaField?
  ) {
    checkUniqueNames(of: field.arguments)
    for argument in field.arguments { checkValue(argument.value, of: definition?.argument(argument.name.text)) }
    guard let definition, let parent else { return }
    check(field.arguments, by: definition.arguments, of: "\(parent.name).\(definition.name)")
    requireArguments(definition.arguments, of: definition.name, in: field.arguments, at: field.name.range)
  }

  /// Checks that the arguments given to a field or a directive exist.
  private mutating func check(_ given: [ArgumentUse], by known: [SchemaInput], of owner: String) {
    for argument in given where !known.contains(where: { $0.name == argument.name.text }) {
      let hint = suggestion(for: argument.name.text, among: known.map(\.name))
      report(
        .knownArgumentNames, "\(owner) has no argument \"\(argument.name.text)\"" + hint, argument.name.range)
    }
  }

  private mutating func requireArguments(
    _ known: [SchemaInput], of owner: String, in given: [ArgumentUse], at range: Range<Int>
  ) {
    for required in known where required.isRequired && !given.contains(where: { $0.name.text == required.name }) {
      report(.providedRequiredArguments, "\(owner) needs the argument \(required.name): \(required.type)", range)
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

  /// - Parameter field: the field with the directives: the arguments of an unknown directive are looked up in it, as in
  ///   graphql-js.
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
          report(.knownDirectives, "@\(name) is not allowed here (\(location.rawValue))", directive.name.range)
        }
      } else {
        let hint = suggestion(for: name, among: schema.directives.map(\.name))
        report(.knownDirectives, "there is no directive @\(name)" + hint, directive.name.range)
      }
      if let known {
        if !known.isRepeatable, !seen.insert(name).inserted {
          report(.uniqueDirectivesPerLocation, "@\(name) is allowed here only once", directive.name.range)
        }
        check(directive.arguments, by: known.arguments, of: "@\(known.name)")
        requireArguments(known.arguments, of: "@\(known.name)", in: directive.arguments, at: directive.range)
      }
      for argument in directive.arguments {
        checkValue(
          argument.value,
          of: known.map { $0.argument(argument.name.text) } ?? field?.argument(argument.name.text))
      }
    }
  }
}

/// Rules about fragments that spread fragments. None of them is recursive, because chains of fragments may have any
/// length.
extension ValidationWalk {
  /// The fragments reachable from these spreads, each once.
  func reachableFragments(from spreads: [FragmentSpread]) -> [String] {
    var seen: Set<String> = []
    var reached: [String] = []
    var waiting = spreads
    while let spread = waiting.popLast() {
      let name = spread.name.text
      guard seen.insert(name).inserted, let uses = fragmentUses[name] else { continue }
      reached.append(name)
      waiting += uses.spreads
    }
    return reached
  }

  /// Reports every spread that closes a cycle. If two fragments share a name, the first starts a path and the last
  /// continues it.
  mutating func checkFragmentGraph() {
    var finished: Set<String> = []
    for fragment in document.fragments where !finished.contains(fragment.name.text) {
      let name = fragment.name.text
      var path: [(name: String, spreads: [FragmentSpread], next: Int)] = [(name, firstSpreads[name] ?? [], 0)]
      var onPath: Set<String> = [name]
      while let last = path.last {
        guard last.next < last.spreads.count else {
          path.removeLast()
          onPath.remove(last.name)
          finished.insert(last.name)
          continue
        }
        path[path.count - 1].next += 1
        let spread = last.spreads[last.next]
        if onPath.contains(spread.name.text) {
          reportCycle(spread, path.map(\.name))
        } else if !finished.contains(spread.name.text), let uses = fragmentUses[spread.name.text] {
          path.append((spread.name.text, uses.spreads, 0))
          onPath.insert(spread.name.text)
        }
      }
    }
  }

  private mutating func reportCycle(_ spread: FragmentSpread, _ path: [String]) {
    let name = spread.name.text
    let start = path.firstIndex(of: name) ?? 0
    let via = path[(start + 1)...].prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    report(
      .noFragmentCycles, "the fragment \"\(name)\" contains itself" + (via.isEmpty ? "" : " through \(via)"),
      spread.range)
  }

  /// Checks that a subscription selects one field that is not an introspection field.
  mutating func checkSubscription(_ operation: OperationDefinition) {
    guard operation.kind == .subscription, let root = schema.root(.subscription) else { return }
    var seen: Set<String> = []
    var names: Set<String> = []
    var waiting = [operation.selectionSet]
    while let set = waiting.popLast() {
      for selection in set.selections where !isLeftOut(selection) {
        switch selection {
        case .field(let field):
          if names.insert(field.responseName).inserted, names.count == 2 {
            report(
              .singleFieldSubscriptions, "a subscription selects exactly one field", field.range)
          }
          if field.name.text.utf8.starts(with: "__".utf8) {
            report(
              .singleFieldSubscriptions, "a subscription cannot select \(field.name.text)", field.name.range)
          }
        case .inline(let inline):
          if applies(inline.typeCondition, to: root) { waiting.append(inline.selectionSet) }
        case .spread(let spread):
          guard seen.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text],
            applies(fragment.typeCondition, to: root)
          else { continue }
          waiting.append(fragment.selectionSet)
        }
      }
    }
  }

  private func applies(_ condition: NamePlace?, to root: SchemaType) -> Bool {
    guard let condition else { return true }
    return condition.text == root.name || schema.isSubtype(root.name, of: condition.text)
  }

  /// True if the directives exclude a selection regardless of the variables.
  private func isLeftOut(_ selection: Selection) -> Bool {
    selection.directives.contains { directive in
      guard let value = directive.arguments.first(where: { $0.name.text == "if" })?.value.kind else { return false }
      return directive.name.text == "skip" && value == .bool(true)
        || directive.name.text == "include" && value == .bool(false)
    }
  }

  /// Reports introspection lists nested three levels deep: they enable denial of service, so servers reject them.
  mutating func checkIntrospectionDepth(of field: FieldSelection) {
    let lists: Set<String> = ["fields", "interfaces", "possibleTypes", "inputFields"]
    var seen: Set<[String]> = []
    var waiting: [(set: SelectionSet, depth: Int)] = field.selectionSet.map { [($0, 0)] } ?? []
    while let (set, depth) = waiting.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          let inner = depth + (lists.contains(field.name.text) ? 1 : 0)
          if inner >= 3 {
            return report(
              .maxIntrospectionDepth, "introspection nests \(field.name.text) too deep for servers", field.name.range)
          }
          if let set = field.selectionSet { waiting.append((set, inner)) }
        case .inline(let inline): waiting.append((inline.selectionSet, depth))
        case .spread(let spread):
          guard seen.insert([spread.name.text, String(depth)]).inserted, let fragment = fragments[spread.name.text]
          else { continue }
          waiting.append((fragment.selectionSet, depth))
        }
      }
    }
  }
}
