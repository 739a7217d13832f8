import GraphQL
import Terminal
import Workspaces

/// Reading the schema of a GraphQL request or the types of a call.
extension AppState {
  /// Reads what is stored, for completion and checks: when the request is shown, and again after its environment or
  /// source changes. Waits while the user is typing.
  mutating func readSchema() -> [Effect] {
    guard let session, session.fault == nil else { return [] }
    if session.draft.kind == .grpc { return readTypes(of: session) }
    guard case .graphql = session.draft.body, !session.schema.isWaiting else { return [] }
    let isOutdated = !isEditingText && session.schemaSubject != schemaSubject(of: session)
    guard session.schema == .unasked || isOutdated else { return [] }
    return inRequestPane { $0.readSchema(fetches: false) }
  }

  private mutating func readTypes(of session: RequestSession) -> [Effect] {
    guard session.editor.editing == nil else { return [] }
    let subject = "\(session.draft.url)\n\(session.draft.conversation.call.protoFile)"
    if session.typesSubject != subject { sessions[session.key]?.types = .unasked }
    guard sessions[session.key]?.types == .unasked else { return [] }
    sessions[session.key]?.typesSubject = subject
    return session.draft.url.isEmpty ? [] : inRequestPane { $0.readSchema(fetches: false) }
  }

  fileprivate func schemaSubject(of session: RequestSession) -> SchemaSubject {
    let context = SendContext(layers: session.surroundings?.layers ?? [])
    return SchemaSubject(
      source: context.schemaSource(of: session.draft), environment: environmentChosen(in: session.collection))
  }
}

extension RequestPane {
  /// - Parameter fetches: true to ask the server, false to read what is stored.
  mutating func readSchema(fetches: Bool) {
    let app = context.app
    if session.draft.kind == .grpc {
      session.types = .waiting(isFetch: fetches)
    } else {
      session.schema = .waiting(isFetch: fetches)
      session.schemaSubject = app.schemaSubject(of: session)
    }
    context.run(.transfer(.readSchema(session.key, session.draft, app.terms(of: session), fetches: fetches)))
  }
}

/// The schema or the services beside the request, in a wide window. Keys and clicks go to either side, and changes of
/// the query are visible. As an overlay the schema has the focus; otherwise the request has it.
extension AppState {
  /// True if the schema is shown beside the request.
  var isSchemaBeside: Bool { (schema != nil || services != nil) && isInColumns }

  /// True if the schema beside the request has the focus.
  var isInSchemaBeside: Bool { overlay?.isSchema == true && isSchemaBeside }

  /// The position of the schema, even before it opens.
  var schemaPlace: SchemaPlace {
    let beside = isInColumns ? layout(hasSchema: true).schema : nil
    return SchemaPlace(
      frame: beside ?? SchemaBrowserView.frame(in: size), isBeside: beside != nil, isFocused: overlay?.isSchema == true)
  }

  /// Gives the schema that is shown the focus.
  mutating func focusSchema() -> [Effect] {
    schema == nil ? apply(.toggled, to: \.services) : apply(.toggled, to: \.schema)
  }

  /// Returns the focus to the panes below the schema or to the request beside it.
  mutating func leaveSchema() -> [Effect] {
    if overlay?.isSchema == true { overlay = nil }
    return []
  }

  /// Closes the schema when a request of another kind is open. Hides it while it has neither room nor the focus.
  mutating func keepSchema() {
    guard schema != nil || services != nil, page == nil else { return }
    if overlay == nil, boxes.covered?.isSchema == true { boxes.uncover() }
    let isGraphQL = session?.draft.body.kind == .graphql
    if schema == nil || isGraphQL, services == nil || session?.draft.kind == .grpc { return }
    (schema, services) = (nil, nil)
    hideSchema()
  }

  /// The current position in the panes, to detect that a key has moved it.
  var placeInPanes: PlaceInPanes {
    PlaceInPanes(
      request: current, opening: opening, page: page, focus: focus, layout: layoutChoice, tab: session?.editor.tab,
      isOnURL: session?.editor.isOnURL, isEditing: session?.editor.editing != nil, answerTab: session?.response.tab,
      derivedViews: session?.response.derivedViews.count, isSending: isSending)
  }

