import Terminal

/// Draws the open box over the dimmed panes; a question appears in the bottom line.
extension OverlayView {
  static func draw(_ state: AppState, into screen: inout Screen) {
    guard let overlay = state.overlay else { return }
    if overlay.coversPanes {
      Ground.shade(screen.bounds, state.theme, &screen)
      screen.cursor = nil
    }
    drawBox(state, into: &screen)
    if let frame = frame(of: overlay, in: state.size) { drawKeys(overlay.keys, state, in: frame, into: &screen) }
  }

  /// The frame of the box; `nil` for a question.
  static func frame(of overlay: Overlay, in size: Size) -> Rect? {
    switch overlay {
    case .picker(let picker): PickerView.frame(of: picker, in: size)
    case .prompt(let prompt): frame(of: prompt, in: size)
    case .help: HelpPage.frame(in: size)
    case .environmentEditor: EnvironmentEditorLayout(size: size).frame
    case .find: FindView.frame(in: size)
    case .conflict(let page): ConflictView.frame(of: page, in: size)
    case .question: nil
    }
  }

  private static func drawBox(_ state: AppState, into screen: inout Screen) {
    switch state.overlay {
    case .picker(let picker):
      PickerView.draw(picker, waiting: state.waiting, state, into: &screen)
    case .prompt(let prompt): draw(prompt, state, into: &screen)
    case .help(let help): draw(help, state, into: &screen)
    case .environmentEditor(let editor):
      EnvironmentEditorView.draw(editor, variables: state.session?.variables, state, into: &screen)
    case .find(let page): FindView.draw(page, state, into: &screen)
    case .conflict(let page): ConflictView.draw(page, state, into: &screen)
    case .question(let question): QuestionBox.draw(question, state, into: &screen)
    case nil: break
    }
  }

  static func frame(of prompt: Prompt, in size: Size) -> Rect {
    let width = min(max(20, size.columns - 4), prompt.purpose == .search ? 78 : 64)
    let y = prompt.isLive ? size.rows - 5 : max(1, size.rows / 4)
    return Rect(x: (size.columns - width) / 2, y: max(1, y), width: width, height: 3)
  }

  private static func draw(_ prompt: Prompt, _ state: AppState, into screen: inout Screen) {
    // A prompt that acts while the user types sits at the bottom, so that its effect stays visible.
    let frame = frame(of: prompt, in: state.size)
    let facts = prompt.purpose == .search ? state.searchBar.pieces(in: frame) : []
    PaneFrame.box(prompt.title, facts: facts, state, in: frame, into: &screen)
    let field = prompt.isHidden ? prompt.field.hidden : prompt.field
    drawField(field, state, in: content(of: frame), into: &screen)
  }

  private static func draw(_ help: HelpPage, _ state: AppState, into screen: inout Screen) {
    let frame = HelpPage.frame(in: state.size)
    let facts = [StyledText("type to search", state.theme[.dim])]
    let inner = PaneFrame.box("Help", facts: facts, state, in: frame, into: &screen)
    // In a window of few lines, the field appears once the user types.
    let hasField = inner.height > 2 || !help.field.text.isEmpty
    let list = inner.splitTop(inner.height > 3 ? 2 : hasField ? 1 : 0).1
    if hasField { drawField(help.field, state, in: content(of: frame).splitTop(1).0, into: &screen) }
    if inner.height > 3 { drawRule(at: inner.y + 1, state, in: frame, into: &screen) }
    let lines = help.lines(of: state.commands, width: frame.width - 4)
    if lines.isEmpty { PaneFrame.hint(["No key does that."], state, in: list, into: &screen) }
    for (row, line) in lines.dropFirst(help.offset).prefix(list.height).enumerated() {
      let place = Rect(x: list.x + 1, y: list.y + row, width: list.width - 2, height: 1)
      if line.isHeading {
        screen.write(line.title, in: place, style: state.theme[.accent].adding(.bold))
      } else {
        let (keys, title) = place.splitLeft(min(HelpPage.keyColumns, place.width / 2))
        screen.write(line.keys, in: keys, style: state.theme[.accent].adding(.bold))
        screen.write(line.title, in: title, style: state.theme[.text])
      }
    }
    PaneFrame.scrollbar(offset: help.offset, total: lines.count, rows: list, in: frame, state, into: &screen)
  }
}

extension Overlay {
  /// Whether the panes are dimmed; a prompt that acts on them while the user types leaves them visible.
  fileprivate var coversPanes: Bool {
    if case .prompt(let prompt) = self { return !prompt.isLive }
    return true
  }
}

extension TextField {
  /// An asterisk for each character, with the caret in place.
  fileprivate var hidden: TextField {
    var shown = TextField(String(repeating: "*", count: text.count))
    shown.moveCaret(to: String(decoding: text.utf8.prefix(caret), as: UTF8.self).count)
    return shown
  }
}
