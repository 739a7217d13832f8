/// Checks that fields with the same response name can be merged (October 2021, section 5.3.2). Instead of comparing
/// pairs, fields with the same name form groups, and the selections of a group are merged and grouped in turn: first by
/// return type, then, for fields that one object can have, by name and arguments. Each group is checked once, so that
/// the cost grows with the document for all but hostile documents, which a budget stops.
struct FieldMerging {
  typealias Conflict = (message: String, range: Range<Int>)

  /// A field and its parent type.
  private struct Entry {
    var field: FieldSelection
    var parent: SchemaType?
    /// `nil` if the field is not known.
    var type: TypeReference?
    var id: Int { field.range.lowerBound }
  }

  /// The fields of some selection sets by their name in the answer, in the order of the text.
  private struct Groups {
    var names: [String] = []
    var entries: [String: [Entry]] = [:]
    /// The fragments spread on the way.
    var spreads: Set<String> = []
    private var seen: Set<Int> = []

    mutating func add(_ entry: Entry) {
      guard seen.insert(entry.id).inserted else { return }
      let name = entry.field.responseName
      if entries[name] == nil { names.append(name) }
      entries[name, default: []].append(entry)
    }

    /// The groups with more than one field.
    var merged: [[Entry]] {
      names.compactMap { name in entries[name].flatMap { $0.count > 1 ? $0 : nil } }
    }
  }

  private let schema: GraphQLSchema
  private let fragments: [String: FragmentDefinition]
  private var conflicts: [Conflict] = []
  /// The fragments that some set has been compared with.
  private var covered: Set<String> = []
  private var shapesSeen: Set<[Int]> = []
  private var parentsSeen: Set<[Int]> = []
  /// The number of selections that may still be compared.
  private var budget = 1_000_000

  init(_ schema: GraphQLSchema, _ fragments: [String: FragmentDefinition]) {
    (self.schema, self.fragments) = (schema, fragments)
  }

  /// The conflicts in all selection sets. Comparing a set covers the fragments spread in it, so that only fragments
  /// that no set spreads are compared separately.
  mutating func conflicts(in document: GraphQLDocument) -> [Conflict] {
    for definition in document.definitions {
      switch definition {
      case .operation(let operation): compare(operation.selectionSet, of: schema.root(operation.kind))
      case .fragment(let fragment):
        compareBelow(fragment.selectionSet, of: schema.type(fragment.typeCondition.text))
      case .typeSystem: break
      }
    }
    for fragment in document.fragments where !covered.contains(fragment.name.text) {
      compareSelections(fragment.selectionSet, of: schema.type(fragment.typeCondition.text))
    }
    return conflicts
  }

  /// Compares the selections of a set, then those of its fields. The parser limits the recursion depth.
  private mutating func compare(_ set: SelectionSet, of parent: SchemaType?) {
    compareSelections(set, of: parent)
    compareBelow(set, of: parent)
  }

  private mutating func compareSelections(_ set: SelectionSet, of parent: SchemaType?) {
    // A set that only spreads one fragment equals the fragment.
    if set.selections.count == 1 {
      guard case .inline = set.selections[0] else { return }
    }
    let groups = groups([(set, parent)])
    covered.formUnion(groups.spreads)
    for group in groups.merged { compare(group) }
  }

  private mutating func compareBelow(_ set: SelectionSet, of parent: SchemaType?) {
    for selection in set.selections where budget > 0 {
      switch selection {
      case .field(let field):
        guard let inner = field.selectionSet else { continue }
        compare(inner, of: parent?.field(field.name.text).flatMap { schema.type(of: $0.type) })
      case .inline(let inline):
        compareBelow(inline.selectionSet, of: condition(inline.typeCondition, in: parent))
      case .spread: break
      }
    }
  }

  private func condition(_ name: NamePlace?, in parent: SchemaType?) -> SchemaType? {
    name.map { schema.type($0.text) } ?? parent
  }

