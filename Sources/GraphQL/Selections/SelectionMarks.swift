/// One step of a path through selections, from the root of an operation.
package enum SelectionStep: Hashable, Sendable {
  /// A field, by its own name.
  case field(String)
  /// A fragment on another type than the one around it.
  case on(String)
}

/// How something is selected.
package enum SelectionMark: Hashable, Sendable {
  /// In the operation itself.
  case direct
  /// By a fragment that the operation spreads, with this name.
  case byFragment(String)
}

/// Which fields of a tree of the schema an operation selects, for ticks: asked row by row, so that neither circles of types nor
/// of fragments matter.
package struct SelectionMarks: Sendable {
  /// Selection sets that belong together: they are of one object.
  struct Level {
    /// With the fragment that they were reached by.
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

  /// What is selected right below a path; the empty path is the root. What the operation itself selects counts as that, even if a
  /// fragment selects it, too.
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

  /// Tells everything that is selected at a level, through fragments that are for its type or for none.
  private func visit(_ level: Level, _ tell: (SelectionStep, String?, SelectionSet?) -> Void) {
    var waiting = level.sets
    var seen: Set<String> = []
    while let (set, fragment) = waiting.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field): tell(.field(field.name.text), fragment, field.selectionSet)
        case .inline(let inline):
          if let condition = inline.typeCondition?.text, condition != level.type?.name {
            tell(.on(condition), fragment, inline.selectionSet)
          } else {
            waiting.append((inline.selectionSet, fragment))
          }
        case .spread(let spread):
          let name = spread.name.text
          guard let spreaded = fragments[name], seen.insert(name).inserted else { continue }
          if spreaded.typeCondition.text == level.type?.name {
            waiting.append((spreaded.selectionSet, name))
          } else {
            tell(.on(spreaded.typeCondition.text), name, spreaded.selectionSet)
          }
        }
      }
    }
  }
}

extension GraphQLSchema {
  /// The type that a step leads to.
  func type(below type: SchemaType?, _ step: SelectionStep) -> SchemaType? {
    switch step {
    case .field(let name): type.flatMap { field(name, of: $0) }.flatMap { self.type(of: $0.type) }
    case .on(let name): self.type(name)
    }
  }

  /// A field to select first of a type: `id`, else a leaf that needs no arguments.
  func firstLeaf(of type: SchemaType) -> String {
    let leaves = type.fields.filter { field in
      field.deprecation == nil && self.type(of: field.type)?.isLeaf == true
        && !field.arguments.contains(where: \.isRequired)
    }
    return (leaves.first { $0.name == "id" } ?? leaves.first)?.name ?? "__typename"
  }
}
