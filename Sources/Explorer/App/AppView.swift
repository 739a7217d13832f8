package import Terminal

/// Draws the whole state into a screen. Decides nothing; the same state always gives the same screen.
package enum AppView {
  package static func draw(_ state: AppState, into screen: inout Screen) {
    drawParts(state, into: &screen)
    if (8..<256).contains(state.theme.colors) {
      let theme = state.theme
      screen.restyle(screen.bounds) { $0 = theme.readable($0) }
    }
    guard let ground = state.theme.ground else { return }
    screen.restyle(screen.bounds) { style in
      if style.foreground == .terminal { style.foreground = ground.text }
      if style.background == .terminal { style.background = ground.background }
    }
  }

  private static func drawParts(_ state: AppState, into screen: inout Screen) {
    guard Layout.hasRoom(state.size) else {
      screen.write("Too small: 20×5 at least", in: screen.bounds, style: state.theme[.warn])
      return
    }
    let layout = state.layout
    TopLine.draw(state, in: layout.top, into: &screen)
    if let page = state.page {
      draw(page, state, into: &screen)
    } else if let page = state.start, let start = state.startLayout, let scene = state.requestScene {
      StartView.draw(page, start, moment: { state.moment($0) }, state, into: &screen)
      RequestView.drawLine(scene, in: start.request, into: &screen)
    } else {
      let focused = state.focusedPane.map { layout.panes[$0] } ?? layout.schema
      PaneFrame.outline(
        layout.panes, beside: [layout.wire, layout.schema].compactMap(\.self), focus: focused, state, into: &screen)
      if let wire = layout.wire, let page = state.wire {
        WireView.drawBeside(page, state.wireOrigins, state, in: wire, into: &screen)
      }
      if let place = layout.schema { drawSchema(state, in: place, isBeside: true, into: &screen) }
      for pane in Pane.allCases {
        if let rect = layout.panes[pane] { draw(pane, state, in: rect, into: &screen) }
      }
      if let scene = state.requestScene, let rect = layout.panes[.request] {
        RequestView.drawCompletion(scene, in: rect, into: &screen)
      }
    }
    Footer.draw(state, in: layout.bottom, into: &screen)
    OverlayView.draw(state, into: &screen)
    if state.overlay != nil, !state.isInSchemaBeside { Footer.drawWords(state, into: &screen) }
  }

  /// Draws the schema or the services, whichever is open.
  static func drawSchema(_ state: AppState, in frame: Rect, isBeside: Bool, into screen: inout Screen) {
    let place = SchemaPlace(frame: frame, isBeside: isBeside, isFocused: !isBeside || state.isInSchemaBeside)
    if let page = state.schema {
      SchemaView.draw(page, state.session?.schema ?? .unasked, state.schemaQuery, state, in: place, into: &screen)
    } else if let page = state.services {
      ServicesView.draw(page, state.session?.types ?? .unasked, state, in: place, into: &screen)
    }
  }

  private static func draw(_ page: Page, _ state: AppState, into screen: inout Screen) {
    switch page {
    case .run: RunView(state.run, now: state.now, state.layoutChoice.run, state).draw(into: &screen)
    case .cookies: CookiesView(state.cookies, in: state.cookiesSurroundings, state).draw(into: &screen)
    case .history:
      HistoryPageView(
        state.historyPage, of: state.history, at: state.clock, state.historyChoice, state
      ).draw(into: &screen)
    }
  }

  private static func draw(_ pane: Pane, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    switch pane {
    case .tree:
      TreeView(
        tree: state.tree, workspace: state.workspace, isListed: state.isListed, isGrowing: state.growth != nil,
        historyQuery: state.history.query, isFocused: state.focusedPane == .tree, open: { state.openRequest($0) },
        settings: { state.openSettings(in: $0) },
        state: state
      ).draw(in: rect, into: &screen)
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