  /// Groups the fields of the sets and of the fragments in them, each fragment once.
  private mutating func groups(_ sets: [(set: SelectionSet, parent: SchemaType?)]) -> Groups {
    var groups = Groups()
    var waiting = Array(sets.reversed())
    while let (set, parent) = waiting.popLast(), budget > 0 {
      budget -= set.selections.count
      for selection in set.selections {
        switch selection {
        case .field(let field):
          let type = parent?.field(field.name.text)?.type
          groups.add(Entry(field: field, parent: parent, type: type))
        case .inline(let inline):
          waiting.append((inline.selectionSet, condition(inline.typeCondition, in: parent)))
        case .spread(let spread):
          guard let fragment = fragments[spread.name.text], groups.spreads.insert(spread.name.text).inserted
          else { continue }
          waiting.append((fragment.selectionSet, schema.type(fragment.typeCondition.text)))
        }
      }
    }
    return groups
  }

  private mutating func compare(_ group: [Entry]) {
    let found = conflicts.count
    compareShapes(group)
    if conflicts.count == found { compareParents(group) }
  }

  private mutating func report(_ name: String, _ reason: String, _ entry: Entry) {
    let message = "the fields \"\(name)\" cannot be merged: \(reason); give one of them an alias"
    conflicts.append((message, entry.field.range.lowerBound..<entry.field.name.range.upperBound))
  }

  /// The merged selections of a group's fields.
  private mutating func selected(by group: [Entry]) -> Groups {
    groups(
      group.compactMap { entry in
        entry.field.selectionSet.map { ($0, entry.type.flatMap { schema.type(of: $0) }) }
      })
  }

  /// Checks that the response has the same shape for all objects. The parser limits the recursion depth; cycles of
  /// fragments lead back to known groups.
  private mutating func compareShapes(_ group: [Entry]) {
    guard shapesSeen.insert(group.map(\.id).sorted()).inserted else { return }
    if let first = group.first(where: { $0.type != nil }), let type = first.type {
      for entry in group {
        guard let other = entry.type, differ(type, other) else { continue }
        return report(entry.field.responseName, "they are \(type) and \(other)", entry)
      }
    }
    for inner in selected(by: group).merged { compareShapes(inner) }
  }

  private func differ(_ one: TypeReference, _ other: TypeReference) -> Bool {
    switch (one, other) {
    case (.list(let one), .list(let other)), (.nonNull(let one), .nonNull(let other)): return differ(one, other)
    case (.named(let one), .named(let other)):
      let hasLeaf = schema.type(one)?.isLeaf == true || schema.type(other)?.isLeaf == true
      return hasLeaf && one != other
    default: return true
    }
  }

  /// Checks that fields of the same object are the same field with the same arguments. Fields of different objects
  /// never meet.
  private mutating func compareParents(_ group: [Entry]) {
    guard parentsSeen.insert(group.map(\.id).sorted()).inserted else { return }
    let common = group.filter { $0.parent?.kind != .object }
    var names: [String] = []
    var byObject: [String: [Entry]] = [:]
    for entry in group where entry.parent?.kind == .object {
      let name = entry.parent?.name ?? ""
      if byObject[name] == nil { names.append(name) }
      byObject[name, default: []].append(entry)
    }
    let meeting = names.isEmpty ? [common] : names.map { (byObject[$0] ?? []) + common }
    for entries in meeting where entries.count > 1 {
      budget -= entries.count
      guard budget > 0, compareFields(entries) else { return }
      for inner in selected(by: entries).merged { compareParents(inner) }
    }
  }

  private mutating func compareFields(_ entries: [Entry]) -> Bool {
    let first = entries[0].field
    let arguments = Self.canonical(first.arguments)
    for entry in entries.dropFirst() {
      let field = entry.field
      guard field.name.text == first.name.text else {
        report(field.responseName, "they are \(first.name.text) and \(field.name.text)", entry)
        return false
      }
      guard Self.canonical(field.arguments) == arguments, !Self.contradicts(first.arguments) else {
        report(field.responseName, "their arguments differ", entry)
        return false
      }
    }
    return true
  }

  /// True if an argument is given twice with different values.
  private static func contradicts(_ arguments: [ArgumentUse]) -> Bool {
    arguments.count > 1 && Set(arguments.map(\.name.text)).count < Set(canonical(arguments)).count
  }

  private static func canonical(_ arguments: [ArgumentUse]) -> [String] {
    arguments.map { "\($0.name.text):\($0.value.canonicalText)" }.sorted()
  }
}
