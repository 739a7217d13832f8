import Basics
import Terminal
import Workspaces

/// Draws the request pane: the URL line, the tabs and the content of the selected tab.
enum RequestView {
  static func draw(_ scene: RequestScene, title: String, in rect: Rect, into screen: inout Screen) {
    let (session, isFocused) = (scene.session, scene.isFocused)
    let inner = PaneFrame.head(
      title, facts: facts(of: scene), isFocused: isFocused, scene, in: rect, into: &screen)
    if let fault = session.fault { return draw(fault, scene, in: inner, into: &screen) }
    let layout = RequestLayout(session: session, in: rect, of: scene.size)
    if session.draft.kind.isShared {
      SharedLineView.draw(scene, in: layout.head, into: &screen)
    } else {
      URLLineView.draw(scene, layout, into: &screen)
    }
    RequestTab.bar(of: session).draw(
      chosen: session.editor.tab, isFocused: isFocused, scene, in: layout.tabs, into: &screen)
    if !layout.kinds.isEmpty, session.isInCallMessages {
      CallMessage.bar(of: session.draft).draw(
        chosen: .place(session.shownMessage), isFocused: false, scene, in: layout.kinds, into: &screen)
    } else if !layout.kinds.isEmpty, session.isInScripts {
      session.draft.scriptBar.draw(
        chosen: session.shownScript, isFocused: false, scene, in: layout.kinds, into: &screen)
    } else if !layout.kinds.isEmpty {
      BodyKind.bar(of: session.draft.body).draw(
        chosen: session.draft.body.kind, isFocused: false, scene, in: layout.kinds, into: &screen)
      if session.isOnKinds {
        let row = Rect(x: rect.x + 1, y: layout.kinds.y, width: rect.width - 2, height: 1)
        Ground.markCursor(row, isFocused: isFocused, scene, &screen)
      }
    }
    draw(scene, layout, frame: rect, into: &screen)
  }

  /// Draws the completion list of the edited field over all panes.
  static func drawCompletion(_ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    guard scene.session.fault == nil else { return }
    let layout = RequestLayout(session: scene.session, in: rect, of: scene.size)
    CompletionView.draw(scene, layout, into: &screen)
  }

  /// Draws only the URL line, at its position in a pane with this frame.
  static func drawLine(_ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    let layout = RequestLayout(session: scene.session, in: rect, of: scene.size)
    URLLineView.draw(scene, layout, into: &screen)
    CompletionView.draw(scene, layout, into: &screen)
  }

  static func drawNothing(isFocused: Bool, _ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    let inner = PaneFrame.head("Request", isFocused: isFocused, state, in: rect, into: &screen)
    PaneFrame.steps(
      "No request is open.",
      [
        ("\(key: "enter")", "opens the one under the cursor"), ("\(key: "jump")", "finds one by its name"),
        ("\(key: "newRequest")", "creates a new one"), ("\(key: "help")", "shows every key"),
      ], state, in: inner, into: &screen)
  }

  private static func draw(
    _ scene: RequestScene, _ layout: RequestLayout, frame: Rect, into screen: inout Screen
  ) {
    let session = scene.session
    switch session.content {
    case .table(let kind):
      TableView.draw(
        kind, scene, in: layout.content, heading: layout.heading, frame: frame, into: &screen)
    case .fields: FieldsView.draw(scene, in: layout.content, frame: frame, into: &screen)
    case .text(let slot):
      TextPaneView.draw(slot, scene, in: layout.content, hasCursor: true, into: &screen)
      if let (other, rect) = layout.otherText {
        screen.write(
          RequestLayout.variablesTitle, in: layout.divider, style: scene.theme[slot == .graphVariables ? .accent : .dim]
        )
        TextPaneView.draw(other, scene, in: rect, hasCursor: false, into: &screen)
      }
      drawUploads(scene, in: layout.uploads, into: &screen)
    case .nothing:
      PaneFrame.hint(nothing, scene, in: layout.content, into: &screen)
    }
  }

  /// The lines in place of a body.
  static let nothing = ["No body.", "← → or \(key: "enter") choose a kind: JSON, form, file …"]

