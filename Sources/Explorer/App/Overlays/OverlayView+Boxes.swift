import Terminal

/// Draws the open box over the dimmed panes.
extension OverlayView {
  static func draw(_ state: AppState, into screen: inout Screen) {
    guard let overlay = state.overlay, !state.isInSchemaBeside else { return }
    if let covered = state.covered, state.layout.schema == nil || !covered.isSchema {
      drawBox(covered, state, into: &screen)
    }
    if overlay.coversPanes {
      Ground.shade(screen.bounds, state.theme, &screen)
    }
    screen.cursor = nil
    drawBox(overlay, state, into: &screen)
    drawKeys(keys(of: overlay, state), state, in: frame(of: overlay, state), into: &screen)
  }

  static func keys(of overlay: Overlay, _ state: AppState) -> [(key: String, label: String)] {
    switch overlay {
    case .several: state.several?.keys ?? []
    case .schema, .services:
      state.paneKeys(of: overlay).compactMap { key in key.label.map { (key: key.key, label: $0) } }
    default: overlay.keys
    }
  }

  /// The frame of the box.
  static func frame(of overlay: Overlay, _ state: AppState) -> Rect {
    let size = state.size
    return switch overlay {
    case .picker(let picker): PickerView.frame(of: picker, in: size)
    case .prompt(let prompt): PromptView.frame(of: prompt, in: size)
    case .answers(let form): AnswerFormView.frame(of: form, in: size)
    case .help: HelpPage.frame(in: size)
    case .environmentEditor: EnvironmentEditorLayout(size: size).frame
    case .find: FindView.frame(in: size)
    case .wire: WireView.frame(in: size)
    case .schema, .services: SchemaView.frame(in: size)
    case .several: state.several.map { SeveralView.frame(of: $0, in: size) } ?? WireView.frame(in: size)
    case .labels: JumpLabels.frame(in: size)
    case .conflict(let page): ConflictView.frame(of: page, in: size)
    case .question(let question): QuestionBox(question, in: size).frame
    }
  }

  private static func drawBox(_ overlay: Overlay, _ state: AppState, into screen: inout Screen) {
    switch overlay {
    case .picker(let picker):
      PickerView.draw(picker, waiting: state.waiting, state, into: &screen)
    case .prompt(let prompt):
      let isSearch = prompt.purpose == .search
      let facts =
        isSearch
        ? state.searchBar.pieces(in: PromptView.frame(of: prompt, in: state.size))
        : prompt.place.map { [StyledText("in \($0)", state.theme[.dim])] } ?? []
      PromptView.draw(prompt, facts: facts, note: prompt.target(from: state.startFolder), state, into: &screen)
    case .answers(let form): AnswerFormView.draw(form, state, into: &screen)
    case .help(let help): HelpView.draw(help, of: state.commands.records, state, into: &screen)
    case .environmentEditor(let editor):
      EnvironmentEditorView.draw(editor, variables: state.session?.variables, state, into: &screen)
    case .find(let page): FindView.draw(page, state, into: &screen)
    case .wire:
      if let page = state.wire { WireView.drawBox(page, state.wireOrigins, state, into: &screen) }
    case .schema, .services:
      AppView.drawSchema(state, in: SchemaView.frame(in: state.size), isBeside: false, into: &screen)
    case .several: if let page = state.several { SeveralView.draw(page, state, into: &screen) }
    case .conflict(let page): ConflictView.draw(page, state, into: &screen)
    case .labels(let labels): labels.draw(state, into: &screen)
    case .question(let question): QuestionBox.draw(question, state, into: &screen)
    }
  }
}

extension Overlay {
  /// Whether the panes are dimmed; what acts on them while the user types or chooses leaves them visible.
  fileprivate var coversPanes: Bool {
    switch self {
    case .prompt(let prompt): !prompt.isLive
    case .picker(let picker): picker.purpose != .theme
    case .labels: false
    default: true
    }
  }
}