  /// Removes the schema from the window, above the panes and below a box.
  mutating func hideSchema() {
    if overlay?.isSchema == true { overlay = nil }
    if boxes.covered?.isSchema == true { boxes.covered = nil }
  }

  private var isSearchingSchema: Bool { schema?.search != nil || services?.search != nil }

  /// The default key for a motion that a preset or the user has bound to another key.
  func schemaKey(_ key: Key) -> Key {
    guard !key.modifiers.isEmpty, let command = commands.command(for: key, in: .facts) else { return key }
    // In a field, other keys move the caret.
    guard !isSearchingSchema || ["up", "down", "leave"].contains(command.name) else { return key }
    return Self.keysOfLists[command.name] ?? key
  }

  private static let keysOfLists: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "pageUp": .pageUp, "pageDown": .pageDown, "top": .home,
    "bottom": .end, "leave": .escape, "search": .character("/"),
  ]

  /// The place whose keys the help lists first.
  var helpPlace: HelpPage.Place {
    guard let browser = box as? any SchemaBrowser else { return .context(context) }
    return .pane("in the \(type(of: browser).words.noun)", browser.paneKeys(in: self))
  }

  /// Opens help and palette above the schema unless the user is typing in it. The schema gets the focus back when they
  /// close.
  mutating func pressOverSchema(_ key: Key) -> [Effect]? {
    guard let shown = overlay, shown.isSchema, !isSearchingSchema, schemaKey(key) == key,
      let command = commands.command(for: key, in: .facts),
      command == OverlayCommands.palette || command == OverlayCommands.help
    else { return nil }
    // The palette lists the commands of the request.
    if command == OverlayCommands.palette { overlay = nil }
    let effects = perform(command)
    boxes.covered = shown
    return effects
  }

  /// Handles the keys that move from the schema to the panes, and the keys of the request that act from here.
  mutating func pressBesideSchema(_ key: Key) -> [Effect]? {
    guard isInSchemaBeside else { return nil }
    if key == .backTab { return leaveSchema() }
    if key == .tab { return leaveSchema() + setFocus(.response) }
    guard !isSearchingSchema, key != .control("c"), schemaKey(key) == key else { return nil }
    if let command = commands.command(for: key, in: .url) {
      if command.name == SchemaCommands.show.name { return leaveSchema() }
      if command == GoingCommands.nextPane { return leaveSchema() + setFocus(.response) }
      if GoingCommands.tabs.contains(command) { return leaveSchema() + perform(command) }
    }
    guard let command = commands.commandWhileEditing(for: key, in: .text), !GoingCommands.onRows.contains(command)
    else { return nil }
    return leaveSchema() + perform(command)
  }

  /// A press in the schema beside the request focuses it; a press elsewhere moves the focus and acts there.
  /// - Returns: `nil` for an event that the panes handle.
  mutating func clickBesideSchema(_ mouse: Mouse) -> [Effect]? {
    guard let frame = layout.schema, overlay == nil || isInSchemaBeside else { return nil }
    let isPress = mouse.kind == .press
    guard frame.inset().contains(mouse.point) else {
      if isPress, !layout.bottom.contains(mouse.point) { _ = leaveSchema() }
      return nil
    }
    if isPress, mouse.button != .left { return [] }
    let isArriving = isPress && overlay == nil
    let kept = isArriving ? leaveEditing() : []
    let effects = schema == nil ? apply(.clicked(mouse), to: \.services) : apply(.clicked(mouse), to: \.schema)
    return kept + effects + (isArriving ? focusSchema() : [])
  }
}

/// A position in the panes, for comparison with an earlier one.
struct PlaceInPanes: Equatable {
  var request: RequestKey?
  var opening: RequestKey?
  var page: Page?
  var focus: Pane
  var layout: LayoutChoice
  var tab: RequestTab?
  var isOnURL: Bool?
  var isEditing: Bool
  var answerTab: ResponseTab?
  var derivedViews: Int?
  var isSending: Bool
}
