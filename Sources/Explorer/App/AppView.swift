package import Terminal
import Workspaces

/// Draws the whole state into a screen. The same state always gives the same screen.
package enum AppView {
  package static func draw(_ state: AppState, into screen: inout Screen) {
    drawParts(state, into: &screen)
    if (8..<256).contains(state.theme.colors) {
      let theme = state.theme
      screen.restyle(screen.bounds) { $0 = theme.readable($0) }
    }
    state.theme.paint(&screen)
  }

  private static func drawParts(_ state: AppState, into screen: inout Screen) {
    guard Layout.hasRoom(state.size) else {
      screen.write("Enlarge to 20×5", in: screen.bounds, style: state.theme[.warn])
      return
    }
    let layout = state.layout
    TopLine.draw(state, in: layout.top, into: &screen)
    if let page = state.page {
      page.feature.draw(state, into: &screen)
    } else if let page = state.switching.start, let start = state.startLayout, let scene = state.requestScene {
      StartView.draw(page, start, state, into: &screen)
      RequestView.drawLine(scene, in: start.request, into: &screen)
    } else {
      let focused = state.focusedPane.map { layout.panes[$0] } ?? layout.schema
      PaneFrame.outline(
        layout.panes, beside: [layout.sendPreview, layout.schema].compactMap(\.self), focus: focused, state,
        into: &screen)
      if let place = layout.sendPreview { SendPreviewView.draw(state, in: place, isBeside: true, into: &screen) }
      if let place = layout.schema { SchemaBrowserView.draw(state, in: place, isBeside: true, into: &screen) }
      for pane in Pane.allCases {
        if let rect = layout.panes[pane] { draw(pane, state, in: rect, into: &screen) }
      }
      if let scene = state.requestScene, let rect = layout.panes[.request] {
        RequestView.drawCompletion(scene, in: rect, into: &screen)
      }
    }
    DemoCard.draw(state, above: layout.bottom.y, into: &screen)
    Footer.draw(state, in: layout.bottom, into: &screen)
    OverlayView.draw(state, into: &screen)
    if state.overlay != nil, !state.isInSchemaBeside { Footer.drawWords(state, into: &screen) }
  }

  private static func draw(_ pane: Pane, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    switch pane {
    case .tree: TreePage(state: state).draw(in: rect, into: &screen)
    case .request:
      if let scene = state.requestScene {
        RequestView.draw(scene, title: PaneFrame.title(of: .request, state), in: rect, into: &screen)
      } else {
        RequestView.drawNothing(isFocused: state.focusedPane == .request, state, in: rect, into: &screen)
      }
    case .response:
      let title = PaneFrame.title(of: .response, state)
      if let scene = state.responseScene {
        ResponseView.draw(scene, title: title, in: rect, into: &screen)
      } else {
        PaneFrame.head(title, isFocused: state.focusedPane == .response, state, in: rect, into: &screen)
      }
    }
  }
}

/// The parts of the state that features and views use instead of the whole.
extension AppState: Appearance {
  var isProtected: Bool { environment.current?.isProtected ?? false }

  var keys: KeyNames {
    KeyNames { [commands, context, capabilities] name in
      commands.command(named: name).map { command in
        let key = commands.keyInForce(of: command, in: context)?.name
        // ASCII has no sign for Option, and a bare letter would read as part of the key.
        let shown = capabilities.unicode ? key : key?.replacing("⌥", with: "Alt-")
        return KeyNames.Name(key: shown, title: command.title)
      }
    }
  }
}

extension AppState {
  /// The keys for a message. Where the letter that undoes would be typed as text, the text's own key undoes instead;
  /// a line that is not edited yet has none.
  var keysInMessage: KeyNames {
    let isEdited = focus == .request && page == nil && session?.editor.editing != nil
    guard isEdited || isOnTextLine, commands.keyInForce(of: UndoCommands.undo, in: context)?.isTyped == true else {
      return keys
    }
    return keys.naming(isEdited && vimMode == nil ? Key.control("z").name : nil, for: UndoCommands.undo.name)
  }
}

/// A part of the program, which looks like the whole.
protocol AppPart: Appearance {
  var app: AppState { get }
}

extension AppPart {
  var size: Size { app.size }
  var capabilities: Capabilities { app.capabilities }
  var theme: Theme { app.theme }
  var isProtected: Bool { app.isProtected }
  var keys: KeyNames { app.keys }
}

extension PaneFrame {
  /// The title in the border: the name of the pane or, if the top line shows the pane names, of the open request.
  static func title(of pane: Pane, _ state: AppState) -> String {
    if pane == .request, let draft = state.session?.draft, draft.kind.isShared {
      return draft.kind == .folder ? "Folder" : "Collection"
    }
    guard pane != .tree, state.layout.arrangement == .single, let session = state.session else { return pane.title }
    return session.draft.suggestedName.isEmpty ? pane.title : session.draft.suggestedName
  }
}
