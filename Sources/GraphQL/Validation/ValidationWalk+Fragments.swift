/// Rules about fragments that spread fragments. None of them recurses: chains of fragments may be of any length.
extension ValidationWalk {
  /// The fragments that these spreads lead to, each once.
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

  /// Reports every spread that closes a circle. Of two fragments with one name, the first starts a path and the last goes on.
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

  /// A subscription selects one field, and none of introspection.
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

  /// Whether the directives of a selection leave it out whatever the variables are.
  private func isLeftOut(_ selection: Selection) -> Bool {
    selection.directives.contains { directive in
      guard let value = directive.arguments.first(where: { $0.name.text == "if" })?.value.kind else { return false }
      return directive.name.text == "skip" && value == .bool(true)
        || directive.name.text == "include" && value == .bool(false)
    }
  }

  /// Lists of introspection that nest three deep are what denial of service is made of; servers refuse them.
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