  /// Draws the files uploaded with a query, and where to change them.
  private static func drawUploads(_ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    guard rect.height > 0, rect.width > 0 else { return }
    let (theme, draft) = (scene.theme, scene.session.draft)
    let place = (RequestTab.tabs(of: draft).firstIndex(of: .options) ?? 0) + 1
    let hint = scene.keys.filled("  \(key: "tab\(place)") \(RequestTab.options.rawValue)")
    let room = max(12, rect.width - 7 - TextWidth.of(hint))
    let text = Truncation.end.applied(to: GraphQLFiles.text(of: draft.graphQL.files), columns: room)
    screen.write(
      [StyledText("Files  ", theme[.dim]), StyledText(text, theme[.text]), StyledText(hint, theme[.dim])]
        .truncated(to: rect.width), at: rect.origin, clippedTo: rect)
  }

  private static func facts(of scene: RequestScene) -> [StyledText] {
    let session = scene.session
    if case .unsupported(let kind) = session.draft.kind {
      let words =
        scene.app.sends(session.draft) ? "\(kind): read-only" : "\(kind): cannot be sent"
      return [StyledText(words, scene.theme[.warn])]
    }
    // A history entry shows what the keys send while its request is still saved.
    if !session.isDraft, scene.app.savedRequest(of: session.key) != nil {
      let words = scene.keys.filled("\(key: "send") as sent, \(key: "resendToday") as it is now")
      return [StyledText(words, scene.theme[.dim])]
    }
    if session.isOlder { return [StyledText("older format: read-only", scene.theme[.warn])] }
    if session.isGone {
      return [StyledText(scene.keys.filled("file removed: \(key: "save") creates it again"), scene.theme[.error])]
    }
    if session.isConflicted {
      return [StyledText(scene.keys.filled("changed on disk too: \(key: "save") resolves it"), scene.theme[.error])]
    }
    guard session.isDraft else { return [] }
    let mark = scene.capabilities.unicode ? "●" : "*"
    return scene.app.program.draftsAreKept
      ? [StyledText("\(mark) unsaved", scene.theme[.warn])]
      : [StyledText(scene.keys.filled("\(mark) unsaved, a crash loses it: \(key: "save") saves"), scene.theme[.error])]
  }

  /// Draws the fault of an unreadable file and the way to fix it.
  private static func draw(_ fault: Notice, _ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    let lines = fault.paragraphs(
      "This file cannot be used.", "Apus leaves it unchanged. Fix it in an editor and open it again.")
    let place = Rect(x: rect.x + 1, y: rect.y, width: rect.width - 2, height: rect.height)
    screen.write(scene.theme.lines(of: lines, width: place.width), in: place)
  }
}

/// The input of the request views: the open request, and the program around it.
struct RequestScene: AppPart {
  let app: AppState
  let session: RequestSession

  var isFocused: Bool { app.focusedPane == .request }
  /// True if a box covers the panes.
  var isCovered: Bool { app.overlay != nil }
}

/// Draws the name of the folder or collection whose settings are open, in place of the URL line.
enum SharedLineView {
  static func draw(_ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    let draft = scene.session.draft
    let theme = scene.theme
    let word = draft.noun.prefix(1).uppercased() + draft.noun.dropFirst()
    let (badge, rest) = rect.splitLeft(min(rect.width, word.count + 2))
    screen.write(" \(word)", in: badge, style: theme[.accent].adding(.bold))
    Ground.lay(badge, on: .field, theme, &screen)
    let name = rest.splitLeft(1).1
    screen.write(draft.name, in: name, style: theme[.text].adding(.bold))
    let contents = scene.session.sharedFolder.flatMap { scene.app.workspace.contents(of: $0) } ?? ""
    let said = contents.isEmpty ? "shared with the requests below" : "shared with \(contents)"
    let (_, right) = name.splitRight(said.count)
    guard TextWidth.of(draft.name) + 2 <= name.width - said.count else { return }
    screen.write(said, in: right, style: theme[.dim])
  }
}

extension CompletionView {
  /// Draws the completion list of the edited field or text.
  static func draw(
    _ scene: RequestScene, _ layout: RequestLayout, into screen: inout Screen
  ) {
    let session = scene.session
    let list: Completion?
    switch session.editor.editing {
    case .field(let field): list = field.completion
    case .text(let edit): list = edit.completion
    case nil: list = nil
    }
    guard let list, let caret = screen.cursor, scene.isFocused, !scene.isCovered else { return }
    draw(list, at: caret, scene, into: &screen)
  }
}
