import Terminal
import Workspaces

/// The schema or the services beside the request, in a window that is wide enough for both: keys and clicks go to
/// either, and the query changes in sight. As an overlay it has the keyboard; without it, the request has.
extension AppState {
  /// Whether the schema stands beside the request.
  var isSchemaBeside: Bool { (schema != nil || services != nil) && isInColumns }

  /// Whether it has the keyboard there.
  var isInSchemaBeside: Bool { overlay?.isSchema == true && isSchemaBeside }

  /// Where it stands, also before it is open.
  var schemaPlace: SchemaPlace {
    let beside = isInColumns ? layout(hasSchema: true).schema : nil
    return SchemaPlace(
      frame: beside ?? SchemaView.frame(in: size), isBeside: beside != nil, isFocused: overlay?.isSchema == true)
  }

  mutating func showSchema() -> [Effect] {
    if isSchemaBeside { focus = .request }
    return apply(.overlay(.show(schema == nil ? .services : .schema)))
  }

  /// The keyboard goes back to what lies below it, or to the request beside it.
  mutating func leaveSchema() -> [Effect] {
    if overlay?.isSchema == true { overlay = nil }
    return []
  }

  /// It closes with what it is of: with another kind of request. Where it has no room beside and no keyboard, it waits.
  mutating func keepSchema() {
    guard schema != nil || services != nil, page == nil else { return }
    if overlay == nil, covered?.isSchema == true { (overlay, covered) = (covered, nil) }
    let isGraphQL = session?.draft.body.kind == .graphql
    if schema == nil || isGraphQL, services == nil || session?.draft.kind == .grpc { return }
    (schema, services) = (nil, nil)
    hideSchema()
  }

  /// Where one is in the panes, as far as a key leads elsewhere there.
  var placeInPanes: PlaceInPanes {
    PlaceInPanes(
      request: current, opening: opening, page: page, focus: focus, layout: layoutChoice, tab: session?.editor.tab,
      isOnURL: session?.editor.isOnURL, isEditing: session?.editor.editing != nil, answerTab: session?.response.tab,
      looks: session?.response.looks.count, isSending: isSending)
  }

  /// It has no place in the window, neither on top nor below a box.
  mutating func hideSchema() {
    if overlay?.isSchema == true { overlay = nil }
    if covered?.isSchema == true { covered = nil }
  }

  private var isSearchingSchema: Bool { schema?.search != nil || services?.search != nil }

  /// A key as the lists of schema and services know it, for those that a preset or the user gave to moving.
  func schemaKey(_ key: Key) -> Key {
    guard !key.modifiers.isEmpty, let command = commands.command(for: key, in: .facts) else { return key }
    switch command.name {
    case "up": return .up
    case "down": return .down
    case "leave": return .escape
    // In a field they move the caret.
    case _ where isSearchingSchema: return key
    case "left": return .left
    case "right": return .right
    case "pageUp": return .pageUp
    case "pageDown": return .pageDown
    case "top": return .home
    case "bottom": return .end
    case "search": return .character("/")
    default: return key
    }
  }

  /// The keys of the schema or the services, with those that lead to the panes beside it.
  func paneKeys(of overlay: Overlay) -> [PaneKey] {
    let (own, request) =
      overlay == .schema ? (schema?.keys(isBeside: isSchemaBeside) ?? [], "query") : (ServicesPage.keys, "message")
    guard isSchemaBeside else { return own }
    return own + [
      PaneKey(Key.backTab.name, request, "To the \(request)"), PaneKey(Key.tab.name, "answer", "To the answer"),
    ]
  }

  /// Whose keys the help begins with.
  var helpPlace: HelpPage.Place {
    guard let overlay, overlay.isSchema else { return .context(context) }
    return .pane(overlay == .schema ? "in the schema" : "in the services", paneKeys(of: overlay))
  }

  /// Help and palette open over it while nothing is typed there; it has the keys again after them.
  mutating func pressOverSchema(_ key: Key) -> [Effect]? {
    guard let shown = overlay, shown.isSchema, !isSearchingSchema, schemaKey(key) == key,
      let command = commands.command(for: key, in: .facts),
      command == OverlayCommands.palette || command == OverlayCommands.help
    else { return nil }
    // What the palette lists is of the request.
    if command == OverlayCommands.palette { overlay = nil }
    let effects = perform(command)
    covered = shown
    return effects
  }

  /// The keys that lead from it to the panes beside it, and those of the request that act from here.
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

  /// A press in the schema beside the request gives it the keyboard; one elsewhere takes it away, and acts there.
  /// - Returns: `nil` for what the panes handle.
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
    let effects =
      schema == nil ? apply(ServicesFeature.Action.clicked(mouse)) : apply(SchemaFeature.Action.clicked(mouse))
    return kept + effects + (isArriving ? showSchema() : [])
  }
}

/// A place in the panes, to be compared with an earlier one.
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
  var looks: Int?
  var isSending: Bool
}
