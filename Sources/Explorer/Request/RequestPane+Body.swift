import Basics
import Documents
import Terminal
import Workspaces

extension RequestPane {
  /// Handles the choice in a picker, or the text of a prompt.
  mutating func answered(_ question: Question, _ text: String) {
    switch question {
    case .method: choose(method: text.trimmed)
    case .bodyKind:
      guard let kind = BodyKind.named(text) else { return }
      choose(kind)
      // After choosing a text body the user wants to type, so editing begins; otherwise the next letters would run as
      // commands.
      if session.draft.body.isBlank, session.draft.text(in: .body) != nil { beginText(.body) }
    case .authentication:
      guard let scheme = context.app.program.schemes.list.first(where: { $0.isOffered && $0.word == text }) else {
        return
      }
      choose(scheme)
      // As with a body, editing begins at the first value of the chosen scheme.
      if let line = session.fieldLine, line.isEditable, line.value.isEmpty { beginEditing(.field(line.id)) }
    case .messageName: if !text.trimmed.isEmpty { renameMessage(to: text.trimmed) }
    }
  }

  /// Changes the kind of body; the former body is kept until the program ends. The last body of the new kind comes back,
  /// or the saved one. An empty body is not kept: undo makes one that the user did not type.
  mutating func choose(_ kind: BodyKind) {
    if refusesEdit() { return }
    let former = session.draft.body
    guard former.kind != kind else { return choose(RequestTab.body) }
    leaveEditing()
    let body = session.draft.body
    var next = kind.body(after: body)
    let last = session.editor.parkedBodies[kind] ?? session.saved?.body
    if let last, last.kind == kind, next.isBlank { next = last }
    edit { $0.body = next }
    if !body.isBlank { session.editor.parkedBodies[body.kind] = body }
    session.editor.tab = .body
    session.editor.isOnURL = false
    session.editor.graphSlot = .query
    session.editor.cursor = ListCursor()
  }

  private mutating func choose(_ scheme: AuthenticationScheme) {
    let former = session.draft.authentication
    guard former.scheme != scheme else { return choose(RequestTab.auth) }
    let parked = session.editor.parkedAuthentication[scheme]
    edit { $0.authentication = parked ?? Authentication(scheme) }
    session.editor.parkedAuthentication[former.scheme] = former
    session.editor.tab = .auth
    session.editor.isOnURL = false
    session.editor.cursor = ListCursor(row: 1)
  }

  /// Reformats the white space of the body; numbers, strings and key order stay as typed.
  mutating func formatBody() {
    if refusesEdit() { return }
    let slot = session.jsonSlot
    endEditing()
    let text = session.draft.text(in: slot) ?? ""
    do {
      let formatted = try TemplateJSON.formatted(text)
      guard formatted != text else { return context.say("Already formatted") }
      if case .text(let edit)? = session.editor.editing, edit.slot == slot {
        session.editor.texts[slot]?.area.replaceAll(with: formatted)
        return typed(edit)
      }
      edit { $0.setText(formatted, in: slot) }
      context.say("Formatted the body")
    } catch {
      context.say("The body is not JSON: \(error)", .warning)
    }
  }
}

extension RequestSession {
  /// The text that can be JSON: the body, a message of a call, or the variables of a GraphQL query.
  var jsonSlot: TextSlot {
    draft.kind == .grpc ? .message(shownMessage) : draft.body.kind == .graphql ? .graphVariables : .body
  }

  var hasJSONBody: Bool { draft.language(of: jsonSlot) == .json && draft.text(in: jsonSlot) != nil }
}

extension BodyDefinition {
  /// True if the body is empty.
  var isBlank: Bool {
    kind == .file ? choices.allSatisfy { $0.path.isEmpty } : self == kind.empty
  }
}

extension Picker {
  static func bodyKinds(of body: BodyDefinition) -> Picker {
    let items = BodyKind.offered(beside: body).map { Item(id: $0.word, title: $0.title) }
    return Picker("Kind of body", .request(.bodyKind), items: items, selected: body.kind.word)
  }

  /// - Parameter inherits: whether there is something above to inherit from.
  static func schemes(
    among schemes: AuthenticationSchemes, current: AuthenticationScheme, inherits: Bool = true
  ) -> Picker {
    let items = schemes.list.filter { $0.isOffered && (inherits || $0 != .inherit) }.map {
      Item(id: $0.word, title: $0.title)
    }
    return Picker("Authentication", .request(.authentication), items: items, selected: current.word)
  }
}

extension BodyKind {
  /// The kinds in the bar: all offered ones, and the current one.
  static func offered(beside body: BodyDefinition) -> [BodyKind] { all.filter { $0.isOffered || $0 == body.kind } }

  static func bar(of body: BodyDefinition) -> TabBar<BodyKind> {
    TabBar(items: offered(beside: body).map { TabBar.Item(tab: $0, title: $0.title, isEmpty: true) })
  }
}
