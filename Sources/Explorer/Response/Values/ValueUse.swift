import HTTPModel
package import Workspaces

/// A reference to a value of another request's answer, as a field contains it.
package struct AnswerReference: Hashable, Sendable {
  let text: String
  /// True if the value is a text.
  let isText: Bool

  /// Between quotes, as a text of JSON.
  var quoted: String { "\"\(text)\"" }
  /// As a value of JSON, which has texts in quotes.
  var inJSON: String { isText ? quoted : text }
}

/// Uses a value of a response: in a new request, in another request, or as a variable that each response sets.
package struct ValueUse: Feature {
  package enum Action: Equatable, Sendable {
    /// Opens an address from a response in a new request, and may send it.
    case addressOpened(String, sends: Bool)
    /// Lists the requests that can use the reference: a new one and the others of the collection.
    case requested(reference: AnswerReference)
    /// - path: empty for a new request.
    case requestChosen(path: String, reference: AnswerReference)
    /// Lists the fields of the open request.
    case placeRequested(reference: AnswerReference)
    case placeChosen(id: String, reference: AnswerReference)
    /// Shows which responses a request uses and which requests use its own, according to the files.
    case requestExplained(RequestNode)
    /// Explains a value of a response and lists the requests that refer to it.
    case valueExplained(title: String, lines: [String], place: String?, of: RequestKey)
    /// Adds a capture, so that each response sets the variable, and sets it from this one.
    case captured(name: String, expression: String, value: String, of: RequestKey)
  }

  package enum Question: Hashable, Sendable {
    case request(reference: AnswerReference)
    case place(reference: AnswerReference)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .addressOpened(let address, let sends): open(address, sends: sends, in: &context)
    case .requested(let reference): askForRequest(reference, in: &context)
    case .requestChosen(let path, let reference): use(reference, inRequestAt: path, &context)
    case .placeRequested(let reference): askForPlace(reference, in: &context)
    case .placeChosen(let id, let reference): use(reference, at: id, &context)
    case .requestExplained(let node): explain(node, in: &context)
    case .valueExplained(let title, let lines, let place, let key):
      let users = context.app.users(of: place, in: key)
      context.pick(.about(title, "What is this value?", lines + users))
    case .captured(let name, let expression, let value, let key):
      capture(name, expression, value, of: key, in: &context)
    }
  }

  /// Credentials are copied only if the answer came from that server and the request still goes there: a redirect or
  /// another environment may have led elsewhere.
  private func open(_ address: String, sends: Bool, in context: inout FeatureContext) {
    let session = context.app.session
    let server = URLParts(session?.response.exchange?.finalURL ?? "")
    let target = server.resolving(address)
    // An address from a server contains no variables.
    let url = target.description.replacing("{{", with: "%7B%7B").replacing("}}", with: "%7D%7D")
    let isSame = server.host != nil && target.isSameOrigin(as: server)
    let draft = isSame && session?.sends(toServerOf: url) == true ? session?.draft : nil
    let definition = RequestDefinition(
      name: "", url: url, headers: draft?.headers ?? [], authentication: draft?.authentication ?? .none)
    context.perform(.scratch(.opened(definition)))
    if sends { return context.perform(.command(CommandTable.send)) }
    context.say("A new request, not saved: \(key: "send") sends it, \(key: "save") saves it")
  }

  private func askForRequest(_ reference: AnswerReference, in context: inout FeatureContext) {
    let app = context.app
    let root = app.session?.collection ?? app.workspace.path
    let items = Picker.jump(in: app.workspace).items.filter { item in
      item.id.hasPrefix(root + "/") && item.id != app.current?.path
    }
    guard !items.isEmpty else { return use(reference, inRequestAt: "", &context) }
    let new = Picker.Item(id: "", title: "New request")
    context.pick(Picker("Use it in", .valueUse(.request(reference: reference)), items: [new] + items))
  }

  private func use(_ reference: AnswerReference, inRequestAt path: String, _ context: inout FeatureContext) {
    if path.isEmpty {
      context.leaveEditing()
      context.perform(.scratch(.begun))
      context.perform(.valueUse(.placeRequested(reference: reference)))
    } else if let node = context.app.workspace.request(at: path) {
      context.open(node, to: .use(reference: reference))
    }
  }

  private func askForPlace(_ reference: AnswerReference, in context: inout FeatureContext) {
    guard let session = context.app.session else { return }
    guard context.app.refusalToEdit == nil else {
      context.copy(reference.text, as: "the reference")
      return context.say("This request cannot be changed: the reference was copied")
    }
    let draft = session.draft
    let places = ReferencePlace.places(for: reference.text, in: session).map { place in
      Picker.Item(id: place.id, title: place.title(for: reference.text, in: draft), detail: place.value(in: draft))
    }
    let title = "Where in \(session.shownName)"
    context.pick(Picker(title, .valueUse(.place(reference: reference)), items: places))
  }

  private func use(_ reference: AnswerReference, at id: String, _ context: inout FeatureContext) {
    guard let session = context.app.session, case var draft = session.draft,
      let place = ReferencePlace.places(for: reference.text, in: session).first(where: { $0.id == id })
    else { return }
    // The user types the URL of a new request next.
    let isNew = draft.url.isEmpty
    let (title, tab) = (place.title(for: reference.text, in: draft), place.tab(in: draft))
    if place == .clipboard {
      context.copy(reference.text, as: "the reference")
    } else {
      place.set(reference, in: &draft)
      context.request(.changed(draft))
      if let tab { context.request(.tabChosen(tab)) }
    }
    if isNew {
      context.focus(.request)
      context.inRequestPane { $0.editURL() }
    }
    if place != .clipboard { context.say("\(title) is \(reference.text) now: \(key: "undo") undoes it") }
  }

  private func explain(_ node: RequestNode, in context: inout FeatureContext) {
    let app = context.app
    var feeders = FeederNames(app.collectionNode(of: node.path))
    let used = node.usedAnswers.compactMap { ResponseReference($0) }.map { reference in
      var one = node
      one.usedAnswers = [reference.name]
      return "uses {{\(reference.name)}} of \(feeders.names(for: one).first ?? node.name)"
    }
    let users = app.users(of: node).map { user, references in
      "used by \(user.name): \(references.map { "{{\($0.name)}}" }.joined(separator: ", "))"
    }
    let none = "It depends on no other request, and none depends on it."
    let lines = ["\(node.method) \(node.url)", ""] + used + users + (used.isEmpty && users.isEmpty ? [none] : [])
    context.pick(.about(node.name, "Dependencies", lines))
  }

  private func capture(
    _ name: String, _ expression: String, _ value: String, of key: RequestKey, in context: inout FeatureContext
  ) {
    let app = context.app
    if var draft = app.sessions[key]?.draft {
      if let index = draft.captures.firstIndex(where: { $0.variable == name }) {
        draft.captures[index] = Capture(variable: name, expression: expression)
      } else {
        draft.captures.append(Capture(variable: name, expression: expression))
      }
      context.request(.changed(draft), of: key)
    }
    // Without a collection, the workspace's folder is the scope, as in a send.
    let scope = AnswerScope(
      collection: app.sessions[key]?.collection ?? app.workspace.path, environment: app.environment.chosen)
    context.capture(AnswerChecks(captured: [VariableInputs.Pair(name, value)]), for: scope)
    context.say("Each answer now sets {{\(name)}}, this one too. It is in Tests; \(key: "save") saves it")
  }
}

