import Basics
import Protobuf
import Terminal
import Workspaces

/// The services of the open call's server: a tree down to the fields of their messages, with a search. Choosing a method
/// sets it in the request.
package struct ServicesBrowser: SchemaBrowser {
  package var isOpen = false
  var opened: Set<[String]> = []
  var search: TextField?
  var cursor = ListCursor()

  static let overlay = Overlay.services
  static var keyPath: WritableKeyPath<AppState, Self?> { \.services }
  static let words = (title: "Services", noun: "services", pronoun: "them", subject: "message")
  static let keysOfList: [Key] = [.left, .right]

  static func known(of session: RequestSession) -> RequestTypes { session.types }
  static func loaded(_ found: RequestTypes) -> RequestPane.Action { .typesLoaded(found) }
  static func origin(of reference: TypesReference) -> String { reference.origin }
  static func size(of reference: TypesReference) -> String {
    let methods = reference.schema.services.reduce(0) { $0 + $1.methods.count }
    return Quantity.amount(methods, "method")
  }

  var isTree: Bool { true }
  var isSearching: Bool { search != nil }

  func rows(_ app: AppState) -> [ServiceRow] { known(in: app).reference.map { rows(of: $0.schema) } ?? [] }

  private func rows(of schema: ProtobufSchema) -> [ServiceRow] {
    var rows = ServiceRows(schema: schema, toggled: opened)
    if let search, !search.isEmpty { rows.addMatches(of: search.text) } else { rows.addServices() }
    return rows.rows
  }

  func paneKeys(isBeside: Bool) -> [PaneKey] {
    [
      PaneKey("Enter", "choose", "Call the method and fill in its message; open or close other rows"),
      PaneKey("→", "open", "Open the service, the method or the field"), PaneKey("/", "search", "Search in names"),
      PaneKey("v", "message", "Fill in the message from its type"), PaneKey("r", "fetch", "Fetch the services again"),
      PaneKey("Esc", "close", "Close"), PaneKey("←", nil, "Close, or go to the parent"),
    ]
  }
}

extension ServicesBrowser {
  /// Moves the cursor to the method that the request calls.
  mutating func goToUsed(_ reference: TypesReference, by session: RequestSession, _ app: AppState) {
    let called = reference.schema.method(path: session.draft.method)
    if let service = called?.service {
      let row = rows(of: reference.schema).first { $0.path == [service] }
      if row?.isOpen == false { opened.insert([service]) }
    }
    let rows = rows(of: reference.schema)
    cursor.row = called.flatMap { method in rows.firstIndex { $0.kind == .method(method.path) } } ?? 0
    cursor.settle(count: rows.count, height: SchemaBrowserView.list(in: app.schemaPlace.frame).height)
  }

  func report(_ found: RequestTypes, in context: inout FeatureContext) {
    switch found {
    case .known(let types): context.say(types.origin)
    case .failed(let reason): context.say(reason, .warning)
    case .unasked, .waiting, .absent: break
    }
  }

  mutating func beginSearch() {
    search = TextField()
    cursor = ListCursor()
  }

  mutating func goBack() -> Bool {
    guard search != nil else { return false }
    search = nil
    cursor = ListCursor()
    return true
  }

  mutating func act(on key: Key, _ rows: [ServiceRow], in context: inout FeatureContext) {
    switch key {
    case .character("v"):
      leave(in: &context)
      fillIn(in: &context)
    case .left, .character("h"): goOut(rows)
    case .enter:
      guard case .method(let path)? = current(in: rows)?.kind else { return toggleRow(rows, opensOnly: false) }
      leave(in: &context)
      call(path, in: &context)
    case .right, .character("l"), .character(" "): toggleRow(rows, opensOnly: key != .character(" "))
    default: break
    }
  }

  /// Sets the method of the request. Keeps its message if it fits, else replaces it by a template.
  private func call(_ path: String, in context: inout FeatureContext) {
    guard let session = context.app.session, let schema = session.types.reference?.schema,
      let method = schema.method(path: path)
    else { return }
    if let refusal = context.app.refusalToEdit { return context.say(refusal) }
    let text = session.draft.text(in: .message(session.shownMessage)) ?? ""
    let isKept = !text.isBlankMessage && schema.problems(ofJSON: Array(text.utf8), as: method.input).isEmpty
    var draft = session.draft
    if draft.method != method.path { draft.method = method.path }
    draft.conversation.call.methodType = method.streaming.rawValue
    if !isKept { draft.setText(schema.template(of: method.input).pretty, in: .message(session.shownMessage)) }
    show(draft, of: session.key, in: &context)
    context.say("The request calls \(method.path)" + (isKept ? "" : Self.undoing(text)))
  }

  func fillIn(in context: inout FeatureContext) {
    guard let session = context.app.session, let schema = session.types.reference?.schema else {
      return context.say("The server's types are not known yet: \(key: "schema") fetches them")
    }
    if let refusal = context.app.refusalToEdit { return context.say(refusal) }
    guard let method = schema.method(path: session.draft.method) else {
      return context.say("There is no method \(session.draft.method): \(key: "schema") lists the methods")
    }
    let former = session.draft.text(in: .message(session.shownMessage)) ?? ""
    var draft = session.draft
    draft.setText(schema.template(of: method.input).pretty, in: .message(session.shownMessage))
    show(draft, of: session.key, in: &context)
    let words = "The message has all fields of \(schema.messages[method.input].fullName)"
    context.say(words + Self.undoing(former))
  }

  /// The note that tells how to restore a replaced message.
  private static func undoing(_ former: String) -> String {
    former.isBlankMessage ? "" : "; \(key: "undo") restores the previous one"
  }

  private func show(_ draft: RequestDefinition, of key: RequestKey, in context: inout FeatureContext) {
    context.request(.replaced(draft), of: key)
    context.request(.tabChosen(.messages))
    context.focus(.request)
  }

  func head(_ app: AppState) -> [StyledText] {
    [StyledText(known(in: app).reference?.origin ?? "", app.theme[.dim])]
  }

  func emptyWords(_ app: AppState) -> String {
    search == nil ? "The server has no services." : "Nothing matches."
  }
}

extension String {
  /// True if the message is empty or `{}`.
  fileprivate var isBlankMessage: Bool { ["", "{}"].contains(filter { !$0.isWhitespace }) }
}
