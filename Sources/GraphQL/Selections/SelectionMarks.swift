/// One step of a path through selections, from the root of an operation.
package enum SelectionStep: Hashable, Sendable {
  /// A field, by its own name rather than an alias.
  case field(String)
  /// A fragment on a type that differs from the enclosing one.
  case on(String)
}

/// The way in which something is selected.
package enum SelectionMark: Hashable, Sendable {
  /// In the operation itself.
  case direct
  /// By a fragment that the operation spreads, with this name.
  case byFragment(String)
}

/// The fields of a schema tree that an operation selects, for check marks. Queried row by row, so that cycles of types
/// and fragments do not matter.
package struct SelectionMarks: Sendable {
  /// Selection sets that apply to the same object.
  struct Level {
    /// The sets, each with the fragment through which it was reached.
    var sets: [(set: SelectionSet, fragment: String?)]
    var type: SchemaType?
  }

  private let schema: GraphQLSchema
  private let operation: OperationDefinition
  private let fragments: [String: FragmentDefinition]

  package init(_ schema: GraphQLSchema, _ document: GraphQLDocument, _ operation: OperationDefinition) {
    (self.schema, self.operation) = (schema, operation)
    fragments = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
  }

  /// The selections directly below a path; the empty path is the root. A direct selection takes precedence over one by
  /// a fragment.
  package func steps(at path: [SelectionStep]) -> [SelectionStep: SelectionMark] {
    var level = Level(sets: [(operation.selectionSet, nil)], type: schema.root(operation.kind))
    for step in path {
      level = below(level, step)
      if level.sets.isEmpty { return [:] }
    }
    var marks: [SelectionStep: SelectionMark] = [:]
    visit(level) { step, fragment, _ in
      if marks[step] != .direct { marks[step] = fragment.map { .byFragment($0) } ?? .direct }
    }
    return marks
  }

  private func below(_ level: Level, _ step: SelectionStep) -> Level {
    var next = Level(sets: [], type: schema.type(below: level.type, step))
    visit(level) { found, fragment, set in
      if found == step, let set { next.sets.append((set, fragment)) }
    }
    return next
  }

  /// Visits everything selected at a level, also through fragments without a type condition or for its type.
  private func visit(_ level: Level, _ found: (SelectionStep, String?, SelectionSet?) -> Void) {
    var waiting = level.sets
    var seen: Set<String> = []
    while let (set, fragment) = waiting.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field): found(.field(field.name.text), fragment, field.selectionSet)
        case .inline(let inline):
          if let condition = inline.typeCondition?.text, condition != level.type?.name {
            found(.on(condition), fragment, inline.selectionSet)
          } else {
            waiting.append((inline.selectionSet, fragment))
          }
        case .spread(let spread):
          let name = spread.name.text
          guard let spreaded = fragments[name], seen.insert(name).inserted else { continue }
          if spreaded.typeCondition.text == level.type?.name {
            waiting.append((spreaded.selectionSet, name))
          } else {
            found(.on(spreaded.typeCondition.text), name, spreaded.selectionSet)
          }
        }
      }
    }
  }
}

extension GraphQLSchema {
  /// The type to which a step leads.
  func type(below type: SchemaType?, _ step: SelectionStep) -> SchemaType? {
    switch step {
    case .field(let name): type.flatMap { field(name, of: $0) }.flatMap { self.type(of: $0.type) }
    case .on(let name): self.type(name)
    }
  }

  /// The default field to select of a type: `id`, otherwise a leaf without required arguments.
  func firstLeaf(of type: SchemaType) -> String {
    let leaves = type.fields.filter { field in
      field.deprecation == nil && self.type(of: field.type)?.isLeaf == true
        && !field.arguments.contains(where: \.isRequired)
    }
    return (leaves.first { $0.name == "id" } ?? leaves.first)?.name ?? "__typename"
  }
}