extension AppState {
  fileprivate func collectionNode(of path: String) -> CollectionNode? {
    let around = collection(around: path)
    return workspace.collections.first { $0.path == around }
  }

  /// The other requests of the collection that refer to the response of this one.
  fileprivate func users(of node: RequestNode) -> [(node: RequestNode, references: [ResponseReference])] {
    var found: [(node: RequestNode, references: [ResponseReference])] = []
    collectionNode(of: node.path)?.forEachRequest { other in
      let references = other.path == node.path ? [] : other.references(toAnswerOf: node.id)
      if !references.isEmpty { found.append((other, references)) }
    }
    return found
  }

  /// The requests that refer to a place in the response of a request. Open requests count with their drafts.
  fileprivate func users(of place: String?, in key: RequestKey) -> [String] {
    guard let place else { return [] }
    let id = sessions[key]?.id
    let open = sessions.all.values.filter { session in
      SendContext().references(of: session.draft).contains { reference, _, _ in
        reference.requestID == id && reference.name.hasSuffix("| \(place)")
      }
    }.map { "used by \($0.shownName)" }.sorted()
    let others = key.path.flatMap { workspace.request(at: $0) }.map { users(of: $0) } ?? []
    let closed = others.filter { other, references in
      sessions[.file(other.path)] == nil && references.contains { $0.name.hasSuffix("| \(place)") }
    }.map { "used by \($0.node.name)" }
    return open + closed
  }
}

extension RequestDefinition {
  /// Adds an assertion, or updates the one with the same expression and operator.
  mutating func assert(_ expression: String, _ operation: String, _ value: String) {
    let same = assertions.firstIndex { $0.expression == expression && $0.operator == operation }
    if let same {
      assertions[same].value = value
      assertions[same].isEnabled = true
    } else {
      assertions.append(Assertion(expression, operation, value))
    }
  }
}
