import Workspaces

/// A value of an answer in another request, and as a variable that each answer sets.
extension AppState {
  /// Lists a new request and the others of the collection, whose values the reference may be.
  mutating func chooseRequest(toUse reference: String) -> [Effect] {
    let root = session?.collection ?? workspace.path
    let jump = Picker.jump(in: workspace)
    let items = jump.items.filter { $0.id.hasPrefix(root + "/") && $0.id != current?.path }
    guard !items.isEmpty else { return use(reference, inRequestAt: "") }
    let new = Picker.Item(id: "", title: "New request")
    return apply(.overlay(.show(.picker(Picker("Use it in", .use(reference: reference), items: [new] + items)))))
  }

  /// - Parameter path: empty for a new request.
  mutating func use(_ reference: String, inRequestAt path: String) -> [Effect] {
    if path.isEmpty { return beginScratch() + choosePlace(toUse: reference) }
    guard let node = workspace.request(at: path) else { return [] }
    showInTree(.request(path))
    return open(node, to: .use(reference: reference))
  }

  /// Lists the fields of the open request.
  mutating func choosePlace(toUse reference: String) -> [Effect] {
    guard let session else { return [] }
    guard refusalToEdit == nil else { return copy(reference, "This request cannot be changed") }
    let places = ReferencePlace.places(for: reference, in: session.draft).map { place in
      Picker.Item(id: place.id, title: place.title(in: session.draft), detail: place.value(in: session.draft))
    }
    let title = "Where in \(session.shownName)"
    return apply(.overlay(.show(.picker(Picker(title, .usePlace(reference: reference), items: places)))))
  }

  mutating func use(_ reference: String, at id: String) -> [Effect] {
    guard let draft = session?.draft, let place = ReferencePlace(id: id),
      ReferencePlace.places(for: reference, in: draft).contains(place)
    else { return [] }
    // A new request lacks its URL, which is typed next.
    let isNew = draft.url.isEmpty
    if place == .clipboard { return copy(reference, "") + (isNew ? editURL() : []) }
    let title = place.title(in: draft)
    let shown = edit { place.set(reference, in: &$0) } + (place.tab.map { request(.tabChosen($0)) } ?? [])
    return shown + (isNew ? editURL() : [])
      + say(.information, "\(title) is \(reference) now: \(key: "undo") takes it back")
  }

  private mutating func copy(_ reference: String, _ reason: String) -> [Effect] {
    let effect = Effect.system(.copy(reference, label: "the reference"))
    return reason.isEmpty ? [effect] : [effect] + say(.information, "\(reason): the reference was copied")
  }

  /// Says whose answers a request uses and who uses its own, by what the files say.
  mutating func explain(_ node: RequestNode) -> [Effect] {
    var feeders = FeederNames(collection(of: node.path))
    let used = node.usedAnswers.compactMap { ResponseReference($0) }.map { reference in
      var one = node
      one.usedAnswers = [reference.name]
      return "uses {{\(reference.name)}} of \(feeders.names(for: one).first ?? node.name)"
    }
    let users = self.users(of: node).map { user, references in
      "used by \(user.name): \(references.map { "{{\($0.name)}}" }.joined(separator: ", "))"
    }
    let none = "It uses no answer of another request, and none uses its own."
    let lines = ["\(node.method) \(node.url)", ""] + used + users + (used.isEmpty && users.isEmpty ? [none] : [])
    return apply(.overlay(.show(.picker(.about(node.name, "Whose answers?", lines)))))
  }

  private func collection(of path: String) -> CollectionNode? {
    let around = collection(around: path)
    return workspace.collections.first { $0.path == around }
  }

  /// The other requests of the collection that refer to the answer of this one.
  private func users(of node: RequestNode) -> [(node: RequestNode, references: [ResponseReference])] {
    var found: [(node: RequestNode, references: [ResponseReference])] = []
    collection(of: node.path)?.forEachRequest { other in
      let references = other.path == node.path ? [] : other.references(toAnswerOf: node.id)
      if !references.isEmpty { found.append((other, references)) }
    }
    return found
  }

  /// Says what a value of an answer is, with the requests that refer to it: the opened ones by their drafts.
  mutating func explain(_ title: String, _ lines: [String], at place: String?, of key: RequestKey) -> [Effect] {
    let id = sessions[key]?.id
    let users = sessions.values.filter { session in
      SendContext().references(of: session.draft).contains { reference, _, _ in
        reference.requestID == id && place != nil && reference.name.hasSuffix("| \(place ?? "")")
      }
    }.map { "used by \($0.shownName)" }.sorted()
    let others = key.path.flatMap { workspace.request(at: $0) }.map { self.users(of: $0) } ?? []
    let closed = others.filter { other, references in
      sessions[.file(other.path)] == nil && place != nil
        && references.contains { $0.name.hasSuffix("| \(place ?? "")") }
    }.map { "used by \($0.node.name)" }
    return apply(.overlay(.show(.picker(.about(title, "What is this value?", lines + users + closed)))))
  }

  /// Every answer sets the variable from now on, and this one did.
  mutating func capture(_ name: String, _ expression: String, _ value: String, of key: RequestKey) -> [Effect] {
    let effects = edit(key) { draft in
      if let index = draft.captures.firstIndex(where: { $0.variable == name }) {
        draft.captures[index] = Capture(variable: name, expression: expression)
      } else {
        draft.captures.append(Capture(variable: name, expression: expression))
      }
    }
    // Without a collection the workspace's folder stands for it, as in a send.
    let scope = AnswerScope(collection: sessions[key]?.collection ?? workspace.path, environment: environment.chosen)
    runtime[scope, default: RuntimeVariables()].set([VariableInputs.Pair(name, value)])
    return effects + (current.map { refreshVariables(of: $0) } ?? [])
      + say(.information, "Each answer sets {{\(name)}}, and this one did. It is in Tests; \(key: "save") saves it")
  }
}
