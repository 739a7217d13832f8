import Basics
import Protobuf
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: ServicesFeature.Action) -> [Effect] {
    let kept = action == .toggled ? leaveEditing() : []
    let outcomes = ServicesFeature.reduce(&services, action, in: servicesSurroundings(of: action))
    return kept + outcomes.flatMap { carryOut($0) }
  }

  /// The kept types of a call are read once it is shown, for completion and checks; and again where its server or its
  /// file of types is another.
  mutating func readTypes() -> [Effect] {
    guard let session, session.draft.kind == .grpc, session.fault == nil, session.editor.editing == nil else {
      return []
    }
    let subject = "\(session.draft.url)\n\(session.draft.conversation.call.protoFile)"
    if session.typesSubject != subject { sessions[session.key]?.types = .unasked }
    guard sessions[session.key]?.types == .unasked else { return [] }
    sessions[session.key]?.typesSubject = subject
    guard !session.draft.url.isEmpty else { return [] }
    return ask(for: session, fetches: false)
  }

  private func servicesSurroundings(of action: ServicesFeature.Action) -> ServicesFeature.Surroundings {
    var asked = session
    if case .arrived(let key, _) = action { asked = sessions[key] }
    return ServicesFeature.Surroundings(
      known: asked?.types ?? .unasked, method: asked?.draft.method ?? "", list: SchemaView.list(in: schemaPlace.frame),
      place: schemaPlace)
  }

  private mutating func ask(for session: RequestSession, fetches: Bool) -> [Effect] {
    sessions[session.key]?.types = .waiting(isFetch: fetches)
    return [.transfer(.readSchema(session.key, session.draft, terms(of: session), fetches: fetches))]
  }

  private mutating func carryOut(_ outcome: ServicesFeature.Outcome) -> [Effect] {
    switch outcome {
    case .show: return showSchema()
    case .close, .leave: return leaveSchema()
    case .read(let fetches): return session.map { ask(for: $0, fetches: fetches) } ?? []
    case .learned(let key, let found):
      sessions[key]?.types = found
      return []
    case .call(let path): return call(path)
    case .fillMessage: return fillMessage()
    case .said(let kind, let text): return say(kind, text)
    }
  }

  /// The request calls this method. Its message is kept as far as it fits, else a template takes its place.
  private mutating func call(_ path: String) -> [Effect] {
    guard let session, let schema = session.types.reference?.schema, let method = schema.method(path: path) else {
      return []
    }
    if let refusal = session.refusalToEdit(isSendable: sends(session.draft)) { return say(.information, refusal) }
    let text = session.draft.text(in: .message(session.shownMessage)) ?? ""
    let isKept = !text.isBlankMessage && schema.problems(ofJSON: Array(text.utf8), as: method.input).isEmpty
    let effects = edit(session.key) { draft in
      if draft.method != method.path { draft.method = method.path }
      draft.conversation.call.methodType = method.streaming.rawValue
      if !isKept { draft.setText(schema.template(of: method.input).pretty, in: .message(session.shownMessage)) }
    }
    showMessage()
    return effects + say(.information, "The request calls \(method.path)" + (isKept ? "" : Self.undoing(text)))
  }

  private mutating func fillMessage() -> [Effect] {
    guard let session, let schema = session.types.reference?.schema else {
      return say(.information, "The types of the server are not known yet: \(key: "schema") asks for them")
    }
    if let refusal = session.refusalToEdit(isSendable: sends(session.draft)) { return say(.information, refusal) }
    guard let method = schema.method(path: session.draft.method) else {
      return say(.information, "There is no method \(session.draft.method): \(key: "schema") shows which there are")
    }
    let template = schema.template(of: method.input).pretty
    let former = session.draft.text(in: .message(session.shownMessage)) ?? ""
    let effects = edit(session.key) { $0.setText(template, in: .message(session.shownMessage)) }
    showMessage()
    let words = "The message has all fields of \(schema.messages[method.input].fullName)"
    return effects + say(.information, words + Self.undoing(former))
  }

  /// How to get back a message that was replaced.
  private static func undoing(_ former: String) -> String {
    former.isBlankMessage ? "" : "; \(key: "undo") brings the former one back"
  }

  private mutating func showMessage() {
    session?.editor.tab = .messages
    session?.editor.isOnURL = false
    _ = setFocus(.request)
  }
}

extension String {
  /// Whether nothing was written into it yet.
  fileprivate var isBlankMessage: Bool { filter { !$0.isWhitespace }.isEmpty || filter { !$0.isWhitespace } == "{}" }
}
