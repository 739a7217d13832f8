import Documents
import Terminal
import Workspaces

extension RequestTurn {
  /// Handles the choice in a picker of the request pane.
  mutating func picked(_ purpose: Picker.Purpose, _ id: String) -> [Outcome] {
    switch purpose {
    case .bodyKind:
      guard let kind = BodyKind.named(id) else { return [] }
      let chosen = choose(kind)
      // Who chose a kind of text wants to type it: the next letters would run as commands.
      guard session.draft.body.isBlank, session.draft.text(in: .body) != nil else { return chosen }
      return chosen + beginText(.body)
    case .authentication:
      guard let scheme = given.schemes.list.first(where: { $0.isOffered && $0.word == id }) else { return [] }
      let chosen = choose(scheme)
      // As with a kind of body: who chose a scheme has its first value to type.
      guard let line = session.fieldLine, line.isEditable, line.value.isEmpty else { return chosen }
      return chosen + beginEditing(.field(line.id))
    default: return []
    }
  }

  /// Changes the kind of body; the former body is kept until the program ends.
  mutating func choose(_ kind: BodyKind) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    let former = session.draft.body
    guard former.kind != kind else { return choose(RequestTab.body) }
    let kept = leaveEditing()
    let body = session.draft.body
    var next = kind.body(after: body)
    if let parked = session.editor.parkedBodies[kind], next.isBlank { next = parked }
    let effects = edit { $0.body = next }
    withEditor { editor in
      editor.parkedBodies[body.kind] = body
      editor.tab = .body
      editor.isOnURL = false
      editor.graphSlot = .query
      editor.cursor = ListCursor()
    }
    return kept + effects
  }

  private mutating func choose(_ scheme: AuthenticationScheme) -> [Outcome] {
    let former = session.draft.authentication
    guard former.scheme != scheme else { return choose(RequestTab.auth) }
    let parked = session.editor.parkedAuthentication[scheme]
    let effects = edit { $0.authentication = parked ?? Authentication(scheme) }
    withEditor { editor in
      editor.parkedAuthentication[former.scheme] = former
      editor.tab = .auth
      editor.isOnURL = false
      editor.cursor = ListCursor(row: 1)
    }
    return effects
  }

  /// Reformats the white space of the body; numbers, strings and key order stay as typed.
  mutating func formatBody() -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    let slot = session.jsonSlot
    let kept = endEditing()
    let text = session.draft.text(in: slot) ?? ""
    do {
      let formatted = try TemplateJSON.formatted(text)
      guard formatted != text else { return kept + say(.information, "Already formatted") }
      if case .text(let edit)? = session.editor.editing, edit.slot == slot {
        withEditor { $0.texts[slot]?.area.replaceAll(with: formatted) }
        return kept + typed(edit)
      }
      return kept + edit { $0.setText(formatted, in: slot) } + say(.information, "Formatted the body")
    } catch {
      return kept + say(.warning, "The body is not JSON: \(error)")
    }
  }
}

extension RequestSession {
  /// The text that can be JSON: the body, a message of a call, or the variables of a GraphQL query.
  fileprivate var jsonSlot: TextSlot {
    draft.kind == .grpc ? .message(shownMessage) : draft.body.kind == .graphql ? .graphVariables : .body
  }

  var hasJSONBody: Bool { draft.language(of: jsonSlot) == .json && draft.text(in: jsonSlot) != nil }
}

extension BodyDefinition {
  /// Whether the body is empty.
  var isBlank: Bool {
    switch self {
    case .none: true
    case .text(_, let text): text.isEmpty
    case .form(let rows): rows.isEmpty
    case .multipart(let parts): parts.isEmpty
    case .file(let choices): choices.allSatisfy { $0.path.isEmpty }
    case .graphql(let query, let variables): query.isEmpty && variables.isEmpty
    }
  }
}

extension Picker {
  static func bodyKinds(of body: BodyDefinition) -> Picker {
    let items = BodyKind.offered(beside: body).map { Item(id: $0.word, title: $0.title) }
    return Picker("Kind of body", .bodyKind, items: items, selected: body.kind.word)
  }

  /// - Parameter inherits: whether there is something above to inherit from.
  static func schemes(
    among schemes: AuthenticationSchemes, current: AuthenticationScheme, inherits: Bool = true
  ) -> Picker {
    let items = schemes.list.filter { $0.isOffered && (inherits || $0 != .inherit) }.map {
      Item(id: $0.word, title: $0.title)
    }
    return Picker("Authentication", .authentication, items: items, selected: current.word)
  }
}
