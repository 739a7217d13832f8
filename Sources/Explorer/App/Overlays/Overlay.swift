import Terminal

/// The boxes above the panes: at most one page with a box over it.
package struct Boxes: Equatable, Sendable {
  package var top: Overlay?
  /// The page covered by a question, or the schema or editor covered by any box, restored when that closes.
  var covered: Overlay?
  /// Text typed into boxes that have been closed.
  var keptTexts = KeptTexts()
  /// Input typed for a list that is still loading.
  var typedAhead: [Event] = []

  mutating func show(_ overlay: Overlay) {
    if case .question = overlay {
      if let top, top.isPage { covered = top }
    } else {
      let below = [top, covered].compactMap(\.self).first { $0.isKeptBelow && $0 != overlay }
      covered = overlay.isSchema ? nil : below
    }
    top = overlay
  }

  /// Closes a box and returns the keys to the page below it.
  mutating func uncover() { (top, covered) = (covered, nil) }
}

/// A box above the panes, which receives all keys until it is closed.
package enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case question(Question)
  case prompt(Prompt)
  /// The form for the values that a send asks for.
  case answers(AnswerForm)
  case help(HelpPage)
  /// The editor of environments, which is in their feature.
  case environmentEditor
  case conflict(Conflict)
  case find(Find)
  /// The preview of what would be sent. A wide window shows it beside the request instead.
  case sendPreview
  /// The schema of the open GraphQL request.
  case schema
  /// The services of the open call's server.
  case services
  /// The open request under several environments.
  case environmentComparison
  /// Letters on all jump targets.
  case labels(JumpLabels)
}

/// Actions of overlays other than keys.
package enum OverlayAction: Equatable, Sendable {
  case show(Overlay)
  case close
  /// A box was closed without being accepted. Its text is restored when it opens again.
  case abandoned(KeptTexts.Place, String)
  /// An item of a picker was chosen.
  case picked(Picker.Purpose, id: String)
  /// The text of a prompt was accepted.
  case answered(Prompt.Purpose, String)
}

extension Overlay {
  /// The overlay with the names of the keys filled into its texts.
  func filled(with keys: KeyNames) -> Overlay {
    switch self {
    case .picker(let picker): .picker(picker.filled(with: keys))
    case .question(let question): .question(question.filled(with: keys))
    case .prompt, .answers, .help, .environmentEditor, .conflict, .find, .sendPreview, .schema, .services,
      .environmentComparison,
      .labels:
      self
    }
  }

  /// True for a page that a question asked from it returns to.
  var isPage: Bool {
    switch self {
    case .environmentEditor, .conflict, .find, .help, .sendPreview, .schema, .services, .environmentComparison: true
    case .picker, .prompt, .answers, .question, .labels: false
    }
  }

  /// True for a box that every box above it returns to.
  var isKeptBelow: Bool { isSchema || self == .environmentEditor }

  /// True for the schema and the services, which a wide window shows beside the request.
  var isSchema: Bool { self == .schema || self == .services }

  /// The keys that act while the overlay is open.
  var keys: [(key: String, label: String)] {
    switch self {
    case .picker(let picker): picker.keys
    case .prompt(let prompt): prompt.keys
    case .answers(let form): form.keys
    case .help: [("PgUp PgDn", "scroll"), ("Esc", "close")]
    // A question draws its choices itself, which need their own row on a narrow screen.
    case .question: []
    case .find: [("Enter", "open"), ("↑ ↓", "move"), ("Esc", "close")]
    case .conflict(let page): page.keys
    case .sendPreview: SendPreviewPage.keys
    // These keys depend on the stage of the page, which is in the state.
    case .environmentEditor, .environmentComparison, .schema, .services: []
    case .labels: JumpLabels.keys
    }
  }
}

/// Draws the open box over the dimmed panes.
extension OverlayView {
  static func draw(_ state: AppState, into screen: inout Screen) {
    guard let overlay = state.overlay, !state.isInSchemaBeside else { return }
    if let covered = state.boxes.covered, state.layout.schema == nil || !covered.isSchema {
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
    case .environmentComparison: state.environmentComparison?.keys ?? []
    case .environmentEditor: state.environment.editor?.keys ?? []
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
    case .find: FindPage.frame(in: size)
    case .sendPreview: SendPreviewView.frame(in: size)
    case .schema, .services: SchemaBrowserView.frame(in: size)
    case .environmentComparison:
      state.environmentComparison.map { EnvironmentComparisonPageView.frame(of: $0, in: size) }
        ?? SendPreviewView.frame(in: size)
    case .labels: JumpLabels.frame(in: size)
    case .conflict(let page): ConflictPage.frame(of: page, in: size)
    case .question(let question): QuestionBox(question, in: size).frame
    }
  }

  private static func drawBox(_ overlay: Overlay, _ state: AppState, into screen: inout Screen) {
    switch overlay {
    case .picker(let picker):
      PickerView.draw(picker, waiting: state.waiting, state, into: &screen)
    case .prompt(let prompt):
      let isSearch = prompt.purpose == .response(.search)
      let facts =
        isSearch
        ? state.searchBar.pieces(in: PromptView.frame(of: prompt, in: state.size))
        : prompt.place.map { [StyledText("in \($0)", state.theme[.dim])] } ?? []
      PromptView.draw(prompt, facts: facts, note: prompt.target(from: state.program.startFolder), state, into: &screen)
    case .answers(let form): AnswerFormView.draw(form, state, into: &screen)
    case .help(let help): HelpView.draw(help, of: state.commands.records, state, into: &screen)
    case .environmentEditor:
      if let editor = state.environment.editor {
        EnvironmentEditorView.draw(editor, variables: state.session?.variables, state, into: &screen)
      }
    case .find(let page): FindPage.draw(page, state, into: &screen)
    case .sendPreview:
      SendPreviewView.draw(state, in: SendPreviewView.frame(in: state.size), isBeside: false, into: &screen)
    case .schema, .services:
      SchemaBrowserView.draw(state, in: SchemaBrowserView.frame(in: state.size), isBeside: false, into: &screen)
    case .environmentComparison: EnvironmentComparisonPageView.draw(state, into: &screen)
    case .conflict(let page): ConflictPage.draw(page, state, into: &screen)
    case .labels(let labels): labels.draw(state, into: &screen)
    case .question(let question): QuestionBox.draw(question, state, into: &screen)
    }
  }
}

extension Overlay {
  /// True if the panes are dimmed. Overlays that act on the panes live leave them visible.
  fileprivate var coversPanes: Bool {
    switch self {
    case .prompt(let prompt): !prompt.isLive
    case .picker(let picker): picker.purpose != .theme
    case .labels: false
    default: true
    }
  }
}
